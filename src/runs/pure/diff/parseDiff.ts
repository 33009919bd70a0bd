import type { FileDiff, Hunk } from './fileDiff';

/**
 * Returns the files of a unified diff, as git, other tools and models write it. Line numbers and counts are ignored: a
 * hunk continues while its lines look like hunk lines. Text before, between and after the files is skipped.
 */
export function parseDiff(text: string): FileDiff[] {
	return findDiffs(text).map(({ diff }) => diff);
}

/** The part of a text that describes the changes of one file; positions as for `slice`. */
export interface FoundDiff {
	readonly diff: FileDiff;
	readonly start: number;
	readonly end: number;
}

/** As `parseDiff`, with the position of each file's part in the text. */
export function findDiffs(text: string): FoundDiff[] {
	const reader = new DiffReader(text.split('\n'));
	const found: FoundDiff[] = [];
	for (let next = reader.next(); next !== undefined; next = reader.next()) {
		found.push(next);
	}
	return found;
}

class DiffReader {
	private readonly lines: readonly string[];
	/** The offset of each line, and of the end. */
	private readonly offsets: readonly number[];
	private at = 0;

	constructor(lines: readonly string[]) {
		// A final line end starts no empty line.
		this.lines = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
		this.offsets = lineOffsets(this.lines);
	}

	next(): FoundDiff | undefined {
		while (this.at < this.lines.length && !this.isFileStart()) {
			this.at++;
		}
		if (this.at === this.lines.length) {
			return undefined;
		}
		const start = this.position();
		const diff = this.readFile();
		return { diff, start, end: this.position() };
	}

	/** Offset of the current line. */
	private position(): number {
		return this.offsets[this.at] ?? 0;
	}

	private readFile(): FileDiff {
		const paths = this.readPaths();
		const hunks: Hunk[] = [];
		while (this.line().startsWith('@@')) {
			hunks.push(this.readHunk());
		}
		return { ...paths, hunks };
	}

	private readPaths(): Omit<FileDiff, 'hunks'> {
		const paths = gitPaths(this.line());
		const extended: string[] = [];
		while (!this.isNames() && this.line() !== '' && !this.line().startsWith('@@')) {
			extended.push(this.line());
			this.at++;
			if (this.line().startsWith('diff --git ')) {
				break;
			}
		}
		const named = namedIn(extended);
		if (this.isNames()) {
			const [oldPath, newPath] = [pathOf(this.line(), 'a/'), pathOf(this.line(1), 'b/')];
			this.at += 2;
			return { ...(oldPath !== undefined && { oldPath }), ...(newPath !== undefined && { newPath }), ...named };
		}
		const isNew = extended.some(line => line.startsWith('new file'));
		const isDeleted = extended.some(line => line.startsWith('deleted file'));
		// If both paths contain blanks, the first line does not show the end of either; these lines do.
		const [from, to] = [extendedPath(extended, 'from'), extendedPath(extended, 'to')];
		const isBinary = extended.some(line => line.startsWith('Binary files '));
		return {
			...(!isNew && { oldPath: from ?? paths[0] }),
			...(!isDeleted && { newPath: to ?? paths[1] }),
			...named,
			...(isBinary && { isBinary }),
		};
	}

	private readHunk(): Hunk {
		const start = /^@@+\s*-(\d+)/.exec(this.line())?.[1];
		this.at++;
		const lines: string[] = [];
		let nMarked = 0;
		while (this.at < this.lines.length && !this.isFileStart() && /^(?:[ +\-\\]|\r?$)/.test(this.line())) {
			const isMarked = /^[ +\-\\]/.test(this.line());
			lines.push(isMarked ? this.line() : ` ${this.line()}`);
			nMarked = isMarked ? lines.length : nMarked;
			this.at++;
		}
		// Empty lines after the last marked one belong to the text around the diff.
		return { ...(start !== undefined && { oldStart: Number(start) }), lines: lines.slice(0, nMarked) };
	}

	private isFileStart(): boolean {
		return this.line().startsWith('diff --git ') || (this.isNames() && /^@@|^$/.test(this.line(2)));
	}

	/** A single `---` may be a removed line that starts with two dashes. */
	private isNames(): boolean {
		return this.line().startsWith('--- ') && this.line(1).startsWith('+++ ');
	}

	private line(ahead = 0): string {
		return this.lines[this.at + ahead] ?? '';
	}
}

function lineOffsets(lines: readonly string[]): number[] {
	const offsets = [0];
	for (const line of lines) {
		offsets.push((offsets.at(-1) ?? 0) + line.length + 1);
	}
	return offsets;
}

function gitPaths(line: string): [string, string] {
	const plain = /^diff --git a\/([\s\S]*) b\/([\s\S]*?)\r?$/.exec(line);
	const inQuotes = /^diff --git "?a\/([\s\S]*?)"? "?b\/([\s\S]*?)"?\r?$/.exec(line);
	return [unquoted(plain?.[1] ?? inQuotes?.[1] ?? ''), unquoted(plain?.[2] ?? inQuotes?.[2] ?? '')];
}

function namedIn(extended: readonly string[]): Pick<FileDiff, 'named'> {
	const verb = extended.flatMap(line => /^(rename|copy) (?:from|to) /.exec(line)?.[1] ?? [])[0];
	return verb === undefined ? {} : { named: verb === 'copy' ? 'copied' : 'renamed' };
}

function extendedPath(extended: readonly string[], side: 'from' | 'to'): string | undefined {
	const start = new RegExp(`^(?:rename|copy) ${side} `);
	const written = extended
		.find(line => start.test(line))
		?.replace(start, '')
		.trimEnd();
	return written?.startsWith('"') ? unquoted(written.slice(1, -1)) : written;
}

/** The path of a `---` or `+++` line; undefined for /dev/null. A date after a tab is dropped. */
function pathOf(line: string, prefix: string): string | undefined {
	const written = (line.slice(4).split('\t')[0] ?? '').trim();
	const path = written.startsWith('"') ? unquoted(written.replaceAll(/^"|"$/g, '')) : written;
	if (path === '/dev/null') {
		return undefined;
	}
	return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** Undoes C escapes; git writes non-ASCII characters as octal bytes. */
function unquoted(path: string): string {
	const meanings: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
	return path
		.replaceAll(/(?:\\[0-3][0-7]{2})+/g, bytes => utf8(bytes.split('\\').slice(1)))
		.replaceAll(/\\(.)/g, (_whole, sign: string) => meanings[sign] ?? sign);
}

function utf8(octals: readonly string[]): string {
	return new TextDecoder().decode(Uint8Array.from(octals, octal => Number.parseInt(octal, 8)));
}
