import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { RunFiles } from '../../src/runs/node/runFiles';
import { importRun } from '../../src/sharing/node/importRun';
import { systemClock } from '../../src/system/node/systemClock';
import { tallyEvaluation, tallyTree } from '../support/importedTally';
import { RecordedLog } from '../support/recordedLog';
import { accessibilityProblems } from './accessibilityProblems';
import { storageFolder } from './seededRun';
import { useWorkbench } from './useWorkbench';

/** An imported tree in the view. Each step continues from the previous one. */
describe('an imported run', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	}

	it('is listed and opened like any other, and names its file', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await (await view('text=/symbols in \\d+ files/')).waitFor();
		const runs = new RunFiles(await storageFolder(workbench().userDataDir), new RecordedLog());
		await importRun({ file: tallyTree, evaluation: tallyEvaluation }, { runs, clock: systemClock, version: '0' });
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: 'imported from tally.root (DARS)' }).first().click();
		await (await view('.row-issue >> text=imported from tally.root (DARS)')).waitFor();
		await (await view('[role=status] >> text=12 actions, 4 branch points')).waitFor();
		await assertAccessible();
		await workbench().screenshot('imported-run');
	});

	it('hides the alternatives that a switch turns off, and stays so', async () => {
		await (await view('.row-phase >> text=4 attempts')).click();
		await (await view('.row-branch >> text=Alternative to create:')).waitFor();
		for (const type of ['append', 'create', 'submit']) {
			await (await view(`.alternatives label >> text=${type}`)).click();
		}
		await (
			await view('[role=status] >> text=7 actions, 1 branch point (edit 1), 2 paths, 2 patches, 1 of them right')
		).waitFor();
		await (await view('.row-branch >> text=Alternative to create:')).waitFor({ state: 'detached' });
		await (await view('.row-branch >> text=Alternative to edit:')).waitFor();
		await assertAccessible();
		await workbench().screenshot('imported-run-switched');
		await workbench().runCommand('View: Show Explorer');
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await (await view('[role=status] >> text=7 actions, 1 branch point')).waitFor();
		assert.equal(await (await view('.alternatives input:checked')).count(), 1);
	});
});
