/** A block of markdown that shows a text as it is. The fence is longer than any in the text: nothing in it can end it. */
export function fenced(text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}\n${text.trimEnd()}\n${fence}`;
}
