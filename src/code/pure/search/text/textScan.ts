import type { LineRange } from '../../../../runs/pure/model/symbol';
import { type FileEntry, FileUnreadableError } from '../../../../system/pure/files';
import { counted } from '../../../../system/pure/text/counted';
import { anyText, type NeededText } from '../../index/trigrams/neededText';
import type { KeptText } from '../../texts/keptText';
import type { ReadText, TextListing } from '../../texts/keptTexts';
import type { SearchContext } from '../searchContext';
import { inOrder, type ScanOrder } from './scanOrder';
import type { FileHits, TextHit } from './textHit';

/** One way to search a text. */
export interface TextPattern {
	/** Shown with the results when the match differs from the query; '' for an exact match. */
	readonly note: string;
	/** Without it nothing matches; absent if unknown. */
	readonly needed?: NeededText;
	/** It is found as fast as texts can be read. */
	readonly isLiteral?: true;
	/** The matches from left to right, as offsets; the end is exclusive. */
	find(text: string): Iterable<readonly [start: number, end: number]>;
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
	/** The reasons for everything left out, one sentence each. */
	readonly omissions: readonly string[];
}

/** So few files are read sooner than it is found out which of them to leave out. */
const fewFiles = 64;
/** After so many characters, a search in texts that are in memory lets others use the thread: some milliseconds. */
const slice = { literal: 8_000_000, other: 500_000 };

/**
 * Searches files for the first of some patterns, most literal first, that matches anywhere. Stops at a limit and
 * reports omissions. The context's `onHits` gets the hits as they are found. Throws when its signal is aborted.
 */
export async function scanTexts(
	context: SearchContext,
	order: ScanOrder,
	patterns: readonly TextPattern[],
	limits: ScanLimits = scanLimits,
): Promise<TextScan> {
	const hits: TextHit[] = [];
	const stream = streamHits(context, order, patterns, limits);
	let step = await stream.next();
	for (; step.done !== true; step = await stream.next()) {
		context.onHits?.(step.value);
		for (const hit of step.value.hits) {
			hits.push(hit);
		}
	}
	return { hits, ...step.value };
}

/**
 * Yields the hits of such a search, a file at a time, as soon as it is known that they count; a caller that needs no
 * more ends it, and no further file is read. The patterns are searched one after the other if texts are kept, else in
 * one pass. Files known not to match are not read.
 */
export async function* streamHits(
	context: SearchContext,
	order: ScanOrder,
	patterns: readonly TextPattern[],
	limits: ScanLimits = scanLimits,
): AsyncGenerator<FileHits, Omit<TextScan, 'hits'>, undefined> {
	const listing = await context.kept.list(context.workspace.files, context.signal);
	const rounds = listing.areKept ? patterns.map(pattern => [pattern]) : [patterns];
	const omissions = new Set<string>();
	for (const round of rounds) {
		const scan = new Scan(round, limits);
		const entries = inOrder(candidates(listing, round, order), order);
		yield* scanAll(context, entries, { scan, listing });
		const left = [...entries];
		yield* scanNamed(context, left, { scan, listing });
		scan.end(left.length);
		yield* scan.newHits();
		for (const omission of scan.omissions()) {
			omissions.add(omission);
		}
		if (scan.pattern !== undefined) {
			return { pattern: scan.pattern, omissions: [...omissions] };
		}
	}
	return { omissions: [...omissions] };
}

/** The files in which one of the patterns may match. */
function* candidates(
	{ entries, mayContain }: TextListing,
	patterns: readonly TextPattern[],
	order: ScanOrder,
): Generator<FileEntry, void, undefined> {
	const isFew = order.nFiles !== undefined && order.nFiles <= fewFiles;
	const may = isFew ? undefined : mayContain?.({ any: patterns.map(({ needed = anyText }) => needed) });
	if (may === undefined) {
		yield* entries;
		return;
	}
	for (const at of may) {
		const entry = entries[at];
		if (entry !== undefined) {
			yield entry;
		}
	}
}

async function* scanAll(
	context: SearchContext,
	entries: Generator<FileEntry>,
	{ scan, listing }: { readonly scan: Scan; readonly listing: TextListing },
): AsyncGenerator<FileHits, void, undefined> {
	const { workspace, texts, kept, signal } = context;
	let sliceStart = 0;
	for (let next = entries.next(); next.done !== true; next = scan.isOver() ? over : entries.next()) {
		signal?.throwIfAborted();
		const { path } = next.value;
		const reading = kept.read(workspace.files, next.value, listing);
		const text = reading instanceof Promise ? await reading : reading;
		if (scan.look(path, text) && !(text instanceof FileUnreadableError)) {
			texts.remember(path, text.text);
			yield* scan.newHits();
		}
		if (scan.nCharacters - sliceStart > (scan.isLiteral ? slice.literal : slice.other)) {
			await new Promise(resolve => setTimeout(resolve));
			sliceStart = scan.nCharacters;
		}
	}
}

/** If the limit of a search ended it, also searches the remaining files that the server names. */
async function* scanNamed(
	context: SearchContext,
	left: readonly FileEntry[],
	{ scan, listing }: { readonly scan: Scan; readonly listing: TextListing },
): AsyncGenerator<FileHits, void, undefined> {
	const { workspace, texts, kept, server, signal } = context;
	if (server === undefined || left.length === 0 || !scan.isTooMuch) {
		return;
	}
	const where = { left, listed: listing.entries, folders: workspace.files.folders ?? [] };
	const named = await server.named(scan.needed, where, signal);
	scan.extend();
	let nMatched = 0;
	for (const entry of named.entries) {
		signal?.throwIfAborted();
		const text = await kept.read(workspace.files, entry, listing);
		const isMatch = scan.look(entry.path, text);
		if (text instanceof FileUnreadableError) {
			named.noText();
		} else if (isMatch) {
			nMatched++;
			texts.remember(entry.path, text.text);
			yield* scan.newHits();
		} else {
			named.noMatch(text.text);
		}
		if (scan.isOver()) {
			break;
		}
	}
	scan.note(named.notes(nMatched));
}

const over = { done: true, value: undefined } as const;

class Scan {
	/** The best pattern that has matched; later ones are no longer tried. */
	private best: number;
	private nHits = 0;
	/** Not yet yielded: hits of a looser pattern count only at the end. */
	private found: FileHits[] = [];
	nCharacters = 0;
	private nRead = 0;
	private readonly tooLarge: string[] = [];
	/** The number of files up to the one with the last hit that is counted. */
	private nUpToLast: number | undefined;
	/** No more texts may be read for it. */
	isTooMuch = false;
	/** Notes on the server's answer. */
	private notes: readonly string[] = [];
	/** The amount read before the server was asked. */
	private before = { nCharacters: 0, nRead: Number.POSITIVE_INFINITY };
	/** The number of files after the last one that was read; undefined before the end of the scan. */
	private nLeft: number | undefined;

	constructor(
		private readonly patterns: readonly TextPattern[],
		private readonly limits: ScanLimits,
	) {
		this.best = patterns.length;
	}

	get isLiteral(): boolean {
		return this.patterns.every(({ isLiteral }) => isLiteral === true);
	}

	/** The strings a text must contain to matter. */
	get needed(): NeededText {
		return { any: this.patterns.slice(0, this.best + 1).map(({ needed = anyText }) => needed) };
	}

	/** Grants the limit again for further files. */
	extend(): void {
		this.before = { nCharacters: this.nCharacters, nRead: this.nRead };
	}

	note(notes: readonly string[]): void {
		this.notes = notes;
	}

	/** The one whose hits count so far. */
	get pattern(): TextPattern | undefined {
		return this.patterns[this.best];
	}

	/** True when something was found in the text. */
	look(file: string, text: ReadText): boolean {
		this.nRead++;
		if (text instanceof FileUnreadableError) {
			if (text.reason === 'oversized') {
				this.tooLarge.push(file);
			}
			return false;
		}
		this.nCharacters += text.text.length;
		for (const [at, pattern] of this.patterns.slice(0, this.best + 1).entries()) {
			const lines = linesOf(pattern.find(text.text), text, this.limits.nHits);
			if (lines.length > 0) {
				if (at < this.best) {
					this.found = [];
					this.nHits = 0;
					this.nUpToLast = undefined;
				}
				this.best = at;
				this.add(file, text.text, lines.slice(0, this.limits.nHits - this.nHits));
				return true;
			}
		}
		return false;
	}

	private add(file: string, text: string, lines: readonly LineRange[]): void {
		if (lines.length > 0) {
			this.found.push({ file, text, hits: lines.map(each => ({ file, ...each })) });
			this.nHits += lines.length;
		}
	}

	/** True when a limit ends the scan; matches of a looser pattern never do. */
	isOver(): boolean {
		const { nHits, sizeBytes } = this.limits;
		if (this.nHits >= nHits) {
			this.nUpToLast ??= this.nRead;
			return this.best === 0;
		}
		const isTooMuch = this.nCharacters - this.before.nCharacters >= sizeBytes;
		this.isTooMuch ||= isTooMuch;
		return isTooMuch;
	}

	/** `nLeft`: of the files, when their scan ended. */
	end(nLeft: number): void {
		this.nLeft = nLeft - Math.max(0, this.nRead - this.before.nRead);
	}

	/** The hits that count, each once. */
	newHits(): readonly FileHits[] {
		const { found } = this;
		if (this.best > 0 && this.nLeft === undefined) {
			return [];
		}
		this.found = [];
		return found;
	}

	/** Returns sentences about the files that were not searched. */
	omissions(): readonly string[] {
		const { nLeft = 0, nRead, nUpToLast = Number.POSITIVE_INFINITY, limits } = this;
		const nAfterLast = nRead + nLeft - nUpToLast;
		return [
			...(nAfterLast > 0 ? [stopped(`the first ${limits.nHits} matches`, nAfterLast)] : []),
			...(this.isTooMuch && nLeft > 0 ? [stopped(`${Math.round(limits.sizeBytes / 1024 / 1024)} MB`, nLeft)] : []),
			...this.notes,
			...(this.tooLarge.length > 0 ? [`Not searched, as too large: ${firstOf(this.tooLarge)}.`] : []),
		];
	}
}

/** Of the files that are named. */
const mostNamed = 3;

function firstOf(files: readonly string[]): string {
	const nMore = files.length - mostNamed;
	return files.slice(0, mostNamed).join(', ') + (nMore > 0 ? `, and ${counted(nMore, 'more file')}` : '');
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
