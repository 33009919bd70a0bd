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
			const isOpen = isImport ? /[({]\s*$/.test(line) : !/[)}]/.test(line);
			nOpen = isOpen ? (isImport ? importLimit : nOpen - 1) : 0;
		}
	}
	return kept.join('\n');
}
