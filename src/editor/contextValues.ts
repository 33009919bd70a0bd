import * as vscode from 'vscode';

/** Sets context keys, which decide what the palette, the menus and the views offer; says nothing that is known already. */
export class ContextValues {
	private readonly values = new Map<string, unknown>();

	set(key: string, value: boolean | string): void {
		if (this.values.get(key) !== value) {
			this.values.set(key, value);
			void vscode.commands.executeCommand('setContext', key, value);
		}
	}
}
