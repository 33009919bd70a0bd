import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { problemAtCaret, readProblem } from '../../src/editor/locate/problems';
import { problemIssueText } from '../../src/editor/locate/problemText';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { eventually } from './eventually';

describe('a problem in the code', () => {
	let shop: vscode.Uri;
	let document: vscode.TextDocument;
	let found: vscode.DiagnosticCollection;

	before(async () => {
		shop = uriOfPath('shop.py') ?? assert.fail('no folder is open');
		document = await vscode.workspace.openTextDocument(shop);
		found = vscode.languages.createDiagnosticCollection('invented');
	});
	afterEach(() => found.clear());
	after(async () => {
		found.dispose();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});

	const problem = (message: string, severity = vscode.DiagnosticSeverity.Error, source = 'pytest') => {
		const reported = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 8), message, severity);
		reported.source = source;
		return reported;
	};
	const offered = async () => {
		const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
			'vscode.executeCodeActionProvider',
			shop,
			new vscode.Range(1, 2, 1, 2),
			vscode.CodeActionKind.QuickFix.value,
		);
		return actions.filter(({ title }) => title.startsWith('Faultline'));
	};

	/** VS Code answers with nothing if another extension registers its quick fixes meanwhile. */
	const someOffered = () =>
		eventually(async () => {
			const actions = await offered();
			return actions.length > 0 && actions;
		});

	it('has a quick fix that locates its cause', async () => {
		found.set(shop, [problem('total() leaves out the first price')]);
		const [action, ...others] = await someOffered();
		assert.equal(action?.title, 'Faultline: Locate the cause');
		assert.equal(action.kind?.value, vscode.CodeActionKind.QuickFix.value);
		assert.deepEqual(others, []);
		const { command, arguments: words = [] } = action.command ?? assert.fail('it does nothing');
		await vscode.commands.executeCommand(command, ...words);
		await vscode.commands.executeCommand('faultline.trajectory.openAsText');
		const text = await eventually(() => {
			const shown = vscode.window.activeTextEditor?.document;
			return shown?.languageId === 'markdown' && shown.getText();
		});
		assert.match(text, /^# total\(\) leaves out the first price/);
		assert.match(text, /At shop\.py:2 \(pytest\):/);
	});

	it('is distinguished from another at the same place', async () => {
		found.set(shop, [problem('One is wrong'), problem('Two is odd', vscode.DiagnosticSeverity.Warning)]);
		const titles = (await someOffered()).map(({ title }) => title).toSorted();
		assert.deepEqual(titles, [
			'Faultline: Locate the cause of “One is wrong”',
			'Faultline: Locate the cause of “Two is odd”',
		]);
	});

	it('is no hint, and no code that is only unused', async () => {
		const unused = problem('unused', vscode.DiagnosticSeverity.Warning);
		unused.tags = [vscode.DiagnosticTag.Unnecessary];
		found.set(shop, [problem('a hint', vscode.DiagnosticSeverity.Hint), unused]);
		assert.deepEqual(await offered(), []);
	});

	it('is no syntax error, and no rule of style', async () => {
		const syntax = problem("')' expected", vscode.DiagnosticSeverity.Error, 'ts');
		syntax.code = 1005;
		const style = problem('Unexpected var', vscode.DiagnosticSeverity.Error, 'eslint');
		style.code = { value: 'no-var', target: vscode.Uri.parse('https://example.org') };
		found.set(shop, [syntax, style]);
		assert.deepEqual(await offered(), []);
		const editor = await vscode.window.showTextDocument(document);
		editor.selection = new vscode.Selection(1, 3, 1, 3);
		assert.equal(problemAtCaret(editor), undefined);
	});

	it('is found at the caret, the worst one first', async () => {
		const editor = await vscode.window.showTextDocument(document);
		found.set(shop, [problem('bad', vscode.DiagnosticSeverity.Warning), problem('worse')]);
		editor.selection = new vscode.Selection(1, 3, 1, 3);
		assert.equal(problemAtCaret(editor)?.message, 'worse');
		editor.selection = new vscode.Selection(0, 0, 0, 0);
		assert.equal(problemAtCaret(editor), undefined);
		assert.equal(problemAtCaret(undefined), undefined);
	});

	it('contains its source, the lines around it, and its related places', () => {
		const full = problem('Wrong type');
		full.source = 'checker';
		full.code = { value: 42, target: vscode.Uri.parse('https://example.org') };
		const there = new vscode.Location(shop, new vscode.Position(0, 0));
		full.relatedInformation = [new vscode.DiagnosticRelatedInformation(there, 'Declared here')];
		assert.equal(
			problemIssueText(readProblem(document, full)),
			`Wrong type\n\nAt shop.py:2 (checker 42):\n\n\`\`\`\n${document.getText()}\n\`\`\`\n\nDeclared here (shop.py:1)`,
		);
	});
});
