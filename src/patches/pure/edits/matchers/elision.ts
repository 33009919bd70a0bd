// A star or a hash right in front of a word is code in some languages: `*rest`, `**options`, `#include`.
const leader =
	/^(?:#+(?!(?:include|import|define|undef|if|ifn?def|elif|else|endif|pragma|error)\b)|\/\/+|\/\*+|--|<!--|;+|%+|\*(?=[\s/]|$))\s*/;
const trailer = /(?:(?<!\*)\*+\/|-->)$/;
const leftOut =
	/^\(?(?:the )?(?:rest|remainder) of\b|\b(?:existing|other|remaining) (?:code|methods?|functions?|logic|implementation|lines|imports|fields|cases|attributes)\b|\bunchanged\b|\bomitted\b|\bsame as (?:before|above)\b/i;

/**
 * Whether a line marks lines that are left out: only `...`, or `...` in a comment, or a comment to that effect (`//
 * rest of the code`).
 */
export function isElision(line: string): boolean {
	const bare = line.trim();
	if (/^(?:\.{3,}|…|\[(?:\.{3}|…)\]|\((?:\.{3}|…)\))$/.test(bare)) {
		return true;
	}
	const comment = leader.test(bare) ? bare.replace(leader, '').replace(trailer, '').trimEnd() : undefined;
	return comment !== undefined && (/^(?:\.{3}|…)|(?:\.{3}|…)$/.test(comment) || leftOut.test(comment));
}

/** Whether a line is a comment in most languages that have such. */
export function isComment(line: string): boolean {
	return leader.test(line.trim());
}

/** Whether a line is neither blank nor a comment. */
export function isCode(line: string): boolean {
	return line.trim() !== '' && !isComment(line);
}

/** Whether lines contain nothing to search for: nothing at all, or only comments and ellipses. */
export function holdsNoCode(lines: readonly string[]): boolean {
	return lines.every(line => !isCode(line) || isElision(line));
}
