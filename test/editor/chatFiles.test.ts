import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface ListedFile {
	readonly uri: { readonly path: string };
	readonly type: string;
	readonly extensionId: string;
}

/** VS Code's own list of the files that extensions contribute to its chat. */
describe('the files for the chat', () => {
	it('are taken by VS Code as they are contributed: a skill and an agent', async () => {
		const listed = await vscode.commands.executeCommand<readonly ListedFile[]>('_listExtensionPromptFiles');
		const own = listed.filter(({ extensionId }) => extensionId === 'faultline.faultline');
		assert.deepEqual(own.map(({ type, uri }) => [type, uri.path.split('/').at(-1)]).sort(), [
			['agent', 'faultline.agent.md'],
			['skill', 'SKILL.md'],
		]);
	});
});
