import * as vscode from 'vscode';
import { patchName, type ShownPatch } from '../../core/model/shownPatch';
import { UserError } from '../../core/util/userError';
import { askInput, showMessage } from '../display';
import { commands } from '../ids';
import type { Services } from '../services';
import { readSettings } from '../settings';

/** Runs the project's tests on the user's own files, in a terminal, and shows how they ended. Asks for the command once. */
export async function runTests({ patches }: Pick<Services, 'patches'>): Promise<void> {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	if (folder === undefined) {
		throw new UserError('Open a folder first: its tests are run there.', { cures: [{ kind: 'openFolder' }] });
	}
	if (!vscode.workspace.isTrusted) {
		throw new UserError('This folder is in Restricted Mode. Trust it to run its tests.', {
			cures: [{ kind: 'trust' }],
		});
	}
	const command = readSettings().testCommand ?? (await askForCommand());
	if (command === undefined) {
		return;
	}
	const exitCode = await runInTerminal(command, folder);
	if (exitCode === undefined) {
		return;
	}
	const taken = patches.patches().find(({ state }) => state === 'accepted' || state === 'partial');
	await showEnd(testEndText(exitCode, taken), exitCode === 0 ? undefined : taken);
}

/** How the tests ended, and what the reproducer showed of the patch that the files contain. */
export function testEndText(exitCode: number, patch: ShownPatch | undefined): string {
	const ended = exitCode === 0 ? 'Tests pass (exit code 0).' : `Tests fail (exit code ${exitCode}).`;
	if (patch === undefined) {
		return ended;
	}
	const decided = patch.state === 'partial' ? `${patch.decided}, ` : '';
	return `${ended} ${patchName(patch)}: ${decided}${patch.verdict.why}.`;
}

async function showEnd(text: string, undoable: ShownPatch | undefined): Promise<void> {
	if (undoable === undefined) {
		await showMessage('Information', text);
		return;
	}
	const undo = `Undo ${patchName(undoable)}`;
	if ((await showMessage('Warning', text, undo)) === undo) {
		await vscode.commands.executeCommand(commands.patchUndo, undoable.id);
	}
}

/** Stores the answer in the settings of the workspace. */
async function askForCommand(): Promise<string | undefined> {
	const answer = await askInput({
		title: 'Run Tests',
		prompt: 'The command that runs the tests of this project. It is kept in the setting faultline.fix.testCommand.',
		placeHolder: 'npm test',
		ignoreFocusOut: true,
	});
	const command = answer?.trim() ?? '';
	if (command === '') {
		return undefined;
	}
	const settings = vscode.workspace.getConfiguration('faultline');
	await settings.update('fix.testCommand', command, vscode.ConfigurationTarget.Workspace);
	return command;
}

/** The exit code; undefined if the user terminated it. A task runs in a terminal, and reports its exit code. */
export async function runInTerminal(command: string, folder: vscode.WorkspaceFolder): Promise<number | undefined> {
	const shell = new vscode.ShellExecution(command, { cwd: folder.uri.fsPath });
	const task = new vscode.Task({ type: 'faultline', fix: testsFix }, folder, 'Tests', 'Faultline', shell, []);
	task.presentationOptions = { clear: true, panel: vscode.TaskPanelKind.Dedicated };
	const listening: vscode.Disposable[] = [];
	const ended = new Promise<number | undefined>(resolve => {
		const isOurs = ({ execution }: { readonly execution: vscode.TaskExecution }) =>
			execution.task.definition.fix === testsFix;
		vscode.tasks.onDidEndTaskProcess(event => isOurs(event) && resolve(event.exitCode), undefined, listening);
		// A task whose process never started ends as well.
		vscode.tasks.onDidEndTask(event => isOurs(event) && resolve(undefined), undefined, listening);
	});
	try {
		await vscode.tasks.executeTask(task);
		return await ended;
	} finally {
		vscode.Disposable.from(...listening).dispose();
	}
}

/** Instead of the id of a fix: these tasks share a panel of their own. */
const testsFix = 'tests';
