import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { FailedCommands } from '../../src/editor/failedCommands/failedCommands';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

const shell = '/bin/bash';

/** In a real terminal, with the shell integration VS Code brings. */
describe('failed commands', () => {
	const scratch = createScratchFolder('terminal');
	let terminal: vscode.Terminal;
	let failed: FailedCommands;

	before(async function () {
		if (!existsSync(shell)) {
			this.skip();
		}
		terminal = vscode.window.createTerminal({ shellPath: shell, cwd: scratch.path });
		await eventually(() => terminal.shellIntegration);
	});
	beforeEach(() => {
		failed = new FailedCommands();
	});
	afterEach(() => failed.dispose());
	after(() => {
		terminal?.dispose();
		scratch.remove();
	});

	/** Runs a command to its end. */
	async function run(commandLine: string): Promise<void> {
		const { shellIntegration } = terminal;
		assert.ok(shellIntegration);
		const ended = new Promise<void>(resolve => {
			const listening = vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
				if (execution.commandLine.value === commandLine) {
					listening.dispose();
					resolve();
				}
			});
		});
		shellIntegration.executeCommand(commandLine);
		await ended;
	}

	// VS Code sometimes loses output written just after a command starts, so each waits for a moment.
	const fails = String.raw`sleep 0.3; printf '\033[31mValueError: negative\033[0m\n'; (exit 3)`;

	it('are kept with their output, without colors', async () => {
		failed.watch();
		await run(fails);
		const last = await eventually(() => failed.last);
		assert.deepEqual(last, { commandLine: fails, exitCode: 3, output: 'ValueError: negative' });
	});

	it('are the last one only, and none that succeeded', async () => {
		failed.watch();
		await run('sleep 0.3; echo first; false');
		await run('sleep 0.3; echo second; false');
		await run('sleep 0.3; echo third');
		assert.equal((await eventually(() => failed.last)).output, 'second');
	});

	it('are gone when the same command succeeds', async () => {
		failed.watch();
		const command = 'sleep 0.3; test -e there || { echo missing; false; }';
		await run(command);
		await eventually(() => failed.last);
		await run('touch there');
		await run(command);
		await eventually(() => failed.last === undefined);
	});

	it('are none that could not start, was cancelled, or had no output', async () => {
		failed.watch();
		await run('no-such-command-here');
		await run('sleep 0.3; echo cancelled; (exit 130)');
		await run('false');
		await run(fails);
		await eventually(() => failed.last);
		assert.equal(failed.last?.commandLine, fails);
		await run('no-such-command-here');
		await run('true');
		assert.equal(failed.last.commandLine, fails);
	});

	it('keep the beginning and end of long output', async () => {
		failed.watch();
		await run('sleep 0.3; seq 1 300000; false');
		const { output = '' } = await eventually(() => failed.last);
		assert.ok(output.length < 1_050_000, `${output.length} characters`);
		assert.match(output, /^1\n2\n3\n[\s\S]*\n\[\d+ characters left out\]\n[\s\S]*\n299999\n300000$/);
	});

	it('are known without their output before they are asked for', async () => {
		await run(fails);
		assert.deepEqual(await eventually(() => failed.last), { commandLine: fails, exitCode: 3 });
		failed.watch();
		await run('true');
		assert.deepEqual(failed.last, { commandLine: fails, exitCode: 3 });
	});

	it('can be run again where they ran, to read their output', async () => {
		await run(fails);
		await eventually(() => failed.last);
		const again = await failed.runAgain(new AbortController().signal);
		assert.deepEqual(again, { commandLine: fails, exitCode: 3, output: 'ValueError: negative' });
		assert.deepEqual(failed.last, again);
	});

	it('that succeed when run again are gone', async () => {
		const command = 'sleep 0.3; test -e now || { echo missing; false; }';
		await run(command);
		await eventually(() => failed.last);
		await run('touch now');
		assert.equal(await failed.runAgain(new AbortController().signal), 'noFailure');
		assert.equal(failed.last, undefined);
	});

	it('are not waited for once the user cancels', async () => {
		await run('sleep 0.3; echo slow; false');
		await eventually(() => failed.last);
		const abort = new AbortController();
		const running = failed.runAgain(abort.signal);
		abort.abort(new Error('cancelled'));
		await assert.rejects(running, /cancelled/);
		await eventually(() => failed.last?.output === 'slow');
	});

	it('cannot be run again where there is none', async () => {
		await assert.rejects(failed.runAgain(new AbortController().signal), /Run it again in a terminal/);
	});
});
