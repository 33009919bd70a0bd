import { counted } from '../../model/counted';
import type { LineRange } from '../../model/symbol';
import { FileUnreadableError } from '../../ports';
import { compareText } from '../../util/compareText';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';

/** One way to search a text. */
export interface TextPattern {
	/** Shown with the results when the match differs from what was written; '' for an exact match. */
	readonly note: string;
	/** The matches from left to right, as offsets; the end is exclusive. */
	find(text: string): Iterable<readonly [start: number, end: number]>;
}

export interface TextHit extends LineRange {
	readonly file: string;
}

/** Limits of a scan: amounts only, as an answer must not depend on the speed of the machine. */
export interface ScanLimits {
	readonly nHits: number;
	readonly sizeBytes: number;
}

const scanLimits: ScanLimits = { nHits: 1000, sizeBytes: 256 * 1024 * 1024 };

export interface TextScan {
	/** Hits of the first pattern that matches anywhere, in the order of the files. */
	readonly hits: readonly TextHit[];
	readonly pattern?: TextPattern;
	/** What was left out, and why, one sentence each. */
	readonly omissions: readonly string[];
}

const batchSize = 16;

/** Every text file of the workspace by relevance: code, then other text, then tests; each by path. */
export async function filesToScan(context: SearchContext): Promise<string[]> {
	const { workspace, signal } = context;
	const entries = await workspace.files.list(signal);
	const interest = (path: string) =>
		isTestFile(workspace, path) ? 2 : workspace.languages.of(path) === undefined ? 1 : 0;
	return entries
		.map(({ path }) => ({ path, interest: interest(path) }))
		.sort((a, b) => a.interest - b.interest || compareText(a.path, b.path))
		.map(({ path }) => path);
}

/**
 * Searches the files for the first of some patterns, most literal first, that matches anywhere; each file is read once.
 * Stops at a limit and reports what it left out. Throws when the context's signal is aborted.
 */
export async function scanTexts(
	context: SearchContext,
	paths: readonly string[],
	patterns: readonly TextPattern[],
	limits: ScanLimits = scanLimits,
): Promise<TextScan> {
	const scan = new Scan(patterns, limits);
	for (let from = 0; from < paths.length; from += batchSize) {
		context.signal?.throwIfAborted();
		const batch = paths.slice(from, from + batchSize);
		const texts = await Promise.all(batch.map(path => readIfText(context, path)));
		for (const [at, text] of texts.entries()) {
			const path = batch[at] ?? '';
			if (scan.look(path, text) && typeof text === 'string') {
				context.texts.remember(path, text);
			}
			const nLeft = paths.length - from - at - 1;
			if (nLeft > 0 && scan.isOver(nLeft)) {
				return scan.outcome();
			}
		}
	}
	return scan.outcome();
}

class Scan {
	/** The best pattern that has matched; later ones are no longer tried. */
	private best: number;
	private hits: TextHit[] = [];
	private sizeBytes = 0;
	private nTooLarge = 0;
	private readonly omissions: string[] = [];

	constructor(
		private readonly patterns: readonly TextPattern[],
		private readonly limits: ScanLimits,
	) {
		this.best = patterns.length;
	}

	/** True when something was found in the text. */
	look(file: string, text: string | FileUnreadableError): boolean {
		if (typeof text !== 'string') {
			this.nTooLarge += text.reason === 'oversized' ? 1 : 0;
			return false;
		}
		this.sizeBytes += text.length;
		for (const [at, pattern] of this.patterns.slice(0, this.best + 1).entries()) {
			const found = linesOf(pattern.find(text), text, this.limits.nHits);
			if (found.length > 0) {
				this.hits = at < this.best ? [] : this.hits;
				this.best = at;
				this.hits.push(...found.slice(0, this.limits.nHits - this.hits.length).map(lines => ({ file, ...lines })));
				return true;
			}
		}
		return false;
	}

	/** True when a limit ends the scan before the last `nLeft` files; matches of a looser pattern never do. */
	isOver(nLeft: number): boolean {
		const { nHits, sizeBytes } = this.limits;
		const isFull = this.best === 0 && this.hits.length >= nHits;
		const why = isFull
			? `the first ${nHits} matches`
			: this.sizeBytes >= sizeBytes
				? `${Math.round(sizeBytes / 1024 / 1024)} MB`
				: undefined;
		if (why !== undefined) {
			this.omissions.push(`Stopped after ${why}: ${counted(nLeft, 'file was', 'files were')} not searched.`);
		}
		return why !== undefined;
	}

	outcome(): TextScan {
		const pattern = this.patterns[this.best];
		const tooLarge = this.nTooLarge === 0 ? [] : [`Not searched, as too large: ${this.nTooLarge} files.`];
		return {
			hits: this.hits,
			...(pattern === undefined ? {} : { pattern }),
			omissions: [...this.omissions, ...tooLarge],
		};
	}
}

async function readIfText({ workspace }: SearchContext, path: string): Promise<string | FileUnreadableError> {
	try {
		const text = await workspace.files.readText(path);
		return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return error;
		}
		throw error;
	}
}

/** Offsets to 1-based lines; several matches in the same lines count once. */
function linesOf(matches: Iterable<readonly [number, number]>, text: string, limit: number): LineRange[] {
	const found: LineRange[] = [];
	let line = 1;
	let offset = 0;
	const lineAt = (target: number) => {
		for (let at = text.indexOf('\n', offset); at !== -1 && at < target; at = text.indexOf('\n', offset)) {
			line++;
			offset = at + 1;
		}
		return line;
	};
	for (const [start, end] of matches) {
		const startLine = lineAt(start);
		const endLine = lineAt(Math.max(start, end - 1));
		if (found.at(-1)?.endLine !== endLine || found.at(-1)?.startLine !== startLine) {
			found.push({ startLine, endLine });
		}
		if (found.length >= limit) {
			break;
		}
	}
	return found;
}
