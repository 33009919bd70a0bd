import type { HiddenTests } from './liveInstance';

/** Whether each test passed, by its name. A test may have several names, and a name may be of several tests. */
export type TestOutcomes = ReadonlyMap<string, boolean>;

/** Reads what a test command printed. A name of several tests has passed if all of them have. */
export function testOutcomes(results: HiddenTests['results'], output: string, exitCode?: number): TestOutcomes {
	switch (results) {
		case 'exitCode':
			return new Map([['command', exitCode === 0]]);
		case 'pytest':
			return collected(pytestOutcomes(output));
		case 'unittest':
			return collected(unittestOutcomes(output));
	}
}

type Outcome = readonly [names: readonly string[], passed: boolean];

function collected(outcomes: readonly Outcome[]): TestOutcomes {
	const byName = new Map<string, boolean>();
	for (const [names, passed] of outcomes) {
		for (const name of names) {
			byName.set(name, passed && byName.get(name) !== false);
		}
	}
	return byName;
}

/** Lines of `pytest -rA`: `PASSED path::name`, `FAILED path::name - message`. The function's name alone counts too. */
function pytestOutcomes(output: string): Outcome[] {
	return [...output.matchAll(/^(PASSED|XFAIL|FAILED|ERROR) (\S+::\S+)/gm)].map(([, word, id = '']) => {
		const bare = id.split('::').at(-1) ?? id;
		return [[id, bare], word === 'PASSED' || word === 'XFAIL'];
	});
}

const ended = / \.\.\. (?:.* )?(ok|FAIL|ERROR|expected failure|skipped .*)$/;
const testLine = /^(\w+) \(([\w.]+)\)/;

/**
 * Lines of unittest with verbosity 2: `test (module.Class) ... ok`, or the same in two lines, the second of which begins
 * with the docstring's first one. Python 3.11 repeats the test's name after its class. What a test prints between its
 * name and its outcome does not count.
 */
function unittestOutcomes(output: string): Outcome[] {
	const outcomes: Outcome[] = [];
	let names: string[] = [];
	for (const line of output.split('\n')) {
		const [, test = '', owner = ''] = testLine.exec(line) ?? [];
		if (test !== '') {
			const inClass = owner.endsWith(`.${test}`) ? owner.slice(0, -test.length - 1) : owner;
			names = [`${test} (${inClass})`, `${test} (${inClass}.${test})`];
		} else if (line.includes(' ... ') && names.length > 0) {
			names.push(line.slice(0, line.indexOf(' ... ')));
		}
		const [, word] = ended.exec(line) ?? /^(ok|FAIL|ERROR)$/.exec(line) ?? [];
		if (word !== undefined && names.length > 0) {
			outcomes.push([names, !['FAIL', 'ERROR'].includes(word)]);
			names = [];
		}
	}
	const failed = [...output.matchAll(/^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)/gm)];
	return [...outcomes, ...failed.map(([, test = '', owner = '']): Outcome => [[`${test} (${owner})`], false])];
}
