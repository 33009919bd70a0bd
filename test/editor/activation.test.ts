import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const extensionId = 'faultline.faultline';

describe('activation', () => {
	it('brings every command the manifest declares', async () => {
		const extension = vscode.extensions.getExtension(extensionId);
		assert.ok(extension, `${extensionId} is not installed`);
		await extension.activate();
		const known = new Set(await vscode.commands.getCommands(true));
		const declared: { command: string }[] = extension.packageJSON.contributes.commands;
		assert.ok(declared.length > 0);
		assert.deepEqual(
			declared.map(({ command }) => command).filter(command => !known.has(command)),
			[],
		);
	});
});
