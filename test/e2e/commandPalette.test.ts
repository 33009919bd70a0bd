import assert from 'node:assert/strict';
import { useWorkbench } from './useWorkbench';

describe('command palette', () => {
	const workbench = useWorkbench({ folder: 'sample/python' });

	it('offers to locate a bug from an issue', async () => {
		await workbench().openPalette('Faultline');
		const row = workbench().quickPickRows().filter({ hasText: 'Faultline: Locate Bug from Issue' });
		await row.first().waitFor();
		await workbench().screenshot('command-palette');
		assert.equal(await row.count(), 1);
	});
});
