import { FileUnreadableError } from '../../../ports';
import { splitLines } from '../../../search/fileTexts';
import { isTestFile } from '../../../search/isTestFile';
import type { Workspace } from '../../../workspace';
import { isCode } from './fits/elision';
import { soughtVariants } from './fits/soughtVariants';
import { windowFits } from './fits/windowFits';

/** A line at least this long is hardly written twice. */
const tellingLength = 25;
const sizeLimitBytes = 2 * 1024 * 1024;
const batchSize = 16;

export interface LinesElsewhere {
	readonly original: string;
	/** The path it was looked for at; only files of its kind are looked at. */
	readonly path: string;
	readonly signal?: AbortSignal | undefined;
}

/**
 * The files without tests in which all lines of an original stand one after the other, whatever their indentation. None
 * where no line is long enough to tell. Reads every file of that kind; throws the signal's reason when that is aborted.
 */
export async function filesHolding(
	workspace: Workspace,
	{ original, path, signal }: LinesElsewhere,
): Promise<string[]> {
	const variants = soughtVariants(original, '');
	const lines = variants[0]?.original.filter(isCode).map(text => text.trim()) ?? [];
	const telling = lines.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
	if (telling.length < tellingLength) {
		return [];
	}
	const entries = await workspace.files.list(signal);
	const paths = entries
		.filter(each => each.path !== path && kindOf(each.path) === kindOf(path) && each.sizeBytes <= sizeLimitBytes)
		.map(each => each.path)
		.filter(each => !isTestFile(workspace, each));
	const found: string[] = [];
	for (let from = 0; from < paths.length; from += batchSize) {
		signal?.throwIfAborted();
		const batch = paths.slice(from, from + batchSize);
		const texts = await Promise.all(batch.map(each => textOf(workspace, each)));
		found.push(...batch.filter((_, at) => texts[at]?.includes(telling) && stands(variants, texts[at])));
	}
	return found;
}

function stands(variants: ReturnType<typeof soughtVariants>, text: string): boolean {
	const lines = splitLines(text).map(each => ({ text: each }));
	return variants.some(variant => windowFits(lines, variant).length > 0);
}

function kindOf(path: string): string {
	return /\.\w+$/.exec(path)?.[0] ?? '';
}

async function textOf(workspace: Workspace, path: string): Promise<string> {
	try {
		return await workspace.files.readText(path);
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return '';
		}
		throw error;
	}
}
