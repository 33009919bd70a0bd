import * as vscode from 'vscode';
import { patchesInFiles } from '../../patches/pure/acceptance/shownPatches';
import type { PatchDecisions } from '../../runs/pure/events/patchDecisions';
import type { TestRun } from '../../runs/pure/fold/run';
import { patchName, type ShownPatch } from '../../runs/pure/fold/shownPatch';
import { shownTestRuns } from '../../runs/pure/fold/shownTestRuns';
import { UserError } from '../../system/pure/errors/userError';
import { readRun } from '../currentRun/readRun';
import { askInput, showMessage } from '../display';
import { engineText } from '../engineText';
import { commands } from '../ids';
import { DecisionLogs } from '../patches/decisionLogs';
import type { Services } from '../services';
import { settingNames } from '../settings/settingNames';
import { readSettings } from '../settings/settings';
import { uriOfPath } from '../workspacePaths';

export type RunTestsDeps = Pick<Services, 'patches' | 'shown' | 'runs' | 'clock'>;

/**
 * Runs the project's tests on the user's own files, in a terminal, records in the run shown how they ended and with
 * which patches, and notifies the user. Asks for the command once.
 */
export async function runTests(deps: RunTestsDeps): Promise<void> {
	const taken = () => deps.patches.patches().find(({ state }) => state === 'accepted' || state === 'partial');
	const folder = folderOf(taken());
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
	const record = await beginRecord(deps);
	const exitCode = await runInTerminal(command, folder);
	if (exitCode === undefined) {
		return;
	}
	const isOnly = vscode.workspace.workspaceFolders?.length === 1;
	const text = await record({ command, exitCode, ...(!isOnly && { folder: folder.name }) });
	await showEnd(testEndText(exitCode, text, taken()), exitCode === 0 ? undefined : taken());
}

/** The folder of an accepted patch, else the first folder. */
function folderOf(patch: ShownPatch | undefined): vscode.WorkspaceFolder | undefined {
	const uri = patch?.files[0] && uriOfPath(patch.files[0].path);
	return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

type TestsEnd = Omit<TestRun, 'patches' | 'isMixed'>;

/**
 * Notes the parts of the run's patches that the files contain. Returns a function that records the end of the tests, as
 * text.
 */
async function beginRecord({
	shown,
	runs,
	clock,
}: RunTestsDeps): Promise<(end: TestsEnd) => Promise<string | undefined>> {
	const { run } = shown;
	if (run === undefined || run.isReadOnly) {
		return async () => undefined;
	}
	const { id, nodes } = run;
	const logs = new DecisionLogs(runs, shown, clock);
	const before = await logs.decisions(id);
	const patches = patchesInFiles({ nodes, decisions: before });
	return async end => {
		const isMixed = writesOf(before) !== writesOf(await logs.decisions(id));
		await logs.emit(id, { type: 'testsRan', ...end, patches, ...(isMixed && { isMixed }) });
		return shownTestRuns(await readRun(id, runs, shown))[0]?.text;
	};
}

/** Differs after every write because of a patch. */
function writesOf({ written, unfinished }: PatchDecisions): string {
	return [...written, ...unfinished].map(({ write }) => write).join();
}

/**
 * How the tests ended (`text`: as the run shows it), and the reproducer's result for the patch that the files contain.
 */
export function testEndText(exitCode: number, text: string | undefined, patch: ShownPatch | undefined): string {
	const ended = text === undefined ? plainEndText(exitCode) : engineText(text);
	return patch === undefined
		? vscode.l10n.t('{0}.', ended)
		: vscode.l10n.t('{0}. {1}: {2}.', ended, engineText(patchName(patch)), engineText(patch.verdict.why));
}

function plainEndText(exitCode: number): string {
	return exitCode === 0
		? vscode.l10n.t('Tests pass (exit code {0})', exitCode)
		: vscode.l10n.t('Tests fail (exit code {0})', exitCode);
}

async function showEnd(text: string, undoable: ShownPatch | undefined): Promise<void> {
	if (undoable === undefined) {
		await showMessage('Information', text);
		return;
	}
	const undo = vscode.l10n.t('Undo {0}', engineText(patchName(undoable)));
	if ((await showMessage('Warning', text, undo)) === undo) {
		await vscode.commands.executeCommand(commands.patchUndo, undoable.id);
	}
}

/** Stores the answer in the settings of the workspace. */
async function askForCommand(): Promise<string | undefined> {
	const answer = await askInput({
		title: vscode.l10n.t('Run Tests'),
		prompt: vscode.l10n.t(
			'The command that runs the tests of this project. It is kept in the setting {0}.',
			settingNames.fixTestCommand,
		),
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
	const task = new vscode.Task(
		{ type: 'faultline', fix: testsFix },
		folder,
		vscode.l10n.t('Tests'),
		'Faultline',
		shell,
		[],
	);
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
