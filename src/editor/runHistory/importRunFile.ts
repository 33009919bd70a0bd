import * as vscode from 'vscode';
import { UserError } from '../../system/pure/errors/userError';
import { pickRow, showMessage } from '../display';
import { engineText } from '../engineText';
import type { Services } from '../services';

/**
 * Imports a run of another tool and shows it. Asks for the file, and for an evaluation of its patches, if none is
 * given.
 */
export async function importRunFile(services: Services, file?: unknown, evaluation?: unknown): Promise<void> {
	const { runs, clock, controller, extension } = services;
	const files = file instanceof vscode.Uri ? { file, evaluation: uriOf(evaluation) } : await chooseFiles();
	if (files === undefined) {
		return;
	}
	const { importRun } = await import('../../sharing/node/importRun');
	const paths = {
		file: diskPath(files.file),
		...(files.evaluation !== undefined && { evaluation: diskPath(files.evaluation) }),
	};
	const version = String(extension.extension.packageJSON.version);
	const { runId } = await importRun(paths, { runs, clock, version });
	await controller.open(runId);
	await services.trajectory.focus();
	const { treeCounts, treeCountsText } = await import('../../runs/pure/fold/actionTree/treeCounts');
	const { run } = services.shown;
	if (run?.id === runId) {
		void showMessage('Information', vscode.l10n.t('Imported: {0}.', engineText(treeCountsText(treeCounts(run)))));
	}
}

interface ChosenFiles {
	readonly file: vscode.Uri;
	readonly evaluation: vscode.Uri | undefined;
}

/** Undefined: the user cancelled. */
async function chooseFiles(): Promise<ChosenFiles | undefined> {
	const filters = { [vscode.l10n.t('DARS and SWE-agent')]: ['root', 'traj'], [vscode.l10n.t('All files')]: ['*'] };
	const file = await chooseFile(vscode.l10n.t('Import Run'), filters);
	if (file === undefined || !file.path.endsWith('.root')) {
		return file && { file, evaluation: undefined };
	}
	const without = { label: vscode.l10n.t('Without an Evaluation') };
	const choose = {
		label: vscode.l10n.t('Choose Evaluation…'),
		description: vscode.l10n.t('{0} of DARS', 'overall_evaluation_results.json'),
	};
	const answer = await pickRow([without, choose], { title: vscode.l10n.t('Which patches are right?') });
	if (answer?.label === without.label) {
		return { file, evaluation: undefined };
	}
	const evaluation = answer && (await chooseFile(vscode.l10n.t('Evaluation of the Patches'), { JSON: ['json'] }));
	return evaluation && { file, evaluation };
}

async function chooseFile(title: string, filters: Record<string, string[]>): Promise<vscode.Uri | undefined> {
	const [file] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Import'), filters })) ?? [];
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
