import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReproducerData } from '../../src/code/pure/languages/reproducerData';
import { DebuggerMissingError } from '../../src/editor/fix/debuggerMissingError';
import { ReproducerDebugger } from '../../src/editor/fix/reproducerDebugger';
import { workspaceRoots } from '../../src/editor/workspacePaths';
import { type RanReproducer, runReproducer } from '../../src/engine/stages/reproduce/runReproducer';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import { installedGrammars } from '../support/grammars';
import { RecordedLog } from '../support/recordedLog';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

/** With the debugger VS Code brings along. */
describe('debugging a reproducer', () => {
	const storage = createScratchFolder('debugged');
	const tests = vscode.tests.createTestController('debuggedReproducers', 'Debugged');
	let testRun: vscode.TestRun;
	let checkout: Checkout;
	let printed: string;
	let nSessions: number;

	const language = (id: string): ReproducerData => {
		const data = installedGrammars().languages.find(each => each.id === id)?.reproducer;
		assert.ok(data);
		return data;
	};
	const debug = (text: string, data = language('javascript'), signal?: AbortSignal): Promise<RanReproducer> => {
		const parts = {
			runner: new ProcessRunner(),
			checkout,
			debugger: new ReproducerDebugger(testRun, []),
			language: data,
		};
		const onOutput = (_stream: string, piece: string) => {
			printed += piece;
		};
		return runReproducer({ ...parts, onOutput, ...(signal && { signal }) }, text);
	};
	/** This debugger opens a session for each process: one may be stopped once the program's own is there. */
	const isRunning = () => eventually(() => nSessions === 2 && printed.includes('begun'));
	const counting = vscode.debug.onDidStartDebugSession(() => {
		nSessions++;
	});

	beforeEach(async () => {
		printed = '';
		nSessions = 0;
		testRun = tests.createTestRun(new vscode.TestRunRequest());
		const roots = workspaceRoots();
		checkout = await new ScratchCheckouts({ roots, storage: storage.path, log: new RecordedLog() }).create('debugged');
		await checkout.write('cart.mjs', 'export const total = prices => prices.length;\n');
	});
	afterEach(async () => {
		vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
		testRun.end();
		await checkout.dispose();
	});
	after(() => {
		counting.dispose();
		tests.dispose();
		storage.remove();
	});

	it('is red by its own assertion', async () => {
		const { verdict, why, execution } = await debug(
			`import assert from 'node:assert';\nimport { total } from './cart.mjs';\nassert.equal(total([1, 2]), 3);\n`,
		);
		assert.equal(verdict, 'reproduced', why);
		assert.match(why, /Its assertion failed: AssertionError/);
		assert.equal(execution.exitCode, 1);
	});

	it('is green when the program ends well, and is run once', async () => {
		const { verdict, execution } = await debug(`console.log('counted'); console.error('AssertionError: no');`);
		assert.deepEqual([verdict, execution.exitCode], ['passed', 0]);
		assert.equal(printed.split('counted').length, 2, printed);
	});

	it('keeps keys from the program, and gives it the variables of its language', async () => {
		process.env.DEBUGGED_API_KEY = 'for us only';
		const data = { ...language('javascript'), variables: { CART: '{folder}/cart' } };
		const { execution } = await debug(`console.log([process.env.DEBUGGED_API_KEY, process.env.CART].join());`, data);
		delete process.env.DEBUGGED_API_KEY;
		assert.match(execution.stdout, new RegExp(`^,${checkout.folder}/cart$`, 'm'));
	});

	it('stops where the user has a breakpoint in the workspace, though a copy of the file runs', async () => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
		const file = vscode.Uri.joinPath(folder, 'cart.mjs');
		await vscode.workspace.fs.writeFile(file, Buffer.from(await checkout.files.readText('cart.mjs')));
		vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(file, new vscode.Position(0, 36)))]);
		const ran = debug(`import { total } from './cart.mjs';\nconsole.log(total([1, 2]));\n`);
		await eventually(() => vscode.debug.activeStackItem instanceof vscode.DebugStackFrame);
		const opened = await eventually(() => vscode.window.activeTextEditor?.document.uri.fsPath);
		await vscode.commands.executeCommand('workbench.action.debug.continue');
		assert.equal((await ran).verdict, 'passed');
		await vscode.workspace.fs.delete(file);
		assert.equal(opened, file.fsPath);
	});

	it('cancels the test when the user stops the program', async () => {
		const abort = new AbortController();
		testRun.token.onCancellationRequested(() => abort.abort(new Error('stopped')));
		const ran = debug('console.log("begun"); setInterval(() => {}, 1000);', undefined, abort.signal);
		await isRunning();
		await Promise.all([assert.rejects(ran, /stopped/), vscode.commands.executeCommand('workbench.action.debug.stop')]);
	});

	it('ends the session when the test is cancelled', async () => {
		const abort = new AbortController();
		const ran = debug('console.log("begun"); setInterval(() => {}, 1000);', undefined, abort.signal);
		await isRunning();
		abort.abort(new Error('not any more'));
		await assert.rejects(ran, /not any more/);
	});

	it('runs what only prepares as without a debugger, and shows how that failed', async () => {
		const [way] = language('javascript').ways;
		const steps = [['node', '-e', 'console.error("no such header"); process.exit(2)'], ...(way?.steps ?? [])];
		const { verdict, execution } = await debug('console.log(1)', { ...language('javascript'), ways: [{ steps }] });
		assert.equal(verdict, 'otherError');
		assert.match(execution.stderr, /no such header/);
	});

	it('takes the next way where a program is not there', async () => {
		const data = language('javascript');
		const ways = [{ steps: [['./no/such/node', '{file}']] }, ...data.ways];
		assert.equal((await debug('console.log(1)', { ...data, ways })).verdict, 'passed');
	});

	it('names the extension to install where there is no such debugger', async () => {
		await assert.rejects(debug('print(1)', language('python')), error => {
			return error instanceof DebuggerMissingError && /install the extension ms-python\.debugpy/.test(error.message);
		});
	});
});
