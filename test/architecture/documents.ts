/** The relative links of a Markdown text: `path`, `path#anchor`, `#anchor`. */
export function linksOf(markdown: string): readonly string[] {
	const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
	const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g)];
	const named = [...prose.matchAll(/^\[[^\]\n]+\]: (\S+)$/gm)];
	return [...inline, ...named].map(([, link = '']) => link).filter(link => !/^[a-z][a-z+]*:/.test(link));
}

/** The anchors of its headings, as GitHub makes them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
	const headings = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
	const anchors = new Set<string>();
	for (const [, heading = ''] of headings) {
		const anchor = heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-');
		let unique = anchor;
		for (let i = 1; anchors.has(unique); i++) {
			unique = `${anchor}-${i}`;
		}
		anchors.add(unique);
	}
	return anchors;
}

/** The lines of code that call Faultline or a script of the project, without comments. */
export function commandLinesOf(markdown: string): readonly string[] {
	return [...markdown.matchAll(/^(?: {4,}|\t)((?:node dist\/cli\.js|faultline|npm run) .+)$/gm)].map(([, line = '']) =>
		line.replace(/ +# .*$/, '').trim(),
	);
}

/** All code: indented lines, and what is in backticks. */
export function codeOf(markdown: string): readonly string[] {
	return [...markdown.matchAll(/^(?: {4,}|\t)(\S.*)$|`([^`]+)`/gm)].map(([, line, span = '']) => line ?? span);
}

/** The titles of Faultline's commands, which are bold, with their category. */
export function commandTitlesOf(markdown: string): readonly string[] {
	return [...markdown.matchAll(/\*\*Faultline: ([^*]+)\*\*/g)].map(([, title = '']) => title);
}

/** The words of a command line; the first is `faultline` or `npm`. */
export function wordsOf(line: string): readonly string[] {
	return line.replace(/^node dist\/cli\.js/, 'faultline').match(/"[^"]*"|\$\{\{.*?\}\}|\S+/g) ?? [];
}
