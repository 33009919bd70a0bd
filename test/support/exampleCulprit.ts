import type { Culprit } from '../../src/runs/pure/model/culprit';

/** The commit that broke the Python sample. */
export const exampleCulprit: Culprit = {
	...{ kind: 'found', commit: `abc1234567${'0'.repeat(30)}`, subject: 'Count minutes | fixes #7' },
	...{ time: 1_780_000_000, nCommits: 1, probability: 0.97 },
	lines: [{ file: 'tally/clock.py', line: 23, text: 'return end - start' }],
};

/** It is not known which one of them. */
export const severalCulprits: Culprit = {
	...exampleCulprit,
	...{ kind: 'several', nCommits: 3, probability: 0.999, lines: [] },
};
