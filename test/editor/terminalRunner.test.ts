import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ExecutionPanel, type ShownCommand } from '../../src/editor/execution/executionPanel';
import { TerminalRunner } from '../../src/editor/execution/terminalRunner';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { ProgramMissingError } from '../../src/system/pure/errors/programMissingError';
import { eventually } from './eventually';

describe('a runner with a terminal', () => {
	const name = 'Faultline: test of the runner';
	const open = () => vscode.window.terminals.filter(terminal => terminal.name === name);
	const task = () => vscode.tasks.taskExecutions.find(each => each.task.name === name);
	const node = (code: string) => {
		const env = { ELECTRON_RUN_AS_NODE: '1' };
		return { command: [process.execPath, '-e', code], cwd: '/', timeoutMs: 10_000, env };
	};
	const exitCodes: (number | undefined)[] = [];
	let listening: vscode.Disposable;
	let panel: ExecutionPanel;
	let runner: TerminalRunner;

	before(() => {
		listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
			if (execution.task.name === name) {
				exitCodes.push(exitCode);
			}
		});
	});
	after(() => listening.dispose());

	beforeEach(() => {
		exitCodes.length = 0;
		panel = new ExecutionPanel(name);
		runner = new TerminalRunner(new ProcessRunner(), panel);
	});

	afterEach(async () => {
		for (const terminal of open()) {
			terminal.dispose();
		}
		await eventually(() => open().length === 0 && task() === undefined);
	});

	it('shows what runs, and still keeps its streams and its exit code apart', async () => {
		const pieces: string[] = [];
		const execution = await runner.run({
			...node('console.log("out"); console.error("err"); process.exitCode = 3'),
			onOutput: (stream, text) => pieces.push(`${stream} ${text.trim()}`),
		});
		assert.deepEqual([execution.stdout.trim(), execution.stderr.trim(), execution.exitCode], ['out', 'err', 3]);
		assert.deepEqual(pieces.sort(), ['stderr err', 'stdout out']);
		await eventually(() => open().length === 1);
	});

	it('shows without color what a command writes to stderr, as passing tests do', async () => {
		const written: string[] = [];
		const begun: ShownCommand = { write: text => void written.push(text), end: () => undefined };
		const recorded = { begin: () => begun } as unknown as ExecutionPanel;
		await new TerminalRunner(new ProcessRunner(), recorded).run(
			node('console.error("Ran 4 tests"); console.error("OK")'),
		);
		const text = written.join('');
		assert.match(text, /Ran 4 tests\r?\nOK/);
		assert.ok(!text.includes('\u001b[31m'), JSON.stringify(text));
	});

	it('is a task that lasts over commands in a row and ends as the last of them', async () => {
		// So long that the next command begins before, also on a busy machine.
		runner = new TerminalRunner(new ProcessRunner(), new ExecutionPanel(name, 10_000));
		await runner.run(node('process.exitCode = 3'));
		await eventually(task);
		await runner.run(node('process.exitCode = 4'));
		await eventually(() => exitCodes.length > 0);
		assert.deepEqual(exitCodes, [4]);
	});

	it('does not end as a command beside a fix, or as one that was ended because nothing needs it', async () => {
		runner = new TerminalRunner(new ProcessRunner(), new ExecutionPanel(name, 10_000));
		await runner.run(node('process.exitCode = 4'));
		await eventually(task);
		await runner.run({ ...node('process.exitCode = 3'), isAside: true });
		const abort = new AbortController();
		const ended = runner.run({ ...node('setTimeout(() => {}, 60_000)'), signal: abort.signal });
		setTimeout(() => abort.abort(), 1000);
		await assert.rejects(ended);
		await eventually(() => exitCodes.length > 0);
		assert.deepEqual(exitCodes, [4]);
	});

	it('lasts while one of two commands runs, and ends as the last of them', async () => {
		const long = runner.run(node('setTimeout(() => (process.exitCode = 4), 4000)'));
		await runner.run(node('process.exitCode = 3'));
		await eventually(task);
		await long;
		await eventually(() => exitCodes.length > 0);
		assert.deepEqual(exitCodes, [4]);
	});

	it('restarts the task in the same terminal when another command follows later', async () => {
		await runner.run(node('process.exitCode = 3'));
		await eventually(() => exitCodes.length === 1 && task() === undefined);
		const [first] = open();
		await runner.run(node('1'));
		await eventually(() => exitCodes.length === 2);
		assert.deepEqual([exitCodes, open()], [[3, 0], [first]]);
	});

	it('has one terminal for one fix after the other', async () => {
		await runner.run(node('1'));
		await eventually(() => exitCodes.length === 1 && task() === undefined);
		const [first] = open();
		panel.restart();
		await new TerminalRunner(new ProcessRunner(), panel).run(node('2'));
		await eventually(() => exitCodes.length === 2);
		assert.deepEqual(open(), [first]);
	});

	it('ends the task of a command that is over at once, without a word', async () => {
		const ended = { stdout: '', stderr: '', exitCode: 5, timedOut: false, durationMs: 0 };
		await new TerminalRunner({ run: async () => ended }, panel).run(node('1'));
		await eventually(() => exitCodes.length === 1);
		assert.deepEqual(exitCodes, [5]);
	});

	it('opens none for a program that is not there', async () => {
		await assert.rejects(
			runner.run({ command: ['no-such-program-of-faultline'], cwd: '/', timeoutMs: 1000 }),
			ProgramMissingError,
		);
		assert.equal(open().length, 0);
	});

	it('opens another when the user closed it', async () => {
		await runner.run(node('1'));
		await eventually(() => open().length === 1);
		open()[0]?.dispose();
		await eventually(() => open().length === 0);
		await runner.run(node('2'));
		await eventually(() => open().length === 1);
	});

	it('continues the execution when the user terminates the task', async () => {
		const ran = runner.run(node('setTimeout(() => console.log("to its end"), 1500)'));
		(await eventually(task)).terminate();
		await eventually(() => task() === undefined);
		const { stdout, exitCode } = await ran;
		assert.deepEqual([stdout, exitCode], ['to its end\n', 0]);
	});

	it('saves nothing the user has not saved, as every task would', async () => {
		const document = await vscode.workspace.openTextDocument(uriOfPath('shop.py') ?? assert.fail());
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '# not yet\n'));
		await eventually(() => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty);
		await runner.run(node('1'));
		await eventually(() => open().length === 1);
		const wasDirty = document.isDirty;
		const wasTask = task() !== undefined;
		await vscode.commands.executeCommand('workbench.action.files.revert');
		await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
		assert.deepEqual([wasDirty, wasTask], [true, false]);
	});
});
