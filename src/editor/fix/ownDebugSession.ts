import * as vscode from 'vscode';
import type { DebugMessage, DebugWatch } from './debugWatch';

/**
 * A debug session that is about to be started, known by a mark in its configuration. Debuggers may open more sessions in
 * it, for child processes: the first is the one that tells about the program.
 */
export class OwnDebugSession implements vscode.Disposable {
	private readonly mark = crypto.randomUUID();
	private readonly listening: vscode.Disposable;
	private session: vscode.DebugSession | undefined;
	private isStopped = false;

	/** Settles when the session has ended. To begin again VS Code runs the test again. */
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
		// Without a session this would stop all there are.
		if (this.session !== undefined) {
			// The first time VS Code only cancels the test, and that may be what brought us here.
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
