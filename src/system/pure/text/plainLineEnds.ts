/** With `\n` at the end of each line, as texts are searched. */
export function plainLineEnds(text: string): string {
	return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}
