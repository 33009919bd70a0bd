import * as vscode from 'vscode';
import type { FailedTest } from '../../localizer/pure/brief/failedTest';
import { UserError } from '../../system/pure/errors/userError';
import { isRecord } from '../../system/pure/fields';
import { withoutEscapes } from '../../system/pure/text/terminalText';
import { showMessage } from '../display';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { pathOfUri } from '../workspacePaths';
import { readTerminals } from './failedCommandOffer';
import { locateCiJob } from './locateCiJob';
import { placeOf, problemAtCaret, readProblem } from './problems';
import { problemIssueText } from './problemText';
import { locateCommand, locateText, startLocating } from './startLocating';

/** Registers the entry points of a run: the palette, and the menus of selections, problems, failed tests and terminals. */
export function registerLocate(services: Services): vscode.Disposable {
	const { log, controller, failedCommands: failed } = services;
	const entryPoint = (id: string, open: (...args: readonly unknown[]) => Promise<void>) =>
		registerCommand(log, id, async (...args) => {
			await readTerminals(services);
			await open(...args);
		});
	return vscode.Disposable.from(
		// Also a run begun in the view.
		controller.onDidChangeSession(() => controller.isRunning && void readTerminals(services)),
		entryPoint(commands.runStart, () => startLocating(services, failed)),
		entryPoint(commands.runStartFromSelection, () => locateSelection(services)),
		entryPoint(commands.runStartFromTest, argument => locateFailedTest(services, argument)),
		entryPoint(commands.runStartFromProblem, (uri, problem) => locateProblem(services, uri, problem)),
		entryPoint(commands.runStartFromCommand, () => locateCommand(services, failed)),
		entryPoint(commands.runStartFromCi, () => locateCiJob(services)),
	);
}

async function locateSelection(services: Services): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined || editor.selection.isEmpty) {
		throw new UserError('Nothing is selected. Select the text of the issue in an editor first.');
	}
	const { document, selection } = editor;
	const ref = `${vscode.workspace.asRelativePath(document.uri)}:${selection.start.line + 1}`;
	await locateText(services, document.getText(selection), { kind: 'selection', ref });
}

/** Locates from the problem of a quick fix, else from the one at the caret. Throws `UserError` if there is none. */
async function locateProblem(services: Services, uri: unknown, problem: unknown): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	const isNamed = uri instanceof vscode.Uri && problem instanceof vscode.Diagnostic;
	const found = isNamed ? problem : problemAtCaret(editor);
	const place = isNamed ? uri : editor?.document.uri;
	if (found === undefined || place === undefined) {
		throw new UserError(
			'There is no error here whose cause may be elsewhere. Move the cursor to a type error or a failed test.',
		);
	}
	const document = await vscode.workspace.openTextDocument(place);
	const source = { kind: 'problem', ref: placeOf(new vscode.Location(place, found.range)) } as const;
	await locateText(services, problemIssueText(readProblem(document, found)), source);
}

/** Maximum lines of a test; longer tests are cut. */
const codeLines = 200;

/**
 * Locates from a failure in one of VS Code's test menus. For only a test, and so for a row of Test Results that shows a
 * test and its only message, VS Code does not pass the failure to extensions: then the user is shown the rows for which
 * it does, and may continue with the test's code. Throws `UserError` if the argument is not a test.
 */
async function locateFailedTest(services: Services, argument: unknown): Promise<void> {
	const failed = readTestArgument(argument);
	if (failed === undefined) {
		throw new UserError('Select a failed test in Test Results.');
	}
	const known = failed.message === undefined ? await withoutMessage(failed, testItemOf(argument)) : failed;
	if (known !== undefined) {
		const { testIssueText, testSource } = await import('../../localizer/pure/brief/failedTest');
		await locateText(services, testIssueText(known, await services.index.languages()), testSource(known));
	}
}

async function withoutMessage(failed: FailedTest, item: vscode.TestItem | undefined): Promise<FailedTest | undefined> {
	const show = vscode.l10n.t('Show Test Results');
	const useCode = vscode.l10n.t('Use the Test Itself');
	const code = item && (await codeOf(item));
	const answer = await showMessage(
		'Information',
		vscode.l10n.t(
			'VS Code does not report why {0} failed. Use the button at its message in Test Results instead.',
			`${failed.names.at(-1)}`,
		),
		...[show, ...(code === undefined ? [] : [useCode])],
	);
	if (answer === show) {
		await vscode.commands.executeCommand('workbench.panel.testResults.view.focus');
	}
	return answer === useCode && code !== undefined ? { ...failed, code } : undefined;
}

async function codeOf({ uri, range }: vscode.TestItem): Promise<string | undefined> {
	if (uri === undefined || range === undefined) {
		return undefined;
	}
	const document = await vscode.workspace.openTextDocument(uri);
	const end = Math.min(range.end.line, range.start.line + codeLines);
	return document.getText(document.validateRange(new vscode.Range(range.start.line, 0, end, Number.MAX_SAFE_INTEGER)));
}

/**
 * The failure in an argument of VS Code's test menus: `{ test, message }` for a message, only the test for a test.
 * Undefined for anything else. `message` is absent if VS Code does not pass it.
 */
export function readTestArgument(argument: unknown): FailedTest | undefined {
	if (isMessageArgument(argument)) {
		const { test, message } = argument;
		return { ...ofItem(test), ...ofMessage(message) };
	}
	return isTestItem(argument) ? ofItem(argument) : undefined;
}

/** The test among the arguments of a menu. */
function testItemOf(argument: unknown): vscode.TestItem | undefined {
	if (isMessageArgument(argument)) {
		return argument.test;
	}
	return isTestItem(argument) ? argument : undefined;
}

function ofItem(item: vscode.TestItem): FailedTest {
	const place = item.uri && placeText(item.uri, item.range?.start);
	const file = item.uri && pathOfUri(item.uri);
	// For a suite that could not be loaded, this error is the only information.
	const error = item.error && textOf(item.error);
	const where = { ...(file && { file }), ...(place && { place }) };
	return { names: namesOf(item), id: item.id, ...where, ...(error && { message: error }) };
}

function ofMessage({
	message,
	expectedOutput,
	actualOutput,
	location,
	stackTrace,
}: vscode.TestMessage): Partial<FailedTest> {
	const place = location && placeText(location.uri, location.range.start);
	const frames = stackTrace?.map(({ label, uri, position }) => ({
		label,
		...(uri && { place: placeText(uri, position) }),
	}));
	return {
		message: withoutEscapes(textOf(message)).replaceAll('\r\n', '\n'),
		...(place && { place }),
		...(expectedOutput !== undefined && { expected: expectedOutput }),
		...(actualOutput !== undefined && { actual: actualOutput }),
		...(frames && { frames }),
	};
}

function namesOf(item: vscode.TestItem): string[] {
	return [...(item.parent ? namesOf(item.parent) : []), item.label];
}

function textOf(text: string | vscode.MarkdownString): string {
	return typeof text === 'string' ? text : text.value;
}

/** Path in the workspace, or on disk, with the 1-based line and column. */
function placeText(uri: vscode.Uri, position: vscode.Position | undefined): string {
	const path = pathOfUri(uri) ?? uri.fsPath;
	return position === undefined ? path : `${path}:${position.line + 1}:${position.character + 1}`;
}

function isMessageArgument(value: unknown): value is { test: vscode.TestItem; message: vscode.TestMessage } {
	return isRecord(value) && isTestItem(value.test) && isRecord(value.message) && isText(value.message.message);
}

function isTestItem(value: unknown): value is vscode.TestItem {
	return isRecord(value) && typeof value.id === 'string' && typeof value.label === 'string';
}

function isText(value: unknown): value is string | vscode.MarkdownString {
	return typeof value === 'string' || (isRecord(value) && typeof value.value === 'string');
}
