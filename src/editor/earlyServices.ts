import * as vscode from 'vscode';
import type { FailedCommands } from './failedCommands/failedCommands';

/** The services that exist from the activation on. */
export interface EarlyServices {
	readonly extension: vscode.ExtensionContext;
	readonly context: ContextValues;
	readonly failedCommands: FailedCommands;
}

/** The pages that show the run, in the sidebar and as a tab. */
export interface RunPages {
	readonly view: vscode.WebviewViewProvider;
	readonly tab: vscode.WebviewPanelSerializer;
}

/** The handlers that VS Code calls without a command. */
export interface OpenedDoors extends RunPages {
	readonly tools: CalledTools;
	readonly chat: vscode.ChatRequestHandler;
	/** Follows links from outside of VS Code. */
	readonly links: vscode.UriHandler;
}

/** The public tools, by their names in package.json. `input`: any JSON object. */
export interface CalledTools {
	prepare(name: string, input: ToolInput): Promise<vscode.PreparedToolInvocation>;
	invoke(name: string, call: ToolInvocation, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult>;
}

export type ToolInvocation = Pick<
	vscode.LanguageModelToolInvocationOptions<ToolInput>,
	'input' | 'toolInvocationToken'
>;

export type ToolInput = Readonly<Record<string, unknown>>;

/** Sets context keys, which control the palette, the menus and the views. Unchanged values are not sent again. */
export class ContextValues {
	private readonly values = new Map<string, unknown>();

	set(key: string, value: boolean | string): void {
		if (this.values.get(key) !== value) {
			this.values.set(key, value);
			void vscode.commands.executeCommand('setContext', key, value);
		}
	}
}
