import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the profile of the tests', () => {
	it('leaves unsaved files unsaved, sends nothing and trusts the folder', () => {
		assert.equal(vscode.workspace.getConfiguration('files').get('autoSave'), 'off');
		assert.equal(vscode.env.isTelemetryEnabled, false);
		assert.equal(vscode.workspace.isTrusted, true);
	});

	it('opens a copy of the workspace, which a test may change', () => {
		const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
		assert.deepEqual(others, []);
		assert.match(folder?.uri.fsPath ?? '', /faultline-workspace-/);
	});
});
