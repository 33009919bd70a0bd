const importLine = /^\s*(?:import|from|use|using|pub use|require|#\s*include|export)\b|\brequire\(|\bimport\(/;
/** A list of imported names in brackets has no more lines. */
const importLimit = 60;
/** Longer lines are not read; as part of an import they are cut. */
const lineLimit = 300;

/** The numbers of the lines that import something, from 1, in any language that has a word for it. */
export function importLineNumbers(lines: readonly string[]): number[] {
	const found: number[] = [];
	let nOpen = 0;
	for (const [at, line] of lines.entries()) {
		const isImport = line.length <= lineLimit && importLine.test(line);
		if (isImport || nOpen > 0) {
			found.push(at + 1);
			nOpen = linesLeft(line, isImport ? undefined : nOpen);
		}
	}
	return found;
}

/** The lines of a text that import something. */
export function importLines(text: string): string {
	const lines = text.split('\n');
	return importLineNumbers(lines)
		.map(number => (lines[number - 1] ?? '').slice(0, lineLimit))
		.join('\n');
}

/**
 * Returns how many more lines may belong to an import. `nOpen`: their number before this line, unless it is the first.
 */
function linesLeft(line: string, nOpen: number | undefined): number {
	const isContinued = /\\\s*$/.test(line);
	if (nOpen === undefined) {
		return isContinued ? 1 : /[({][^(){}]*$/.test(line) ? importLimit : 0;
	}
	// A line that only continues another has no brackets to close.
	return isContinued ? Math.max(nOpen, 1) : /[)}]/.test(line) ? 0 : nOpen - 1;
}
