import assert from 'node:assert/strict';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench';

/**
 * One VS Code window for all tests of the surrounding `describe`. A failed test leaves a screenshot `failed-…`; the suite
 * fails if the console shows an error at its end that `expected` does not match: VS Code writes each error it reports to
 * the user there. Options that something has to be started for may be made later.
 */
export function useWorkbench(options: WorkbenchOptions | (() => WorkbenchOptions), expected?: RegExp): () => Workbench {
	let opened: Workbench | undefined;
	const workbench = () => {
		assert.ok(opened, 'the window is open only while the tests of its describe run');
		return opened;
	};
	before(async () => {
		opened = await openWorkbench(typeof options === 'function' ? options() : options);
	});
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await opened?.screenshot(`failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
		}
	});
	after(async () => {
		const problems = (opened?.problems() ?? []).filter(problem => expected?.test(problem) !== true);
		await opened?.close();
		assert.deepEqual(problems, []);
	});
	return workbench;
}
