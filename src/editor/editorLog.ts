import * as vscode from 'vscode';
import { redactedLog } from '../outgoing/pure/gate/redactedLog';
import type { Log } from '../system/pure/log';

/** Faultline's output channel, without secrets. */
export interface EditorLog extends Log, vscode.Disposable {
	/** Opens the channel. */
	show(): void;
}

export function createEditorLog(): EditorLog {
	const channel = vscode.window.createOutputChannel('Faultline', { log: true });
	return { ...redactedLog(channel), show: () => channel.show(), dispose: () => channel.dispose() };
}
