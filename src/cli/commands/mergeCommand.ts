import { resolve } from 'node:path';
import { type MergedBatch, mergeBatches, predictionsOf } from '../../research/node/batches/mergeBatches';
import { writeAtomically } from '../../system/node/files/writeAtomically';
import { type Command, type CommandCall, textOption, UsageError } from '../command';
import help from './mergeHelp.md';

/** `faultline merge`: from the folders of a batch to one file of predictions. */
export const mergeCommand: Command = {
	name: 'merge',
	help,
	options: { out: { type: 'string' }, name: { type: 'string' }, mixed: { type: 'boolean' } },
	async run(call) {
		const { values, positionals, terminal } = call;
		if (positionals.length === 0) {
			throw new UsageError('merge needs the folder of a batch, its --output. See `faultline merge --help`.');
		}
		const merged = await mergeBatches(
			positionals.map(path => resolve(path)),
			values.mixed === true,
		);
		const predictions = predictionsOf(merged, textOption(values, 'name') ?? nameOf(merged));
		const summary = summaryOf(merged);
		const lines = predictions.map(each => `${JSON.stringify(each)}\n`);
		const out = textOption(values, 'out');
		if (out !== undefined) {
			await writeAtomically(resolve(out), lines);
		} else if (values.json !== true) {
			terminal.printBytes(Buffer.from(lines.join('')));
		}
		if (values.json === true) {
			terminal.printJson({ ...summary, ...(out === undefined && { predictions }) });
		} else {
			noteSummary(merged, call);
		}
		return summary.missing.length === 0 ? 0 : 1;
	},
};

function nameOf({ settings: { engine, version } }: MergedBatch): string {
	return `faultline-${version.replace(/ \(build .*/, '')}-${engine.replace(/ at .*/, '')}`;
}

function summaryOf({ results, missing, damaged, nRepeated }: MergedBatch) {
	const failed = results.filter(({ state }) => state === 'failed');
	return {
		done: results.length - failed.length,
		failed: failed.map(({ instance_id, reason = '' }) => ({ instance_id, reason })),
		missing,
		damaged,
		repeated: nRepeated,
	};
}

function noteSummary(merged: MergedBatch, { terminal }: CommandCall): void {
	const { done, failed, missing, damaged } = summaryOf(merged);
	failed.forEach(({ instance_id: id, reason }) => {
		terminal.note(`${id} failed: ${reason.split('\n')[0]}`);
	});
	damaged.forEach(path => {
		terminal.note(`${path} is damaged: its issue counts as missing.`);
	});
	if (missing.length > 0) {
		const more = missing.length > 5 ? ' …' : '';
		terminal.note(`Missing: ${missing.slice(0, 5).join(', ')}${more}. Run the batch again.`);
	}
	terminal.note(`${done} done, ${failed.length} failed, ${missing.length} missing.`);
}
