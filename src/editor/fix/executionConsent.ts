import * as vscode from 'vscode';
import { fillTemplate } from '../../core/agent/fillTemplate';
import { askModal } from '../display';
import detail from './executionConsent.md';
import reproducers from './reproducerConsent.md';
import tests from './testConsent.md';

/** The user's decision: run programs that the model writes, or only write patches. */
export type ExecutionConsent = 'run' | 'onlyWrite';

const onlyWrite = 'Only Write Patches';

/**
 * Asks each time before anything a model wrote is run, and names the command that runs the tests on the patches.
 * Undefined: the user cancelled. Nothing is run in a folder that is not trusted.
 */
export async function askToExecute(model: string, testCommand?: string): Promise<ExecutionConsent | undefined> {
	if (!vscode.workspace.isTrusted) {
		return 'onlyWrite';
	}
	const run = 'Run Them';
	const answer = await askModal(
		`Let Faultline run programs that ${model} writes?`,
		[detail.trim(), ...testDetail(testCommand)].join('\n\n'),
		run,
		onlyWrite,
	);
	return answer === run ? 'run' : answer === onlyWrite ? 'onlyWrite' : undefined;
}

/** Asks each time before reproducers are run as tests. VS Code itself asks for trust before any test runs. */
export async function askToRunReproducers(model: string): Promise<boolean> {
	if (!vscode.workspace.isTrusted) {
		return false;
	}
	const run = 'Run';
	return (await askModal(`Run programs that ${model} wrote?`, reproducers.trim(), run)) === run;
}

function testDetail(command: string | undefined): string[] {
	return command === undefined ? [] : [fillTemplate(tests, { command }).trim()];
}
