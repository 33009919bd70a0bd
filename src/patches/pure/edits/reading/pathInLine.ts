/** No path is longer. */
const lineLimit = 400;

/**
 * The path that a line names: `src/a.ts`, `### src/a.ts`, `File: src/a.ts`, `// src/a.ts`, or one in backticks in a short
 * line. Undefined for anything that may be code or prose.
 */
export function pathInLine(line: string): string | undefined {
	if (line.length > lineLimit) {
		return undefined;
	}
	const ticked = /`([^`\s]+)`/.exec(line)?.[1];
	if (ticked !== undefined && looksLikePath(ticked) && line.trim().split(/\s+/).length <= 8) {
		return ticked;
	}
	const bare = line
		.trim()
		.replace(/^(?:#+|\/\/|\/\*|<!--|--|;|\*+|>|\d+\.|-)\s*/, '')
		.replace(/^(?:file(?:name)?|path)\s*[:=]\s*/i, '')
		.replace(/\s*(?:\*\/|-->|\*+|:)\s*$/, '')
		.replace(/^["'*]+/, '')
		.replace(/(?<!["'*])["'*]+$/, '');
	return looksLikePath(bare) ? bare : undefined;
}

/** A file name with an extension, or one behind folders; words and code have blanks or brackets. */
function looksLikePath(text: string): boolean {
	return /^[\w@.+~/\\-]*[\w@+~-]\.\w{1,10}$/.test(text) || /^(?:\.{0,2}\/)?(?:[\w@.+~-]+\/)+[\w@.+~-]+$/.test(text);
}
