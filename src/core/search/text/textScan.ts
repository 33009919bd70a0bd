import { anyText, type NeededText } from '../../index/trigrams/neededText';
import { counted } from '../../model/counted';
import type { LineRange } from '../../model/symbol';
import { type FileEntry, FileUnreadableError } from '../../ports';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';
import type { KeptText } from './keptText';
import type { ReadText, TextListing } from './keptTexts';

/** One way to search a text. */
export interface TextPattern {
	/** Shown with the results when the match differs from what was written; '' for an exact match. */
	readonly note: string;
	/** Without it nothing matches; absent where that is not known. */
	readonly needed?: NeededText;
	/** It is found as fast as texts can be read. */
	readonly isLiteral?: true;
	/** The matches from left to right, as offsets; the end is exclusive. */
	find(text: string): Iterable<readonly [start: number, end: number]>;
}

export interface TextHit extends LineRange {
	readonly file: string;
}

/** Limits of a scan: amounts only, as an answer must not depend on the speed of the machine. */
export interface ScanLimits {
	readonly nHits: number;
	/** Of the texts that are read because something may match in them. */
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

/**
 * Which files are searched, and when: by ascending rank, a whole number; large ones last of their rank, else by path.
 * Undefined: not at all.
 */
export interface ScanOrder {
	(path: string): number | undefined;
	/** How many files are searched, where that is known. */
	readonly nFiles?: number;
}

const largeBytes = 1024 * 1024;
const batchSize = 16;
/** So few files are read sooner than it is found out which of them to leave out. */
const fewFiles = 64;
/** After so many characters, a search in texts that are in memory lets others use the thread: some milliseconds. */
const slice = { literal: 8_000_000, other: 500_000 };

/** Every text file of the workspace by relevance: code, then other text, then tests. */
export function everywhere({ workspace }: SearchContext): ScanOrder {
	return path => (isTestFile(workspace, path) ? 2 : workspace.languages.of(path) === undefined ? 1 : 0);
}

/** The same order, without other files. */
export function within(order: ScanOrder, has: (path: string) => boolean, nFiles?: number): ScanOrder {
	const ordered: ScanOrder = path => (has(path) ? order(path) : undefined);
	return nFiles === undefined ? ordered : Object.assign(ordered, { nFiles });
}

/** These files, in this order. */
export function inOrderOf(paths: readonly string[]): ScanOrder {
	const ranks = new Map(paths.map((path, at) => [path, at]));
	return path => ranks.get(path);
}

/**
 * Searches files for the first of some patterns, most literal first, that matches anywhere: one after the other where
 * texts are kept, else in one pass. What is known not to match is not read. Stops at a limit and reports what it left
 * out. Throws when the context's signal is aborted.
 */
export async function scanTexts(
	context: SearchContext,
	order: ScanOrder,
	patterns: readonly TextPattern[],
	limits: ScanLimits = scanLimits,
): Promise<TextScan> {
	const listing = await context.kept.list(context.workspace.files, context.signal);
	const rounds = listing.areKept ? patterns.map(pattern => [pattern]) : [patterns];
	const omissions = new Set<string>();
	for (const round of rounds) {
		const scan = new Scan(round, limits);
		await scanAll(context, candidates(listing, round, order), { scan, listing });
		const outcome = scan.outcome();
		for (const omission of outcome.omissions) {
			omissions.add(omission);
		}
		if (outcome.pattern !== undefined) {
			return { ...outcome, omissions: [...omissions] };
		}
	}
	return { hits: [], omissions: [...omissions] };
}

/** The files in which one of the patterns may match, in the order in which they are read. */
function candidates(
	{ entries, mayContain }: TextListing,
	patterns: readonly TextPattern[],
	order: ScanOrder,
): readonly FileEntry[] {
	const isFew = order.nFiles !== undefined && order.nFiles <= fewFiles;
	const may = isFew ? undefined : mayContain?.({ any: patterns.map(({ needed = anyText }) => needed) });
	const byRank = new Map<number, FileEntry[]>();
	for (const entry of may?.map(at => entries[at]) ?? entries) {
		const ordered = entry && order(entry.path);
		if (entry !== undefined && ordered !== undefined) {
			// A few generated files may have all grams of a search and be all that may be read for it.
			const rank = ordered + (entry.sizeBytes > largeBytes ? 0.5 : 0);
			const equal = byRank.get(rank);
			equal === undefined ? byRank.set(rank, [entry]) : equal.push(entry);
		}
	}
	// The entries are sorted by path.
	return [...byRank].sort(([a], [b]) => a - b).flatMap(([, equal]) => equal);
}

async function scanAll(
	context: SearchContext,
	entries: readonly FileEntry[],
	{ scan, listing }: { readonly scan: Scan; readonly listing: TextListing },
): Promise<void> {
	const { workspace, texts, kept, signal } = context;
	let sliceStart = 0;
	for (let from = 0; from < entries.length; from += batchSize) {
		signal?.throwIfAborted();
		const batch = entries.slice(from, from + batchSize);
		const reading = batch.map(entry => kept.read(workspace.files, entry, listing));
		const read = reading.some(each => each instanceof Promise) ? await Promise.all(reading) : (reading as ReadText[]);
		for (const [at, text] of read.entries()) {
			const path = batch[at]?.path ?? '';
			if (scan.look(path, text) && !(text instanceof FileUnreadableError)) {
				texts.remember(path, text.text);
			}
			const nLeft = entries.length - from - at - 1;
			if (nLeft > 0 && scan.isOver(nLeft)) {
				return;
			}
		}
		if (scan.nCharacters - sliceStart > (scan.isLiteral ? slice.literal : slice.other)) {
			await new Promise(resolve => setTimeout(resolve));
			sliceStart = scan.nCharacters;
		}
	}
}

class Scan {
	/** The best pattern that has matched; later ones are no longer tried. */
	private best: number;
	private hits: TextHit[] = [];
	nCharacters = 0;
	private nTooLarge = 0;
	/** The number of files after the one with the last hit that is counted. */
	private nAfterLast: number | undefined;
	private readonly omissions: string[] = [];

	constructor(
		private readonly patterns: readonly TextPattern[],
		private readonly limits: ScanLimits,
	) {
		this.best = patterns.length;
	}

	get isLiteral(): boolean {
		return this.patterns.every(({ isLiteral }) => isLiteral === true);
	}

	/** True when something was found in the text. */
	look(file: string, text: ReadText): boolean {
		if (text instanceof FileUnreadableError) {
			this.nTooLarge += text.reason === 'oversized' ? 1 : 0;
			return false;
		}
		this.nCharacters += text.text.length;
		for (const [at, pattern] of this.patterns.slice(0, this.best + 1).entries()) {
			const found = linesOf(pattern.find(text.text), text, this.limits.nHits);
			if (found.length > 0) {
				if (at < this.best) {
					this.hits = [];
					this.nAfterLast = undefined;
				}
				this.best = at;
				for (const lines of found.slice(0, this.limits.nHits - this.hits.length)) {
					this.hits.push({ file, ...lines });
				}
				return true;
			}
		}
		return false;
	}

	/** True when a limit ends the scan before the last `nLeft` files; matches of a looser pattern never do. */
	isOver(nLeft: number): boolean {
		const { nHits, sizeBytes } = this.limits;
		if (this.hits.length >= nHits) {
			this.nAfterLast ??= nLeft;
			return this.best === 0;
		}
		const isTooMuch = this.nCharacters >= sizeBytes;
		isTooMuch && this.omissions.push(stopped(`${Math.round(sizeBytes / 1024 / 1024)} MB`, nLeft));
		return isTooMuch;
	}

	outcome(): TextScan {
		const pattern = this.patterns[this.best];
		const tooLarge = this.nTooLarge === 0 ? [] : [`Not searched, as too large: ${this.nTooLarge} files.`];
		const full =
			this.nAfterLast === undefined ? [] : [stopped(`the first ${this.limits.nHits} matches`, this.nAfterLast)];
		return {
			hits: this.hits,
			...(pattern === undefined ? {} : { pattern }),
			omissions: [...full, ...this.omissions, ...tooLarge],
		};
	}
}

function stopped(after: string, nLeft: number): string {
	return `Stopped after ${after}: ${counted(nLeft, 'file was', 'files were')} not searched.`;
}

/** Offsets to 1-based lines; several matches in the same lines count once. */
function linesOf(matches: Iterable<readonly [number, number]>, text: KeptText, limit: number): LineRange[] {
	const found: LineRange[] = [];
	for (const [start, end] of matches) {
		const startLine = text.lineAt(start);
		const endLine = text.lineAt(Math.max(start, end - 1));
		if (found.at(-1)?.endLine !== endLine || found.at(-1)?.startLine !== startLine) {
			found.push({ startLine, endLine });
		}
		if (found.length >= limit) {
			break;
		}
	}
	return found;
}
