import type * as vscode from 'vscode';
import { withoutEscapes } from '../../core/util/withoutEscapes';
import { pathOfUri } from '../workspacePaths';
import type { FailedTest } from './failedTest';

/**
 * The failure behind an argument that VS Code's test menus give: `{ test, message }` for a message, the test alone for a
 * test. Undefined for anything else. `message` is absent where VS Code does not hand it over.
 */
export function readTestArgument(argument: unknown): FailedTest | undefined {
	if (isMessageArgument(argument)) {
		const { test, message } = argument;
		return { ...ofItem(test), ...ofMessage(message) };
	}
	return isTestItem(argument) ? ofItem(argument) : undefined;
}

/** The test among the arguments of a menu. */
export function testItemOf(argument: unknown): vscode.TestItem | undefined {
	if (isMessageArgument(argument)) {
		return argument.test;
	}
	return isTestItem(argument) ? argument : undefined;
}

function ofItem(item: vscode.TestItem): FailedTest {
	const place = item.uri && placeText(item.uri, item.range?.start);
	// What kept a suite from being loaded is all that is known of it.
	const error = item.error && textOf(item.error);
	return { names: namesOf(item), id: item.id, ...(place && { place }), ...(error && { message: error }) };
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
	return isObject(value) && isTestItem(value.test) && isObject(value.message) && isText(value.message.message);
}

function isTestItem(value: unknown): value is vscode.TestItem {
	return isObject(value) && typeof value.id === 'string' && typeof value.label === 'string';
}

function isText(value: unknown): value is string | vscode.MarkdownString {
	return typeof value === 'string' || (isObject(value) && typeof value.value === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
