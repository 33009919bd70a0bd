import type { ScriptedAnswer } from './scriptedAnswer';

const program = `
from tally.clock import minutes_between

assert minutes_between(1350, 75) == 165
`;
export const named: ScriptedAnswer = {
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: { bug_locations: [{ file: 'tally/clock.py', method: 'minutes_between' }] },
		},
	],
};
export const patch: ScriptedAnswer = {
	text: '<file>tally/clock.py</file>\n<original>    return end - start</original>\n<patched>    return (end - start) % MINUTES_PER_DAY</patched>',
};

/** A model's answers that fix the bug of the Python sample: all goes well at once. */
export const smoothFix: readonly ScriptedAnswer[] = [
	{ text: '{"reproducible": true, "language": "Python"}' },
	{ text: `\`\`\`python${program}\`\`\`` },
	named,
	patch,
	{ text: '{"patch-correct": "yes", "test-correct": "yes"}' },
];
