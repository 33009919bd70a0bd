import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { modelsOf } from '../../core/model/run/spent';
import { readAiIgnore } from '../../core/outgoing/aiIgnore';
import { type ExportFormat, exportFormats, exportRun, formatNames } from '../../core/sharing/exportRun';
import { redactionLines } from '../../core/sharing/redactionText';
import { sharedRun } from '../../core/sharing/sharedRun';
import { UserError } from '../../core/util/userError';
import { DiskFiles } from '../../node/diskFiles';
import { isoTime } from '../../node/systemClock';
import { askModal, pickRow } from '../display';
import { UserFiles } from '../patches/userFiles';
import type { Services } from '../services';
import { priceOf, readSettings } from '../settings';
import { workspaceRoots } from '../workspacePaths';

const details: Readonly<Record<ExportFormat, string>> = {
	md: 'a report to read, search and paste',
	html: 'the same as one page, without scripts',
	json: 'to be opened and replayed in Faultline, or read by programs (JSON Schema)',
	atif: 'Agent Trajectory Interchange Format 1.6, for other tools',
	traj: 'for the tools of SWE-agent',
};

/** Most lines of what is left out that a dialog shows. */
const shownLines = 12;

/**
 * Exports the run shown, or the given one: asks for the format, shows what is left out, and then where to save it. Nothing
 * is written before. Throws `UserError`.
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
		...{ label: formatNames[format].label, description: `.${formatNames[format].ending}`, detail: details[format] },
		format,
	}));
	return (await pickRow(rows, { title: 'Export Run', placeHolder: 'Choose a format', matchOnDetail: true }))?.format;
}

/** Shows what of the run is not in the export. */
async function confirms(title: string, format: ExportFormat, lines: readonly string[]): Promise<boolean> {
	const save = 'Save As…';
	const more = lines.length - shownLines;
	const detail = [
		...(lines.length === 0 ? ['Nothing had to be removed. Read it before you share it.'] : lines.slice(0, shownLines)),
		...(more > 0 ? [`And ${more} more.`] : []),
	];
	const question = `Export "${title}" as ${formatNames[format].label}?`;
	return (await askModal(question, detail.join('\n'), save)) === save;
}

async function save(runId: string, format: ExportFormat, text: string): Promise<void> {
	const { label, ending } = formatNames[format];
	const name = `faultline-${runId}.${ending}`;
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
	const target = await vscode.window.showSaveDialog({
		...{ title: 'Export Run', saveLabel: 'Export', defaultUri: vscode.Uri.joinPath(folder, name) },
		filters: { [label]: [ending.split('.').at(-1) ?? ending] },
	});
	if (target !== undefined) {
		await new UserFiles().saveChosen(target, text);
	}
}
