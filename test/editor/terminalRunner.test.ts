import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ProgramMissingError } from '../../src/core/ports';
import { TerminalRunner } from '../../src/editor/fix/terminalRunner';
import { ProcessRunner } from '../../src/node/processRunner';
import { eventually } from './eventually';

describe('a runner with a terminal', () => {
	const name = 'Faultline: test of the runner';
	const open = () => vscode.window.terminals.filter(terminal => terminal.name === name);
	const node = (code: string) => ({ command: [process.execPath, '-e', code], cwd: '/', timeoutMs: 10_000 });
	let runner: TerminalRunner;

	beforeEach(() => {
		runner = new TerminalRunner(new ProcessRunner(), name);
	});

	afterEach(async () => {
		for (const terminal of open()) {
			terminal.dispose();
		}
		await eventually(() => open().length === 0);
	});

	it('shows what runs, and still keeps its streams and its exit code apart', async () => {
		const pieces: string[] = [];
		const execution = await runner.run({
			...node('console.log("out"); console.error("err"); process.exitCode = 3'),
			env: { ELECTRON_RUN_AS_NODE: '1' },
			onOutput: (stream, text) => pieces.push(`${stream} ${text.trim()}`),
		});
		assert.deepEqual([execution.stdout.trim(), execution.stderr.trim(), execution.exitCode], ['out', 'err', 3]);
		assert.deepEqual(pieces.sort(), ['stderr err', 'stdout out']);
		await eventually(() => open().length === 1);
	});

	it('opens none for a program that is not there', async () => {
		await assert.rejects(
			runner.run({ command: ['no-such-program-of-faultline'], cwd: '/', timeoutMs: 1000 }),
			ProgramMissingError,
		);
		assert.equal(open().length, 0);
	});

	it('opens another when the person closed it', async () => {
		await runner.run({ ...node('1'), env: { ELECTRON_RUN_AS_NODE: '1' } });
		await eventually(() => open().length === 1);
		open()[0]?.dispose();
		await eventually(() => open().length === 0);
		await runner.run({ ...node('2'), env: { ELECTRON_RUN_AS_NODE: '1' } });
		await eventually(() => open().length === 1);
	});
});
