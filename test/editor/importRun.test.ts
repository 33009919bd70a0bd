import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/editor/ids';
import { tallyEvaluation, tallyTree } from '../support/importedTally';
import { eventually } from './eventually';

describe('Import Run', () => {
	it('shows the run of another tool, whose patches open as diffs', async () => {
		await vscode.extensions.getExtension('faultline.faultline')?.activate();
		await vscode.commands.executeCommand(
			commands.runsImport,
			vscode.Uri.file(tallyTree),
			vscode.Uri.file(tallyEvaluation),
		);
		await vscode.commands.executeCommand(commands.patchOpenDiff, 'p3');
		const tab = await eventually(() => {
			const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
			return input instanceof vscode.TabInputTextDiff && input.modified.path === '/tally/report.txt'
				? input
				: undefined;
		});
		const texts = await Promise.all(
			[tab.original, tab.modified].map(async uri => (await vscode.workspace.openTextDocument(uri)).getText()),
		);
		assert.deepEqual(texts, [
			'@@ line 7 @@\nDays: 5\nHours: -8\nEnds: 24:00\n',
			'@@ line 7 @@\nDays: 5\nHours: 8\nEnds: 24:00\n',
		]);
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await vscode.commands.executeCommand(commands.patchReview, 'p3');
		assert.deepEqual(vscode.window.tabGroups.activeTabGroup.tabs, []);
	});
});
