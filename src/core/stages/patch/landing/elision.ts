const leader = /^(?:#+|\/\/+|\/\*+|--|<!--|;+|%+|\*)\s*/;
const trailer = /\s*(?:\*+\/|-->)$/;
const leftOut =
	/^\(?(?:the )?(?:rest|remainder) of\b|\b(?:existing|other|remaining) (?:code|methods?|functions?|logic|implementation|lines|imports|fields|cases|attributes)\b|\bunchanged\b|\bomitted\b|\bsame as (?:before|above)\b/i;

/**
 * Whether a line stands for lines that are left out: `...` alone or in a comment, or a comment that says so
 * (`// rest of the code`).
 */
export function isElision(line: string): boolean {
	const bare = line.trim();
	if (/^(?:\.{3,}|…|\[(?:\.{3}|…)\]|\((?:\.{3}|…)\))$/.test(bare)) {
		return true;
	}
	const comment = leader.test(bare) ? bare.replace(leader, '').replace(trailer, '') : undefined;
	return comment !== undefined && (/^(?:\.{3}|…)|(?:\.{3}|…)$/.test(comment) || leftOut.test(comment));
}

/** Whether a line is a comment in most languages that have such. */
export function isComment(line: string): boolean {
	return leader.test(line.trim());
}
