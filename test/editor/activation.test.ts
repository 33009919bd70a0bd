import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { formerCommands } from '../../src/editor/ids';
import { registerFormerCommands } from '../../src/editor/registerFormerCommands';

const extensionId = 'faultline.faultline';

describe('activation', () => {
	async function activated() {
		const extension = vscode.extensions.getExtension(extensionId);
		assert.ok(extension, `${extensionId} is not installed`);
		await extension.activate();
		const commands: { command: string }[] = extension.packageJSON.contributes.commands;
		return {
			known: new Set(await vscode.commands.getCommands(true)),
			declared: commands.map(({ command }) => command),
		};
	}

	it('brings every command the manifest declares', async () => {
		const { known, declared } = await activated();
		assert.ok(declared.length > 0);
		assert.deepEqual(
			declared.filter(command => !known.has(command)),
			[],
		);
	});

	it('brings commands under their former ids too, which the manifest does not declare', async () => {
		const { known, declared } = await activated();
		for (const [former, command] of Object.entries(formerCommands)) {
			assert.ok(known.has(former), former);
			assert.ok(!declared.includes(former), former);
			assert.ok(declared.includes(command), command);
		}
	});

	it('runs the command of today under a former id, with its arguments', async () => {
		const command = vscode.commands.registerCommand('faultline.testToday', (...args: readonly unknown[]) => args);
		const former = registerFormerCommands({ 'faultline.testFormer': 'faultline.testToday' });
		try {
			assert.deepEqual(await vscode.commands.executeCommand('faultline.testFormer', 1, 'two'), [1, 'two']);
		} finally {
			vscode.Disposable.from(command, former).dispose();
		}
	});
});
