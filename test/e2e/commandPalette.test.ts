import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from './workbench';

describe('command palette', () => {
	let workbench: Workbench;

	before(async () => {
		workbench = await openWorkbench({ folder: 'test/editor/workspace' });
	});

	after(() => workbench?.close());

	it('offers to locate a bug from an issue', async () => {
		await workbench.openPalette('Faultline');
		const row = workbench.quickPickRows().filter({ hasText: 'Faultline: Locate Bug from Issue' });
		await row.first().waitFor();
		await workbench.screenshot('command-palette');
		assert.equal(await row.count(), 1);
	});
});
