import * as vscode from 'vscode';
import type { Execution } from '../../core/model/execution';
import { type Debugger, type DebugLaunch, OutcomeUnknownError } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import { findProgram } from '../../node/processes/findProgram';
import { unsetVariables } from '../../node/processes/unsetVariables';
import { workspaceRoots } from '../workspacePaths';
import { DebuggerMissingError } from './debuggerMissingError';
import { DebugWatch } from './debugWatch';
import { OwnDebugSession } from './ownDebugSession';

/** The debuggers VS Code has, for the programs of one test run. */
export class ReproducerDebugger implements Debugger {
	constructor(private readonly testRun: vscode.TestRun) {}

	checkInstalled(type: string, extension: string): void {
		if (!vscode.extensions.all.some(({ packageJSON }) => debuggerTypes(packageJSON).includes(type))) {
			throw new DebuggerMissingError(extension);
		}
	}

	async run({ command, configuration, exitCode }: DebugLaunch): Promise<Execution> {
		const { cwd, signal, onOutput } = command;
		const program = await findProgram(command.command[0] ?? '', cwd);
		const watch = new DebugWatch({ exitCode, onOutput });
		const startedAt = performance.now();
		await this.debug(configuration({ program, workspace: workspaceOf(cwd), unset: unsetVariables() }), watch, signal);
		signal?.throwIfAborted();
		if (watch.exitCode === undefined) {
			throw new OutcomeUnknownError('The debugger does not tell how the program ended: run the test to know.');
		}
		const { stdout, stderr } = watch;
		const durationMs = Math.round(performance.now() - startedAt);
		return { stdout, stderr, exitCode: watch.exitCode, timedOut: false, durationMs };
	}

	/** Returns when the session has ended, which aborting makes it do. */
	private async debug(
		configuration: ReturnType<DebugLaunch['configuration']>,
		watch: DebugWatch,
		signal: AbortSignal | undefined,
	): Promise<void> {
		signal?.throwIfAborted();
		const session = new OwnDebugSession(watch);
		const stop = () => void session.stop();
		signal?.addEventListener('abort', stop);
		try {
			const given = session.marked({ request: 'launch', ...configuration, name: 'Bug Reproducer' });
			const folder = vscode.workspace.workspaceFolders?.[0];
			// What the person has not saved is in the copy, and theirs to save.
			const options = { suppressSaveBeforeStart: true, testRun: this.testRun };
			if (!(await vscode.debug.startDebugging(folder, given, options))) {
				throw new UserError(`VS Code did not start its debugger "${configuration.type}".`);
			}
			await session.ended;
		} finally {
			signal?.removeEventListener('abort', stop);
			session.dispose();
		}
	}
}

/** The folder a copy was made of: where a debugger finds the files the person knows. Of several, none. */
function workspaceOf(copy: string): string {
	const [only, ...others] = workspaceRoots();
	return only !== undefined && others.length === 0 ? only.dir : copy;
}

/** Of an extension's manifest, whatever stands in it. */
function debuggerTypes(manifest: { readonly contributes?: { readonly debuggers?: unknown } }): readonly unknown[] {
	const debuggers: unknown = manifest.contributes?.debuggers;
	return Array.isArray(debuggers) ? debuggers.map((each: { readonly type?: unknown }) => each?.type) : [];
}
