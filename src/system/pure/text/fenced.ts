/**
 * A Markdown block that shows a text verbatim. The fence is longer than any in the text, so that nothing in it can end
 * the block.
 */
export function fenced(text: string): string {
	const fence = longerTicks(text, 3);
	return `${fence}\n${text.trimEnd()}\n${fence}`;
}

/** A text on one line as Markdown code, which nothing in it can end. */
export function codeSpan(text: string): string {
	const ticks = longerTicks(text, 1);
	const space = ticks.length > 1 ? ' ' : '';
	return `${ticks}${space}${text.replaceAll(/\s+/g, ' ')}${space}${ticks}`;
}

/** A text between tags for a model. The tags differ from any in the text, so that nothing in it can end them. */
export function tagged(tag: string, text: string): string {
	const ends = [...text.matchAll(new RegExp(`</${tag}(_*)`, 'g'))];
	const name = tag + '_'.repeat(ends.reduce((most, [, longer = '']) => Math.max(most, longer.length + 1), 0));
	return `<${name}>\n${text}\n</${name}>`;
}

/** A text of unknown origin in a Markdown document: it makes no link, no image, no HTML element, and opens no fence. */
export function plainMarkdown(text: string): string {
	return text.replaceAll(/[\\[\]<]|`{3,}|~{3,}/g, found => [...found].map(character => `\\${character}`).join(''));
}

/** The same on one line, for headings and lists. */
export function plainLine(text: string): string {
	return plainMarkdown(text.replaceAll(/\s+/g, ' ').trim());
}

function longerTicks(text: string, least: number): string {
	const longest = [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 0);
	return '`'.repeat(Math.max(least, longest + 1));
}
