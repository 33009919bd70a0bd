import { withoutSecretLines } from '../../outgoing/pure/secrets/withoutSecretLines';
import type { Commit, CommitFile, CommitHunk } from '../../runs/pure/model/commit';

/** Lines of a commit's changes that are shown. */
const shownLines = 100;
const longestLine = 400;
/** A hunk that does not fit is shown from so many lines before the first line that was asked for. */
const linesBefore = 8;
const fewestLines = 5;

/** How closely a line of a hunk, or its head, is related to the request; 0 for not at all. */
export type LineRelevance = (line: string) => number;

export interface ShownFile {
	readonly file: CommitFile;
	readonly hunks: readonly CommitHunk[];
}

export interface ShownHunks {
	/** With at least one hunk: those that were asked for, then the others, in the order of the commit. */
	readonly files: readonly ShownFile[];
	/** How many hunks of each file are not shown; files without any hunk have 0. */
	readonly leftOut: readonly { readonly file: CommitFile; readonly nHunks: number }[];
	/** No line of a hunk is left out. */
	readonly isWhole: boolean;
}

interface PlacedHunk {
	readonly file: CommitFile;
	/** In its file. */
	readonly nth: number;
	readonly isAsked: boolean;
	readonly relevance: number;
	readonly order: number;
}

export interface HunkChoice {
	readonly relevanceOf: LineRelevance;
	/** The hunks of these files come first; of any unless given. */
	readonly isAsked?: ((path: string) => boolean) | undefined;
}

/** Returns the hunks of a commit most related to the request, up to an amount of lines; without secrets. */
export function shownHunks(
	commit: Pick<Commit, 'files'>,
	{ relevanceOf, isAsked = () => true }: HunkChoice,
): ShownHunks {
	const asked = commit.files.filter(({ path, oldPath = path }) => isAsked(path) || isAsked(oldPath));
	const files = [...asked, ...commit.files.filter(file => !asked.includes(file))];
	const hunks = files.flatMap(file => file.hunks.map((_, nth) => ({ file, nth })));
	const placed = hunks.map(({ file, nth }, order) => ({
		...{ file, nth, order, isAsked: asked.includes(file) },
		relevance: relevanceOfHunk(file.hunks[nth] ?? noHunk, relevanceOf),
	}));
	const clean = new Map<CommitFile, CommitFile>();
	const shown = new Map<number, CommitHunk>();
	let nLeft = shownLines;
	let nCut = 0;
	for (const { file, nth, order } of placed.sort(byChoice)) {
		if (nLeft < fewestLines) {
			break;
		}
		// Of all that is read, only this is shown.
		const cleanFile = clean.get(file) ?? withoutSecrets(file);
		clean.set(file, cleanFile);
		const hunk = cleanFile.hunks[nth] ?? noHunk;
		const part = hunk.lines.length < nLeft ? hunk : partOf(hunk, nLeft - 1, relevanceOf);
		shown.set(order, part);
		nCut += part === hunk ? 0 : 1;
		nLeft -= part.lines.length + 1;
	}
	return { ...inOrder(files, placed, shown), isWhole: nCut === 0 && shown.size === placed.length };
}

function byChoice(a: PlacedHunk, b: PlacedHunk): number {
	return Number(b.isAsked) - Number(a.isAsked) || b.relevance - a.relevance || a.order - b.order;
}

const noHunk: CommitHunk = { head: '', lines: [] };

function inOrder(files: readonly CommitFile[], placed: readonly PlacedHunk[], shown: ReadonlyMap<number, CommitHunk>) {
	const ordered = [...placed].sort((a, b) => a.order - b.order);
	const ofFile = new Map<CommitFile, PlacedHunk[]>();
	for (const each of ordered) {
		const known = ofFile.get(each.file) ?? [];
		known.push(each);
		ofFile.set(each.file, known);
	}
	const byFile = files.map(file => {
		const own = ofFile.get(file) ?? [];
		return { file, own, hunks: own.flatMap(({ order }) => shown.get(order) ?? []) };
	});
	return {
		files: byFile.filter(({ hunks }) => hunks.length > 0),
		leftOut: byFile
			.filter(({ own, hunks }) => hunks.length < own.length || own.length === 0)
			.map(({ file, own, hunks }) => ({ file, nHunks: own.length - hunks.length })),
	};
}

function relevanceOfHunk({ head, lines }: CommitHunk, relevanceOf: LineRelevance): number {
	const changed = lines.filter(line => /^[+-]/.test(line));
	// Its best line: the sum would prefer long ones.
	return changed.reduce((most, line) => Math.max(most, relevanceOf(line)), relevanceOf(head.replace(/^@@.*?@@/, '')));
}

function partOf({ head, lines }: CommitHunk, nLines: number, relevanceOf: LineRelevance): CommitHunk {
	const first = lines.findIndex(line => /^[+-]/.test(line) && relevanceOf(line) > 0);
	const start = Math.max(0, Math.min(first - linesBefore, lines.length - nLines));
	const part = lines.slice(start, start + nLines);
	const [nBefore, nAfter] = [start, lines.length - start - part.length];
	return {
		head,
		lines: [
			...(nBefore > 0 ? [`(${nBefore} lines of this hunk before)`] : []),
			...part,
			...(nAfter > 0 ? [`(${nAfter} lines of this hunk after)`] : []),
		],
	};
}

function withoutSecrets(file: CommitFile): CommitFile {
	const clean = withoutSecretLines(file.hunks.flatMap(({ lines }) => lines));
	let at = 0;
	const hunks = file.hunks.map(({ head, lines }) => {
		const own = clean.slice(at, at + lines.length);
		at += lines.length;
		return { head: shortened(head), lines: own.map(shortened) };
	});
	return { ...file, hunks };
}

function shortened(line: string): string {
	return line.length <= longestLine ? line : `${line.slice(0, longestLine)} …`;
}
