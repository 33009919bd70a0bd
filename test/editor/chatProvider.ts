import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatProviderControl } from '../vscode/chatProvider/chatProviderControl';
import { eventually } from './eventually';

/** The second extension of these tests, which offers models to VS Code. */
export async function chatProvider(): Promise<ChatProviderControl> {
	const extension = vscode.extensions.getExtension<ChatProviderControl>('faultline-test.chat-provider');
	assert.ok(extension, 'the chat provider of the tests is not installed');
	return extension.activate();
}

/** One of its models, as VS Code hands it out. */
export async function testModel(id: string): Promise<vscode.LanguageModelChat> {
	const { vendor } = await chatProvider();
	return eventually(async () => (await vscode.lm.selectChatModels({ vendor, id }))[0]);
}
