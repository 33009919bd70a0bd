/**
 * A Markdown block that shows a text verbatim. The fence is longer than any in the text, so that nothing in it can end
 * the block.
 */
export function fenced(text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}\n${text.trimEnd()}\n${fence}`;
}
