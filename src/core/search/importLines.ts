const importLine = /^\s*(?:import|from|use|using|pub use|require|#\s*include|export)\b|\brequire\(|\bimport\(/;
/** A list of imported names in brackets has no more lines. */
const importLimit = 60;
/** Longer lines are not read, and are cut where they belong to an import. */
const lineLimit = 300;

/** The lines of a text that import something, in any language that has a word for it. */
export function importLines(text: string): string {
	const kept: string[] = [];
	let nOpen = 0;
	for (const line of text.split('\n')) {
		const isImport = line.length <= lineLimit && importLine.test(line);
		if (isImport || nOpen > 0) {
			kept.push(line.slice(0, lineLimit));
			nOpen = linesLeft(line, isImport ? undefined : nOpen);
		}
	}
	return kept.join('\n');
}

/** How many more lines may belong to an import. `nOpen`: as many as before, where this line is not its first. */
function linesLeft(line: string, nOpen: number | undefined): number {
	const isContinued = /\\\s*$/.test(line);
	if (nOpen === undefined) {
		return isContinued ? 1 : /[({][^(){}]*$/.test(line) ? importLimit : 0;
	}
	// A line that only continues another has no brackets to close.
	return isContinued ? Math.max(nOpen, 1) : /[)}]/.test(line) ? 0 : nOpen - 1;
}
