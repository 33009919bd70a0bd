/** The text with one kind of line end throughout, as an editor keeps it. */
export function withLineEnds(text: string, end: '\n' | '\r\n'): string {
	return text.replaceAll(/\r?\n/g, end);
}
