/** Words that a translated text has too often, and how many of 1,000 words they may be at most. */
export const rareWords = [
	{ name: 'what', pattern: /\bwhat\b/gi, limit: 2 },
	{ name: 'where', pattern: /\bwhere\b/gi, limit: 2 },
	{ name: 'that of, those of', pattern: /\b(?:that|those) of\b/gi, limit: 0.3 },
] as const;

/** One line for each kind of words that is too frequent in texts of prose, taken together. */
export function tooFrequent(texts: readonly string[]): readonly string[] {
	const prose = texts.map(withoutCode);
	const nWords = prose.reduce((sum, text) => sum + (text.match(/[a-z][a-z']*/gi)?.length ?? 0), 0);
	return rareWords.flatMap(({ name, pattern, limit }) => {
		const count = prose.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
		const rate = (1000 * count) / Math.max(nWords, 1);
		return rate > limit ? [`"${name}": ${rate.toFixed(1)} of 1,000 words, at most ${limit}`] : [];
	});
}

/** Markdown and comments without blocks and pieces of code, and without the marks of a comment. */
function withoutCode(text: string): string {
	return text
		.replaceAll(/^```[\s\S]*?^```$/gm, '')
		.replaceAll(/^(?: {4,}|\t).*$/gm, line => (/^\s*(?:\*|\/\/)/.test(line) ? line : ''))
		.replaceAll(/`[^`\n]*`/g, '')
		.replaceAll(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ');
}
