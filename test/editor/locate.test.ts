import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { eventually } from './eventually';

const issueText = `total() forgets the first price

total([10, 20]) should return 36.0, but it returns 24.0: the first price is left out.
`;

/** The installed extension, by its commands and its contributions to VS Code; each step continues from the previous one. */
describe('the extension', () => {
	let code: vscode.Uri;

	before(async () => {
		code = uriOfPath('shop.py') ?? assert.fail('no folder is open');
		const issue = await vscode.workspace.openTextDocument({ content: issueText });
		const editor = await vscode.window.showTextDocument(issue);
		editor.selection = new vscode.Selection(issue.positionAt(0), issue.positionAt(issueText.length));
		await vscode.commands.executeCommand('faultline.run.startFromSelection');
	});

	after(async () => {
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});

	/** The text of the hovers at the first line of `total`. */
	async function hoverText(): Promise<string> {
		const position = new vscode.Position(0, 5);
		const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', code, position);
		return hovers
			.flatMap(({ contents }) => contents.map(text => (typeof text === 'string' ? text : text.value)))
			.join();
	}

	it('shows the intended behavior in a hover at the located code', async () => {
		const text = await eventually(hoverText);
		assert.match(text, /Location 1\*\* · total/);
		assert.match(text, /should&nbsp;\u200breturn&nbsp;\u200b36/);
	});

	it('goes to the first location on demand', async () => {
		await vscode.commands.executeCommand('faultline.location.next');
		const editor = vscode.window.activeTextEditor;
		assert.equal(editor?.document.uri.toString(), code.toString());
		assert.equal(editor.selection.active.line, 2, 'the line that carries the evidence');
	});

	it('forgets a location that is not the bug, and takes it back', async () => {
		await vscode.commands.executeCommand('faultline.location.dismiss');
		assert.doesNotMatch(await hoverText(), /Location 1/);
		await vscode.commands.executeCommand('faultline.location.restore', 'shop.py#total');
		assert.match(await hoverText(), /Location 1/);
	});

	it('shows lenses only to those who turned them on', async () => {
		const titles = async () => {
			const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
				'vscode.executeCodeLensProvider',
				code,
				10,
			);
			return lenses.map(({ command }) => command?.title ?? '');
		};
		assert.deepEqual(await titles(), []);
		const settings = vscode.workspace.getConfiguration('faultline.codeLens');
		await settings.update('enabled', true, vscode.ConfigurationTarget.Workspace);
		assert.deepEqual((await titles()).slice(1), ['Not the Bug']);
		await settings.update('enabled', undefined, vscode.ConfigurationTarget.Workspace);
		assert.deepEqual(await titles(), []);
	});

	it('opens the trajectory as a document', async () => {
		await vscode.commands.executeCommand('faultline.trajectory.openAsText');
		const document = vscode.window.activeTextEditor?.document;
		assert.equal(document?.languageId, 'markdown');
		assert.match(document.getText(), /^# total\(\) forgets the first price/);
		assert.match(document.getText(), /1\. \*\*total\*\* \(shop\.py:1-3\)/);
	});
});
