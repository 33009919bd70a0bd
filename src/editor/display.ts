import * as vscode from 'vscode';
import { shownLine, shownText } from '../system/pure/text/shownText';

/**
 * The only module in which text becomes part of VS Code's interface. It may come from an issue, a repository or a
 * model, so it loses control characters, shows those that reorder it, and contains no link that VS Code follows.
 */

/** Properties of VS Code's items and views that it shows on one line. */
const lines = ['label', 'description', 'title', 'text', 'placeholder', 'placeHolder', 'prompt'];
const texts = ['tooltip', 'detail', 'message'];

/** Sets properties of an item or a view of VS Code; the texts that are shown are cleaned. Returns it. */
export function setShown<Target extends object>(target: Target, fields: Partial<NoInfer<Target>>): Target {
	return Object.assign(target, shownFields(fields));
}

export function treeItem(label: string, fields: Partial<vscode.TreeItem>): vscode.TreeItem {
	return setShown(new vscode.TreeItem(shownLine(label)), fields);
}

export function codeLens(range: vscode.Range, command: vscode.Command): vscode.CodeLens {
	return new vscode.CodeLens(range, shownFields(command));
}

export function testMessage(text: string): vscode.TestMessage {
	return new vscode.TestMessage(shownText(text));
}

export type MessageKind = 'Error' | 'Warning' | 'Information';

/** Shows a notification; resolves to the action that was clicked. */
export function showMessage<Action extends string>(
	kind: MessageKind,
	message: string,
	...actions: readonly Action[]
): Thenable<Action | undefined> {
	return vscode.window[`show${kind}Message`](messageText(message), ...actions);
}

/** Asks in a modal dialog, whose `detail` is shown below the message. */
export function askModal<Action extends string>(
	message: string,
	detail: string | undefined,
	...actions: readonly Action[]
): Thenable<Action | undefined> {
	const options = { modal: true, ...(detail !== undefined && { detail: shownText(detail) }) };
	return vscode.window.showWarningMessage(messageText(message), options, ...actions);
}

/** Shows a text in the status bar for some seconds; `$(name)` is an icon. */
export function showStatus(text: string, ms: number): void {
	vscode.window.setStatusBarMessage(shownLine(text), ms);
}

/** Shows the progress of work in the status bar while it runs. */
export function withStatus<T>(title: string, work: (show: (text: string) => void) => Promise<T>): Thenable<T> {
	return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: shownLine(title) }, progress =>
		work(text => progress.report({ message: shownLine(text) })),
	);
}

/** Lets the user choose a row. */
export function pickRow<Row extends vscode.QuickPickItem>(
	rows: readonly Row[],
	options: vscode.QuickPickOptions,
): Thenable<Row | undefined> {
	return vscode.window.showQuickPick(shownRows(rows), shownFields(options));
}

export function askInput(options: vscode.InputBoxOptions): Thenable<string | undefined> {
	return vscode.window.showInputBox(shownFields(options));
}

export function shownRows<Row extends vscode.QuickPickItem>(rows: readonly Row[]): Row[] {
	return rows.map(shownFields);
}

/** A hover or tooltip. Its links run only `enabledCommands`. */
export function markdownText(enabledCommands: readonly string[] = []): vscode.MarkdownString {
	const markdown = new vscode.MarkdownString('', true);
	markdown.isTrusted = enabledCommands.length > 0 && { enabledCommands };
	markdown.supportHtml = false;
	return markdown;
}

/**
 * Adds text of unknown origin without any markup. On one line: a line break would end the list or paragraph. VS Code
 * makes its blanks unbreakable, so a possible line break follows each.
 */
export function appendPlain(markdown: vscode.MarkdownString, text: string): void {
	markdown.appendText(shownLine(text).replaceAll(' ', ' \u200b'));
}

/** Adds lines of unknown origin as a block of code. */
export function appendCode(markdown: vscode.MarkdownString, text: string): void {
	markdown.appendMarkdown('\n\n').appendCodeblock(shownText(text));
}

/** A message for a place that VS Code itself fills, such as an error in a chat. */
export function plainMessage(text: string): string {
	return messageText(text);
}

/** Markdown that a model wrote: its links run no command, and VS Code loads no picture for it. */
export function modelMarkdown(text: string): vscode.MarkdownString {
	return markdownText().appendMarkdown(shownText(text).replaceAll('![', '!\\['));
}

/** VS Code makes a link of `[label](command:...)` in a notification, from any source. */
function messageText(message: string): string {
	return shownText(message).replaceAll('](', '] (');
}

function shownFields<Item extends object>(item: Item): Item {
	const shown = Object.entries(item).map(([key, value]) => [key, shownValue(key, value)]);
	return Object.fromEntries(shown) as Item;
}

function shownValue(key: string, value: unknown): unknown {
	if (typeof value === 'string') {
		return lines.includes(key) ? shownLine(value) : texts.includes(key) ? shownText(value) : value;
	}
	return key === 'accessibilityInformation' ? shownFields(value as vscode.AccessibilityInformation) : value;
}
