import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ChatSessions } from '../../src/editor/chats/chatSessions';
import { ExecutionPlace } from '../../src/editor/execution/executionPlace';
import { toolPrefix } from '../../src/editor/ids';
import { ToolsDoor } from '../../src/editor/tools/toolsDoor';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { offeredTools } from '../../src/mcp/publicTools';
import { systemClock } from '../../src/system/node/systemClock';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { chatToken, locateExample, memoryIndex, memoryMemento, runParts } from './runParts';

const issue = 'total() forgets the first price\n\ntotal([10, 20]) should return 36.0, but it returns 24.0.';
const key = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';

/** The public tools as an agent of VS Code calls them. */
describe('a language model tool', () => {
	const tools = offeredTools({ canExecute: true, canFix: false });

	before(async () => {
		await write('vault.py', 'def combination():\n    return 1\n');
		await write('keys.py', `def api_key():\n    return "${key}"\n`);
		await write('.aiignore', 'vault.py\n');
	});
	after(() => Promise.all(['vault.py', 'keys.py', '.aiignore'].map(path => vscode.workspace.fs.delete(uriOf(path)))));

	it('is known to VS Code for each public tool', () => {
		const known = vscode.lm.tools.filter(({ name }) => name.startsWith(toolPrefix));
		assert.deepEqual(known.map(({ name }) => name).sort(), tools.map(({ name }) => toolPrefix + name).sort());
		assert.ok(known.every(({ description, inputSchema }) => description.length > 40 && inputSchema !== undefined));
	});

	const answers: readonly (readonly [name: string, input: object, answer: RegExp])[] = [
		['search_definition', { symbol: 'total' }, /sum\(prices\[1:\]\)/],
		['search_code', { query: 'sum prices' }, /shop\.py[\s\S]*sum\(prices\[1:\]\)/],
		['find_references', { name: 'prices' }, /shop\.py/],
		['outline', { file_name: 'shop.py' }, /total/],
		['read_lines', { file_name: 'shop.py', start_line: 1, end_line: 3 }, /The sum of all prices/],
		['list_files', { pattern: '*.py' }, /shop\.py/],
		['search_commits', { query: 'total' }, /git|commit/i],
		['symbol_history', { name: 'total' }, /git|commit/i],
		['blame', { file_name: 'shop.py', start_line: 1, end_line: 3 }, /git|commit/i],
		['locate_bug', { issue }, /\nshop\.py:\d-\d+ {2}total/],
		['run_state', {}, /done, with 1 location[\s\S]*Call faultline_run_state with \{"run":/],
	];
	for (const [name, input, answer] of answers) {
		it(`answers: ${name}`, async () => {
			assert.match(await invoke(name, input), answer);
		});
	}

	it('keeps its run with the others', async () => {
		await invoke('locate_bug', { issue });
		const [, run = ''] = /^(\S+) {2}done/.exec(await invoke('run_state', {})) ?? [];
		assert.match(await invoke('run_state', { run }), /total\(\) forgets the first price[\s\S]*shop\.py:1-3/);
	});

	it('sees unsaved changes, no hidden file and no secret', async () => {
		const document = await vscode.workspace.openTextDocument(uriOf('shop.py'));
		const edit = new vscode.WorkspaceEdit();
		edit.insert(document.uri, new vscode.Position(document.lineCount, 0), '\ndef not_saved():\n    pass\n');
		await vscode.workspace.applyEdit(edit);
		try {
			assert.match(await invoke('read_lines', { file_name: 'shop.py' }), /not_saved/);
		} finally {
			await vscode.window.showTextDocument(document);
			await vscode.commands.executeCommand('workbench.action.files.revert');
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		}
		assert.doesNotMatch(await invoke('search_definition', { symbol: 'combination' }), /return 1/);
		assert.doesNotMatch(await invoke('read_lines', { file_name: 'vault.py' }), /return 1/);
		const keys = await invoke('read_lines', { file_name: 'keys.py' });
		assert.match(keys, /def api_key/);
		assert.ok(!keys.includes(key));
	});

	it('answers a wrong call with how to call it', async () => {
		const outside = await invoke('read_lines', { file_name: '../../../../../../../etc/passwd' });
		assert.match(outside, /Next: Call faultline_list_files with /);
		assert.doesNotMatch(outside, /root:/);
		assert.match(await invoke('locate_bug', { issue: ' ' }), /Call it as faultline_locate_bug\(issue: string/);
	});

	it('ends with its caller', async () => {
		const source = new vscode.CancellationTokenSource();
		const result = vscode.lm.invokeTool(
			`${toolPrefix}locate_bug`,
			{ input: { issue }, toolInvocationToken: undefined },
			source.token,
		);
		source.cancel();
		await assert.rejects(async () => result);
		assert.doesNotMatch(await invoke('run_state', {}), / running, /);
	});

	it('runs the tests of the project once the user agreed, as VS Code does by itself in these tests', async () => {
		assert.match(await invoke('suspicious_functions', {}), /tests/);
	});

	describe('that runs programs', () => {
		const log = new RecordedLog();
		const dispose: (() => unknown)[] = [];
		const begun: string[] = [];
		afterEach(() => Promise.all(dispose.splice(0).map(each => each())));

		function door(isTrusted: boolean): ToolsDoor {
			const parts = runParts({ locate: locateExample });
			dispose.push(() => parts.dispose());
			const execution = new ExecutionPlace(repoRoot, memoryMemento(), () => isTrusted);
			const index = memoryIndex({ 'shop.py': 'def total(prices):\n    return sum(prices[1:])\n' });
			const checkouts = { with: () => assert.fail('a copy of the workspace was made') };
			const extension = vscode.extensions.getExtension('faultline.faultline') ?? assert.fail('not installed');
			const deps = { execution, checkouts, runs: parts.runs, clock: systemClock, log, index, extension: { extension } };
			return new ToolsDoor(
				deps as unknown as ConstructorParameters<typeof ToolsDoor>[0],
				new ChatSessions({ beginChat: async id => void begun.push(id) }),
			);
		}

		const name = `${toolPrefix}suspicious_functions`;

		async function answerOf(called: ToolsDoor, tool: string, input: object, chat?: undefined): Promise<string> {
			const call = { input: { ...input }, toolInvocationToken: chat };
			return textOf(await called.invoke(tool, call, new vscode.CancellationTokenSource().token));
		}

		it('shows the same code once in a chat, and again in another one and outside of chats', async () => {
			const called = door(true);
			const locate = (chat?: undefined) => answerOf(called, `${toolPrefix}locate_bug`, { issue }, chat);
			const code = /\nshop\.py:1-2 {2}total\n[\s\S]*\n2\t {4}return sum/;
			assert.match(await locate(chatToken('one')), code);
			assert.match(await locate(chatToken('one')), /\nshop\.py:1-2 {2}total {2}\(shown above\)/);
			assert.match(await locate(chatToken('two')), code);
			assert.match(await locate(), code);
			assert.match(await locate(), code);
			assert.deepEqual(
				begun.map(id => id.split('/').at(-1)),
				['one', 'one', 'two'],
			);
		});

		it('asks first, and states how they are confined', async () => {
			const { confirmationMessages, invocationMessage } = await door(true).prepare(name, { tests: 'a::b' });
			assert.equal(confirmationMessages?.title, 'Run the tests of this project?');
			assert.match(plainText(confirmationMessages.message), /tests of the project run[\s\S]*a copy of your workspace/);
			assert.equal(plainText(invocationMessage), 'Suspicious Functions: a::b');
		});

		it('is refused in Restricted Mode', async () => {
			const restricted = door(false);
			assert.equal((await restricted.prepare(name, {})).confirmationMessages, undefined);
			assert.match(await answerOf(restricted, name, {}), /^Programs of the project may not be run/);
		});

		it('asks only where programs run', async () => {
			const asking = await Promise.all(
				tools.map(async tool => {
					const { confirmationMessages } = await door(true).prepare(toolPrefix + tool.name, {});
					return confirmationMessages === undefined ? [] : [tool.name];
				}),
			);
			assert.deepEqual(asking.flat(), ['suspicious_functions', 'trace_run']);
		});

		it('shows no markup of an argument', async () => {
			const { invocationMessage } = await door(true).prepare(name, { tests: '[x](command:y) \u202e <b>' });
			assert.ok(invocationMessage instanceof vscode.MarkdownString);
			assert.doesNotMatch(invocationMessage.value, /\[x\]\(|\u202e|<b>/);
		});
	});
});

async function invoke(name: string, input: object): Promise<string> {
	return textOf(await vscode.lm.invokeTool(toolPrefix + name, { input, toolInvocationToken: undefined }));
}

function textOf({ content }: vscode.LanguageModelToolResult): string {
	return content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** As it is shown. */
function plainText(text: string | vscode.MarkdownString | undefined): string {
	const markdown = typeof text === 'string' ? text : (text?.value ?? '');
	return markdown
		.replaceAll('&nbsp;', ' ')
		.replaceAll('\u200b', '')
		.replaceAll(/\\(?=\W)/g, '')
		.trim();
}

function uriOf(path: string): vscode.Uri {
	return uriOfPath(path) ?? assert.fail('no folder is open');
}

async function write(path: string, text: string): Promise<void> {
	await vscode.workspace.fs.writeFile(uriOf(path), new TextEncoder().encode(text));
}
