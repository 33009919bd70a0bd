import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import { pickRow, showMessage } from '../display';
import type { Services } from '../services';

/** Imports a run of another tool and shows it. Asks for the file, and for an evaluation of its patches, where none is given. */
export async function importRunFile(services: Services, file?: unknown, evaluation?: unknown): Promise<void> {
	const { runs, clock, controller, extension } = services;
	const files = file instanceof vscode.Uri ? { file, evaluation: uriOf(evaluation) } : await chooseFiles();
	if (files === undefined) {
		return;
	}
	const { importRun } = await import('../../node/runs/importRun');
	const paths = {
		file: diskPath(files.file),
		...(files.evaluation !== undefined && { evaluation: diskPath(files.evaluation) }),
	};
	const version = String(extension.extension.packageJSON.version);
	const { runId } = await importRun(paths, { runs, clock, version });
	await controller.open(runId);
	await services.trajectory.focus();
	const { treeCounts, treeCountsText } = await import('../../core/model/actionTree/treeCounts');
	const { run } = services.shown;
	if (run?.id === runId) {
		void showMessage('Information', `Imported: ${treeCountsText(treeCounts(run))}.`);
	}
}

interface ChosenFiles {
	readonly file: vscode.Uri;
	readonly evaluation: vscode.Uri | undefined;
}

/** Undefined: the user cancelled. */
async function chooseFiles(): Promise<ChosenFiles | undefined> {
	const file = await chooseFile('Import Run', { 'DARS and SWE-agent': ['root', 'traj'], 'All files': ['*'] });
	if (file === undefined || !file.path.endsWith('.root')) {
		return file && { file, evaluation: undefined };
	}
	const without = { label: 'Without an Evaluation' };
	const choose = { label: 'Choose Evaluation…', description: 'overall_evaluation_results.json of DARS' };
	const answer = await pickRow([without, choose], { title: 'Which patches are right?' });
	if (answer?.label === without.label) {
		return { file, evaluation: undefined };
	}
	const evaluation = answer && (await chooseFile('Evaluation of the Patches', { JSON: ['json'] }));
	return evaluation && { file, evaluation };
}

async function chooseFile(title: string, filters: Record<string, string[]>): Promise<vscode.Uri | undefined> {
	const [file] = (await vscode.window.showOpenDialog({ title, openLabel: 'Import', filters })) ?? [];
	return file;
}

function uriOf(argument: unknown): vscode.Uri | undefined {
	return argument instanceof vscode.Uri ? argument : undefined;
}

function diskPath(uri: vscode.Uri): string {
	if (uri.scheme !== 'file') {
		throw new UserError(`${uri.toString()} is not on the disk of this machine. Copy it there, and choose the copy.`);
	}
	return uri.fsPath;
}
