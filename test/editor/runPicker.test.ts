import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunSummary } from '../../src/core/ports';
import { RunPicker } from '../../src/editor/runHistory/runPicker';
import { type RunRow, runRow } from '../../src/editor/runHistory/runRows';
import { ContextValues } from '../../src/editor/services';
import { eventually } from './eventually';

/** What keys do in the picker of runs: VS Code offers the buttons of a row to the mouse only. */
describe('the picker of runs', () => {
	const summary: RunSummary = {
		...{ id: 'a', title: 'It leaks', engine: 'gpt-lab', startedAt: 0, sizeBytes: 1 },
		...{ state: 'cancelled', nLocations: 1, nPatches: 2, isProvisional: false },
	};
	const rows: readonly RunRow[] = [
		runRow({ summary, active: false }, 0),
		runRow({ summary: { ...summary, id: 'b', title: 'It is slow', state: 'running' }, active: true }, 0),
	];
	const picker = new RunPicker(new ContextValues());
	const closesOnBlur = (closes: boolean | undefined) =>
		vscode.workspace
			.getConfiguration('workbench.quickOpen')
			.update('closeOnFocusLost', closes, vscode.ConfigurationTarget.Global);

	// The window of a test may lose the focus at any moment.
	before(() => closesOnBlur(false));

	after(() => closesOnBlur(undefined));

	/** Opens the picker at what is typed, and presses a button of its row by key. */
	async function pressed(button: 'rename' | 'remove' | 'resume', typed = 'leaks') {
		const picking = picker.pick(rows, typed);
		await eventually(() => {
			const pressed = picker.press(button);
			assert.notEqual(pressed, 'closed');
			return pressed === 'pressed';
		});
		const picked = await picking;
		return [picked?.row.summary.id, picked?.button?.tooltip, picked?.typed];
	}

	it('renames, removes and resumes the run at the cursor', async () => {
		assert.deepEqual(await pressed('rename'), ['a', 'Rename', 'leaks']);
		assert.deepEqual(await pressed('remove'), ['a', 'Remove', 'leaks']);
		assert.deepEqual(await pressed('resume'), ['a', 'Resume', 'leaks']);
		assert.deepEqual(await pressed('rename', 'slow'), ['b', 'Rename', 'slow']);
	});

	it('does nothing that the row does not offer, and nothing while it is closed', async () => {
		assert.equal(picker.press('remove'), 'closed');
		const picking = picker.pick(rows, 'slow');
		await eventually(() => picker.activeId === 'b');
		assert.equal(picker.press('remove'), 'not offered');
		await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
		assert.equal(await picking, undefined);
		assert.equal(picker.press('rename'), 'closed');
	});
});
