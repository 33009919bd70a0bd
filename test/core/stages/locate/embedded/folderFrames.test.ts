import assert from 'node:assert/strict';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';
import { issue } from '../shop';
import { locateRun } from './locateRun';

const cart = 'def total(prices):\n    return prices[0]\n';

describe('frames of a workspace with two folders of the same name', () => {
	it('lead to the folder that has the file on disk', async () => {
		const workspace = await memoryWorkspace({ 'app/cart.py': cart, 'app-2/cart.py': cart });
		const onDisk: Readonly<Record<string, string>> = { '/one/app/cart.py': 'app', '/two/app/cart.py': 'app-2' };
		Object.assign(workspace.files, {
			workspacePath: (file: string) => onDisk[file] && `${onDisk[file]}/cart.py`,
		});
		for (const [file, folder] of Object.entries(onDisk)) {
			const frame = `  File "${file}", line 2, in total\n    return prices[0]`;
			const error = 'IndexError: list index out of range';
			const { run } = await locateRun(
				workspace,
				issue(error, `Traceback (most recent call last):\n${frame}\n${error}\n`),
			);
			const [first] = run.selected.locations;
			assert.equal(first?.file, `${folder}/cart.py`);
			assert.deepEqual(first.focus, [{ startLine: 2, endLine: 2 }]);
		}
	});
});
