import assert from 'node:assert/strict';
import { issue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const files = {
	'Writer.java': `class Writer {
	Writer value(String value) {
		return put(value);
	}

	Writer value(double value) {
		return put(Double.toString(value));
	}

	Writer value(Number value, int digits) {
		return put(round(value, digits));
	}
}
`,
};

const cases = [
	{ title: 'Writer.value(double value) writes NaN', line: 6 },
	{ title: 'Writer.value(Number, int) rounds up', line: 10 },
	{ title: 'Writer.value fails', line: 2 },
];

describe('of several definitions of a name', () => {
	for (const { title, line } of cases) {
		it(`the one is shown that is meant by “${title}”`, async () => {
			const { run } = await locateRun(await memoryWorkspace(files), issue(title, title));
			const [first] = run.selected.locations;
			assert.deepEqual([first?.method, first?.startLine], ['value', line]);
		});
	}
});
