import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { Hunk } from '../../../runs/pure/diff/fileDiff';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import { isCallable, isClassLike } from '../../../runs/pure/model/symbol';

/** Line numbers by file, ascending, before the fix. */
export type LinesByFile = ReadonlyMap<string, readonly number[]>;

/** The lines that a fix is about. */
export interface GoldLines {
	readonly changed: LinesByFile;
	/** All lines of the definitions around them, and those outside of any. */
	readonly around: LinesByFile;
}

/**
 * The lines of the old side that a unified diff removes or replaces; of a pure insertion, the lines on both sides of it.
 */
export function changedLines(patch: string): LinesByFile {
	const lines = new Map<string, Set<number>>();
	for (const { oldPath, hunks } of parseDiff(patch)) {
		if (oldPath !== undefined) {
			const found = lines.get(oldPath) ?? new Set();
			hunks.flatMap(linesOfHunk).forEach(line => {
				found.add(line);
			});
			lines.set(oldPath, found);
		}
	}
	return ascending(lines);
}

function linesOfHunk({ oldStart = 1, lines }: Hunk): number[] {
	const found: number[] = [];
	let line = oldStart;
	let [nRemoved, nAdded] = [0, 0];
	const endBlock = () => {
		if (nAdded > 0 && nRemoved === 0) {
			found.push(...[line - 1, line].filter(each => each > 0));
		}
		[nRemoved, nAdded] = [0, 0];
	};
	for (const row of lines) {
		if (row.startsWith('-')) {
			found.push(line++);
			nRemoved++;
		} else if (row.startsWith('+')) {
			nAdded++;
		} else if (!row.startsWith('\\')) {
			endBlock();
			line++;
		}
	}
	endBlock();
	return found;
}

/** The changed lines in some files, with the lines of the functions, else the classes, around them. */
export function goldLinesOf(patch: string, files: readonly string[], index: SymbolIndex): GoldLines {
	const changed = new Map([...changedLines(patch)].filter(([file]) => files.includes(file)));
	const around = new Map(
		[...changed].map(([file, lines]) => {
			const all = new Set(lines);
			for (const line of lines) {
				const definitions = index.enclosing(file, line);
				const own = definitions.find(isCallable) ?? definitions.findLast(isClassLike);
				for (let at = own?.startLine ?? line; at <= (own?.endLine ?? line); at++) {
					all.add(at);
				}
			}
			return [file, all] as const;
		}),
	);
	return { changed, around: ascending(around) };
}

function ascending(lines: ReadonlyMap<string, ReadonlySet<number>>): LinesByFile {
	return new Map([...lines].map(([file, each]) => [file, [...each].sort((a, b) => a - b)]));
}
