import assert from 'node:assert/strict';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { issue } from '../../../engine/stages/locate/shop';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';
import { locateRun } from './locateRun';

const till = ['class Till:', '    def open(self):', '        pass', '    def count(self):', '        return None', ''];

describe('a file whose lines end with carriage returns only', () => {
	const folder = new TestFolder();

	it('has its lines in the index and in locations', async () => {
		folder.write({ 'shop/till.py': till.join('\r') });
		const roots = [{ name: '', dir: folder.path('shop') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log: new RecordedLog() });
		const symbols = workspace.index.file('till.py')?.symbols ?? [];
		assert.deepEqual(
			symbols.map(({ name, startLine, endLine }) => [name, startLine, endLine]),
			[
				['Till', 1, 5],
				['open', 2, 3],
				['count', 4, 5],
			],
		);
		const { run } = await locateRun(workspace, issue('Till.count is empty', 'It fails at till.py:5.'));
		const [first] = run.selected.locations;
		assert.deepEqual([first?.method, first?.startLine, first?.endLine], ['count', 4, 5]);
		assert.deepEqual(first?.focus, [{ startLine: 5, endLine: 5 }]);
	});
});
