import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type HiddenFiles, noHiddenFiles } from '../outgoing/pure/gate/aiIgnore';
import type { RunFiles } from '../runs/node/runFiles';
import type { Run } from '../runs/pure/fold/run';
import { type ExportFormat, exportFormats, exportRun, formatNames } from '../sharing/pure/exports/exportRun';
import { redactionCounts, redactionLines } from '../sharing/pure/exports/redactionText';
import { type SharedRun, sharedRun } from '../sharing/pure/exports/sharedRun';
import { isoTime } from '../system/node/systemClock';
import { type CommandCall, textOption } from './command';
import { hiddenFilesOf } from './hiddenFilesOf';
import { writeChosen } from './writeChosen';

export function readExportFormat(format: string): ExportFormat | undefined {
	return exportFormats.find(each => each === format);
}

/**
 * Prints a run in a format for others, or writes it to `--out`, once the user has seen the omissions and confirmed
 * them; `--preview` only shows that.
 */
export async function exportShared(run: Run, runs: RunFiles, format: ExportFormat, call: CommandCall): Promise<number> {
	const { values, terminal, version } = call;
	const out = textOption(values, 'out');
	const hidden = await sharingRules(run, call);
	const shared = sharedRun(await runs.read(run.id), { hidden, homes: [homedir()] });
	const text = await exportRun(shared, { format, version, isoTime });
	const what = `${formatNames[format].label}, ${sizeText(text)}`;
	if (values.preview === true) {
		if (values.json === true) {
			terminal.printJson({ format, bytes: Buffer.byteLength(text), redactions: shared.redactions });
		} else {
			terminal.print(previewText(shared, call));
		}
		terminal.note(`Nothing was written. It would be: ${what}.`);
		return 0;
	}
	if (out === undefined) {
		terminal.printBytes(Buffer.from(text));
		const counts = redactionCounts(shared.redactions);
		terminal.note(counts === undefined ? 'Nothing had to be removed.' : `${counts}: see --preview.`);
		return 0;
	}
	if (values.yes !== true) {
		terminal.note(previewText(shared, call));
		if (!(await terminal.confirm(`Write ${what} to ${out}?`))) {
			terminal.note('Nothing was written. Pass --yes to write it without a question.');
			return 1;
		}
	}
	await writeChosen(resolve(out), [text]);
	terminal.note(`Wrote ${what} to ${out}.`);
	return 0;
}

/** A run that was made elsewhere has no workspace here: its rules come from `--workspace`, if given. */
export async function sharingRules(run: Run, call: CommandCall): Promise<HiddenFiles> {
	const isForeign = run.imported !== undefined || run.openedFrom !== undefined;
	const isGiven = textOption(call.values, 'workspace') !== undefined;
	return isForeign && !isGiven ? noHiddenFiles : hiddenFilesOf(run, call);
}

function previewText({ redactions, run }: SharedRun, { values }: CommandCall): string {
	const lines = redactionLines(redactions);
	const isUnchecked =
		(run.imported !== undefined || run.openedFrom !== undefined) && textOption(values, 'workspace') === undefined;
	return [
		...(lines.length === 0 ? ['Nothing had to be removed.'] : lines),
		...(isUnchecked
			? ['Hidden files are not known: the run was made elsewhere. Give its folder with --workspace.']
			: []),
	].join('\n');
}

function sizeText(text: string): string {
	const bytes = Buffer.byteLength(text);
	return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000).toLocaleString('en')} KB`;
}
