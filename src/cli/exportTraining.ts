import { resolve } from 'node:path';
import { parseDiff } from '../runs/pure/diff/parseDiff';
import type { Run } from '../runs/pure/fold/run';
import { type TrainingFormat, trainingExport } from '../sharing/pure/training/trainingExport';
import { readChosenFile } from '../system/node/files/regularFile';
import { UserError } from '../system/pure/errors/userError';
import { counted } from '../system/pure/text/counted';
import { decodeText } from '../system/pure/text/decodeText';
import { type Command, type CommandCall, textOption, UsageError } from './command';
import { hiddenFilesOf } from './hiddenFilesOf';
import { writeChosen } from './writeChosen';

const fixLimitMb = 16;

/** Options of an export beside its format. */
export const exportOptions = {
	fix: { type: 'string' },
	out: { type: 'string' },
	preview: { type: 'boolean' },
	seed: { type: 'string' },
	yes: { type: 'boolean', short: 'y' },
} as const satisfies Command['options'];

/** Throws `UsageError` for an option that an export in this format does not use. */
export function refuseOptionsOfOthers(format: string, { values }: Pick<CommandCall, 'values'>): void {
	for (const option of ['fix', 'seed']) {
		if (values[option] !== undefined && format !== 'labelled') {
			throw new UsageError(`--${option} goes with --format labelled.`);
		}
	}
}

/**
 * Writes training data from a run as JSON lines, once the user has seen and confirmed it; `--preview` only shows it.
 */
export async function exportTraining(run: Run, format: TrainingFormat, call: CommandCall): Promise<number> {
	const { values, terminal } = call;
	const out = textOption(values, 'out');
	if (out === undefined && values.preview !== true) {
		throw new UsageError(`--format ${format} needs --out FILE, or --preview to see what would be written.`);
	}
	const committed = committedFix(call);
	const { rows, nHidden } = await trainingExport(run, {
		...{ format, hidden: await hiddenFilesOf(run, call), seed: textOption(values, 'seed') ?? '1' },
		...(committed !== undefined && { committed }),
	});
	const lines = rows.map(row => `${JSON.stringify(row)}\n`);
	const what = counted(rows.length, format === 'labelled' ? 'set' : 'pair');
	if (nHidden > 0) {
		terminal.note(
			`Left out, because they change files that are hidden from models: ${counted(nHidden, 'patch', 'patches')}.`,
		);
	}
	if (values.preview === true || out === undefined) {
		terminal.printBytes(Buffer.from(lines.join('')));
		terminal.note(`Nothing was written. This is what would be: ${what}.`);
		return 0;
	}
	if (values.yes !== true) {
		terminal.note(lines.join(''));
		if (!(await terminal.confirm(`Write ${what} to ${out}?`))) {
			terminal.note('Nothing was written. Pass --yes to write it without a question.');
			return 1;
		}
	}
	await writeChosen(resolve(out), lines);
	terminal.note(`Wrote ${what} to ${out}.`);
	return 0;
}

function committedFix({ values }: CommandCall): string | undefined {
	const file = textOption(values, 'fix');
	if (file === undefined) {
		return undefined;
	}
	const text = decodeText(readChosenFile(resolve(file), fixLimitMb));
	if (text === undefined || parseDiff(text).length === 0) {
		throw new UserError(`${file} is not a unified diff: give the fix that was committed as \`git show\` prints it.`);
	}
	return text;
}
