import * as vscode from 'vscode';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';

/** The run that all views show: one at a time, live or from disk. Views read it and keep no copy. */
export class ShownRun implements vscode.Disposable {
	private readonly showed = new vscode.EventEmitter<Run | undefined>();
	private readonly changed = new vscode.EventEmitter<RunEvent>();
	private current: RunLog | undefined;
	private stopListening: () => void = () => undefined;

	/** Another run is shown, or none. */
	readonly onDidShow = this.showed.event;
	/** An event was added to the run shown. */
	readonly onDidChange = this.changed.event;

	get run(): Run | undefined {
		return this.current?.run;
	}

	get log(): RunLog | undefined {
		return this.current;
	}

	show(log: RunLog | undefined): void {
		this.stopListening();
		this.current = log;
		this.stopListening = log?.onEvent(event => this.changed.fire(event)) ?? (() => undefined);
		this.showed.fire(log?.run);
	}

	dispose(): void {
		this.stopListening();
		this.showed.dispose();
		this.changed.dispose();
	}
}
