import * as vscode from 'vscode';
import type { Execution } from '../../runs/pure/model/execution';
import { type Debugger, type DebugLaunch, OutcomeUnknownError } from '../../sandbox/pure/execution/debugger';
import { withheldNames } from '../../system/node/processes/childEnvironment';
import { findProgram } from '../../system/node/processes/findProgram';
import { UserError } from '../../system/pure/errors/userError';
import { BoundedText } from '../../system/pure/text/boundedText';
import { workspaceRoots } from '../workspacePaths';
import { DebuggerMissingError } from './debuggerMissingError';

/** The debuggers of VS Code, for the programs of one test run. */
export class ReproducerDebugger implements Debugger {
	constructor(
		private readonly testRun: vscode.TestRun,
		/** Names of the variables that programs get in addition to the usual ones. */
		private readonly variables: readonly string[],
	) {}

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
		const unset = withheldNames(process.env, this.variables);
		await this.debug(configuration({ program, workspace: workspaceOf(cwd), unset }), watch, signal);
		signal?.throwIfAborted();
		if (watch.exitCode === undefined) {
			throw new OutcomeUnknownError('The debugger does not report how the program ended. Run the test instead.');
		}
		const { stdout, stderr } = watch;
		const durationMs = Math.round(performance.now() - startedAt);
		return { stdout, stderr, exitCode: watch.exitCode, timedOut: false, durationMs };
	}

	/** Resolves when the session has ended. Aborting ends the session. */
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
			const marked = session.marked({ request: 'launch', ...configuration, name: vscode.l10n.t('Bug Reproducer') });
			const folder = vscode.workspace.workspaceFolders?.[0];
			// Unsaved changes are in the copy; saving them is up to the user.
			const options = { suppressSaveBeforeStart: true, testRun: this.testRun };
			if (!(await vscode.debug.startDebugging(folder, marked, options))) {
				throw new UserError(`VS Code did not start its debugger "${configuration.type}".`);
			}
			await session.ended;
		} finally {
			signal?.removeEventListener('abort', stop);
			session.dispose();
		}
	}
}

/** The folder that was copied, for a debugger to find the user's files. With several folders, the copy itself. */
function workspaceOf(copy: string): string {
	const [only, ...others] = workspaceRoots();
	return only !== undefined && others.length === 0 ? only.dir : copy;
}

/** The debugger types in an extension's manifest, which may be malformed. */
function debuggerTypes(manifest: { readonly contributes?: { readonly debuggers?: unknown } }): readonly unknown[] {
	const debuggers: unknown = manifest.contributes?.debuggers;
	return Array.isArray(debuggers) ? debuggers.map((each: { readonly type?: unknown }) => each?.type) : [];
}

/**
 * A debug session that is about to start, identified by a mark in its configuration. Debuggers may open more sessions in
 * it, for child processes: the first one reports about the program.
 */
class OwnDebugSession implements vscode.Disposable {
	private readonly mark = crypto.randomUUID();
	private readonly listening: vscode.Disposable;
	private session: vscode.DebugSession | undefined;
	private isStopped = false;

	/** Settles when the session has ended. To restart it, VS Code runs the test again. */
	readonly ended: Promise<void>;

	constructor(private readonly watch: DebugWatch) {
		const end = new vscode.EventEmitter<void>();
		this.ended = new Promise(resolve => {
			end.event(resolve);
		});
		this.listening = vscode.Disposable.from(
			end,
			vscode.debug.registerDebugAdapterTrackerFactory('*', {
				createDebugAdapterTracker: session => (this.isOwn(session) ? this.track(session) : undefined),
			}),
			vscode.debug.onDidTerminateDebugSession(session => {
				if (this.isOwn(session)) {
					end.fire();
				}
			}),
		);
	}

	/** The configuration to start it with. */
	marked(configuration: vscode.DebugConfiguration): vscode.DebugConfiguration {
		return { ...configuration, [markField]: this.mark };
	}

	async stop(): Promise<void> {
		this.isStopped = true;
		// Without a session, this would stop all sessions.
		if (this.session !== undefined) {
			// The first call only cancels the test, which may be the caller of this method.
			await vscode.debug.stopDebugging(this.session);
			await vscode.debug.stopDebugging(this.session);
		}
	}

	dispose(): void {
		this.listening.dispose();
	}

	private isOwn({ configuration, parentSession }: vscode.DebugSession): boolean {
		return configuration[markField] === this.mark && parentSession?.configuration[markField] !== this.mark;
	}

	private track(session: vscode.DebugSession): vscode.DebugAdapterTracker {
		this.session = session;
		if (this.isStopped) {
			void this.stop();
		}
		return {
			onWillReceiveMessage: (message: DebugMessage) => this.watch.onRequest(message),
			onDidSendMessage: (message: DebugMessage) => this.watch.onMessage(message),
		};
	}
}

const markField = '__faultline';

/** The parts read here of a message between an editor and a debugger (Debug Adapter Protocol). */
export interface DebugMessage {
	readonly type?: unknown;
	readonly event?: unknown;
	readonly command?: unknown;
	readonly body?: { readonly category?: unknown; readonly output?: unknown; readonly exitCode?: unknown };
}

interface WatchOptions {
	/** As in `DebugLaunch`. */
	readonly exitCode: string | null | undefined;
	readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
}

/** Collects output and exit code of the program from the messages of a debug session. */
export class DebugWatch {
	private readonly texts = { stdout: newText(), stderr: newText(), all: newText() };
	private reported: number | undefined;
	private hasEnded = false;
	private wasStopped = false;

	constructor(private readonly options: WatchOptions) {}

	get stdout(): string {
		return this.texts.stdout.text();
	}

	get stderr(): string {
		return this.texts.stderr.text();
	}

	/** Undefined if unknown: the debugger does not report it, or the user stopped the program. */
	get exitCode(): number | undefined {
		const { exitCode } = this.options;
		if (this.wasStopped || exitCode === null) {
			return undefined;
		}
		if (exitCode === undefined) {
			return this.reported;
		}
		const printed = [...this.texts.all.text().matchAll(new RegExp(exitCode, 'gm'))].at(-1)?.[1];
		return printed === undefined ? undefined : Number(printed);
	}

	/** Handles a message of the editor. */
	onRequest({ command }: DebugMessage): void {
		if (command === 'disconnect' || command === 'terminate') {
			this.wasStopped ||= !this.hasEnded;
		}
	}

	/** Handles a message of the debugger. */
	onMessage({ type, event, body }: DebugMessage): void {
		if (type !== 'event') {
			return;
		}
		if (event === 'output') {
			this.add(body?.category ?? 'console', body?.output);
		}
		if (event === 'exited' && typeof body?.exitCode === 'number') {
			this.reported = body.exitCode;
		}
		this.hasEnded ||= event === 'exited' || event === 'terminated';
	}

	private add(category: unknown, output: unknown): void {
		if (typeof output !== 'string' || category === 'telemetry') {
			return;
		}
		this.texts.all.add(output);
		if (category === 'stdout' || category === 'stderr') {
			this.texts[category].add(output);
			this.options.onOutput?.(category, output);
		}
	}
}

function newText(): BoundedText {
	return new BoundedText(400_000);
}
