import * as vscode from 'vscode';
import detail from './executionConsent.md';

/** What the person lets happen: programs the model writes are run, or patches are only written. */
export type ExecutionConsent = 'run' | 'onlyWrite';

const run = 'Run Them';
const onlyWrite = 'Only Write Patches';

/** Asks before anything a model wrote is run, each time; undefined: the person changed their mind. A folder that is not trusted runs nothing. */
export async function askToExecute(model: string): Promise<ExecutionConsent | undefined> {
	if (!vscode.workspace.isTrusted) {
		return 'onlyWrite';
	}
	const answer = await vscode.window.showWarningMessage(
		`Let Faultline run programs that ${model} writes?`,
		{
			modal: true,
			detail: detail.trim(),
		},
		run,
		onlyWrite,
	);
	return answer === run ? 'run' : answer === onlyWrite ? 'onlyWrite' : undefined;
}
