import type { LineRange } from '../../../runs/pure/model/symbol';

/** Size limits of one piece of displayed code. */
export interface ExcerptLimit {
	readonly nLines: number;
	readonly nCharacters: number;
}

export interface Excerpt {
	/** One `<line number> <line>` each, in source order, with `...` on a line of its own for code that is left out. */
	readonly text: string;
	/** The lines that it has, in source order. */
	readonly shown: readonly LineRange[];
	/** The lines the limit left out, in source order. */
	readonly hidden: readonly LineRange[];
}

const lineLimit = 400;

/**
 * The lines of some ranges with their numbers, as many as the limit allows but at least one. `lines` is the whole file.
 * A remark is shown behind its line.
 */
export function excerpt(
	lines: readonly string[],
	ranges: readonly LineRange[],
	limit: ExcerptLimit,
	remarks?: ReadonlyMap<number, string>,
): Excerpt {
	const texts: string[] = [];
	const shown: LineRange[] = [];
	const hidden: LineRange[] = [];
	let lastLine = 0;
	let nShown = 0;
	let nCharacters = 0;
	for (const range of mergeRanges(ranges, lines.length)) {
		let { endLine } = range;
		for (let line = range.startLine; line <= range.endLine; line++) {
			const remark = remarks?.get(line);
			const text = `${line} ${shorten(lines[line - 1] ?? '')}${remark === undefined ? '' : `  ${remark}`}`;
			const isFull = nShown >= limit.nLines || nCharacters + text.length > limit.nCharacters;
			if (isFull && nShown > 0) {
				hidden.push({ startLine: line, endLine: range.endLine });
				endLine = line - 1;
				break;
			}
			texts.push(...(lastLine > 0 && hasText(lines, lastLine, line) ? ['...', text] : [text]));
			lastLine = line;
			nShown++;
			nCharacters += text.length + 1;
		}
		if (endLine >= range.startLine) {
			shown.push({ startLine: range.startLine, endLine });
		}
	}
	return { text: texts.join('\n'), shown, hidden };
}

/** Whether there is more than blank lines between two lines. */
function hasText(lines: readonly string[], before: number, after: number): boolean {
	return lines.slice(before, after - 1).some(line => line.trim() !== '');
}

/** Sorted and clipped to the file, with overlapping or adjacent ranges merged. */
export function mergeRanges(ranges: readonly LineRange[], nLines: number): LineRange[] {
	const merged: LineRange[] = [];
	for (const range of [...ranges].sort((a, b) => a.startLine - b.startLine)) {
		const startLine = Math.max(1, range.startLine);
		const endLine = Math.min(nLines, range.endLine);
		const last = merged.at(-1);
		if (last !== undefined && startLine <= last.endLine + 1) {
			merged[merged.length - 1] = { startLine: last.startLine, endLine: Math.max(last.endLine, endLine) };
		} else if (startLine <= endLine) {
			merged.push({ startLine, endLine });
		}
	}
	return merged;
}

/** Lines of generated files can be megabytes long. */
function shorten(line: string): string {
	return line.length <= lineLimit ? line : `${line.slice(0, lineLimit)} … (${line.length - lineLimit} more characters)`;
}
