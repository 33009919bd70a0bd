import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import { modelsOf } from '../../runs/pure/fold/spent';
import { type ExportFormat, exportFormats, exportRun, formatNames } from '../../sharing/pure/exports/exportRun';
import { redactionLines } from '../../sharing/pure/exports/redactionText';
import { sharedRun } from '../../sharing/pure/exports/sharedRun';
import { isoTime } from '../../system/node/systemClock';
import { UserError } from '../../system/pure/errors/userError';
import { askModal, pickRow } from '../display';
import { engineText } from '../engineText';
import { UserFiles } from '../patches/userFiles';
import type { Services } from '../services';
import { priceOf, readSettings } from '../settings/settings';
import { workspaceRoots } from '../workspacePaths';

const details: Readonly<Record<ExportFormat, string>> = {
	md: vscode.l10n.t('a report to read, search and paste'),
	html: vscode.l10n.t('the same as one page, without scripts'),
	json: vscode.l10n.t('to be opened and replayed in Faultline, or read by programs (JSON Schema)'),
	atif: vscode.l10n.t('Agent Trajectory Interchange Format 1.6, for other tools'),
	traj: vscode.l10n.t('for the tools of SWE-agent'),
};

/** The most lines on omissions that a dialog shows. */
const shownLines = 12;

/**
 * Exports the run shown, or the given one: asks for the format, shows the omissions, and then asks for the path to save
 * it to. Nothing is written before. Throws `UserError`.
 */
export async function exportRunFile(services: Services, argument?: unknown, given?: unknown): Promise<void> {
	const { runs, shown, extension } = services;
	const id = typeof argument === 'string' ? argument : shown.run?.id;
	if (id === undefined) {
		throw new UserError('There is no run to export. Open one first.', { cures: [{ kind: 'showRuns' }] });
	}
	const format = exportFormats.find(each => each === given) ?? (await chooseFormat());
	if (format === undefined) {
		return;
	}
	const hidden = await readAiIgnore(new DiskFiles(workspaceRoots()));
	const run = sharedRun(await runs.read(id), { hidden, homes: [homedir()] });
	const text = await exportRun(run, {
		...{ format, isoTime, version: String(extension.extension.packageJSON.version) },
		price: priceOf(modelsOf(run.run), readSettings()),
	});
	if (await confirms(run.run.title, format, redactionLines(run.redactions))) {
		await save(run.run.id, format, text);
	}
}

async function chooseFormat(): Promise<ExportFormat | undefined> {
	const rows = exportFormats.map(format => ({
		...{ label: labelOf(format), description: `.${formatNames[format].ending}`, detail: details[format] },
		format,
	}));
	const options = {
		title: vscode.l10n.t('Export Run'),
		placeHolder: vscode.l10n.t('Choose a format'),
		matchOnDetail: true,
	};
	return (await pickRow(rows, options))?.format;
}

/** Shows the parts of the run that are not in the export. */
async function confirms(title: string, format: ExportFormat, lines: readonly string[]): Promise<boolean> {
	const save = vscode.l10n.t('Save As…');
	const more = lines.length - shownLines;
	const detail = [
		...(lines.length === 0
			? [vscode.l10n.t('Nothing had to be removed. Read it before you share it.')]
			: lines.slice(0, shownLines).map(engineText)),
		...(more > 0 ? [vscode.l10n.t('And {0} more.', more)] : []),
	];
	const question = vscode.l10n.t('Export "{0}" as {1}?', title, labelOf(format));
	return (await askModal(question, detail.join('\n'), save)) === save;
}

function labelOf(format: ExportFormat): string {
	return engineText(formatNames[format].label);
}

async function save(runId: string, format: ExportFormat, text: string): Promise<void> {
	const { ending } = formatNames[format];
	const name = `faultline-${runId}.${ending}`;
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
	const target = await vscode.window.showSaveDialog({
		...{
			title: vscode.l10n.t('Export Run'),
			saveLabel: vscode.l10n.t('Export'),
			defaultUri: vscode.Uri.joinPath(folder, name),
		},
		filters: { [labelOf(format)]: [ending.split('.').at(-1) ?? ending] },
	});
	if (target !== undefined) {
		await new UserFiles().saveChosen(target, text);
	}
}
