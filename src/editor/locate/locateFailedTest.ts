import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import type { Services } from '../services';
import { type FailedTest, testIssueText } from './failedTest';
import { locateText } from './startLocating';
import { readTestArgument, testItemOf } from './testArgument';

/** Longer tests are cut. */
const codeLines = 200;

/**
 * Locates from a failure in one of VS Code's test menus. For a test alone, and so for a row of Test Results that shows a test
 * and its only message, VS Code hands the failure to no extension: then the person is told where it does, and may go on
 * with the test's code. Throws `UserError` for what is no test.
 */
export async function locateFailedTest(services: Services, argument: unknown): Promise<void> {
	const failed = readTestArgument(argument);
	if (failed === undefined) {
		throw new UserError('This is no failed test. Use the button at the message of a failure in the Test Results view.');
	}
	const known = failed.message === undefined ? await withoutMessage(failed, testItemOf(argument)) : failed;
	if (known !== undefined) {
		await locateText(services, testIssueText(known), { kind: 'test', ref: known.names.join(' › ') });
	}
}

async function withoutMessage(failed: FailedTest, item: vscode.TestItem | undefined): Promise<FailedTest | undefined> {
	const show = 'Show Test Results';
	const useCode = 'Use the Test Itself';
	const code = item && (await codeOf(item));
	const answer = await vscode.window.showInformationMessage(
		`VS Code does not tell why ${failed.names.at(-1)} failed. Use the button at its message in Test Results instead.`,
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
