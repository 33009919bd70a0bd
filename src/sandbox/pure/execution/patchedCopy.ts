import type { ExecutedTree } from '../../../runs/pure/model/executedTree';
import type { Execution } from '../../../runs/pure/model/execution';
import type { Patch } from '../../../runs/pure/model/patch';
import type { Checkout, Checkouts } from './checkouts';

/** In a checkout: Faultline's own programs and their records. */
export const ownFolder = '.faultline';

/** A scratch copy in which programs of a run are executed one after the other, reset before each use. */
export class PatchedCopy {
	private checkout: Promise<Checkout> | undefined;
	private contents: Promise<ExecutedTree> | undefined;

	constructor(
		private readonly checkouts: Checkouts,
		private readonly name: string,
		private readonly signal: AbortSignal,
	) {}

	/** Returns the workspace as it was, with the patch or without one. Throws `UserError` if no copy can be made. */
	async with(patch: Pick<Patch, 'diff'> | undefined): Promise<Checkout> {
		this.checkout ??= this.checkouts.create(this.name, this.signal);
		const checkout = await this.checkout;
		await checkout.reset();
		if (patch !== undefined && patch.diff !== '') {
			await checkout.apply(patch.diff);
		}
		return checkout;
	}

	/** The files of the workspace as it was. Throws `UserError` if no copy can be made, or a file cannot be read. */
	tree(): Promise<ExecutedTree> {
		this.contents ??= this.with(undefined).then(checkout => checkout.contents());
		return this.contents;
	}

	/** Deletes the copy. */
	async dispose(): Promise<void> {
		const checkout = await this.checkout?.catch(() => undefined);
		this.checkout = undefined;
		this.contents = undefined;
		await checkout?.dispose();
	}
}

/** As a log keeps it: without the copy's own path, which differs each time. */
export function keptExecution(execution: Execution, { folder }: Checkout): Execution {
	const shortened = (text: string) => headAndTail(text.replaceAll(`${folder}/`, ''));
	return { ...execution, stdout: shortened(execution.stdout), stderr: shortened(execution.stderr) };
}

interface HeadAndTailLimits {
	/** How many lines are kept, half of them from each end. */
	readonly lines: number;
	/** How many characters of a line are kept. */
	readonly lineLength: number;
}

/**
 * Returns the beginning and the end of an output, for a model: failures are reported at one of them. A line states how
 * many were left out. Line ends become `\n`.
 */
export function headAndTail(text: string, { lines, lineLength }: HeadAndTailLimits = defaults): string {
	const all = text
		.replace(/\r\n?/g, '\n')
		.replace(/\n$/, '')
		.split('\n')
		.map(line => shortLine(line, lineLength));
	const half = Math.floor(lines / 2);
	const nLeftOut = all.length - 2 * half;
	return nLeftOut <= 1
		? all.join('\n')
		: [...all.slice(0, half), `[${nLeftOut} lines left out]`, ...all.slice(all.length - half)].join('\n');
}

/** Whether `headAndTail` left out something of a text. */
export function isCutOutput(text: string): boolean {
	return /\[\d+ (?:lines|characters) left out\]$/m.test(text);
}

const defaults: HeadAndTailLimits = { lines: 100, lineLength: 1000 };

function shortLine(line: string, length: number): string {
	return line.length <= length ? line : `${line.slice(0, length)} [${line.length - length} characters left out]`;
}
