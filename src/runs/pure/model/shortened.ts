/** A text of at most this many characters: of a longer one the beginning, and `…` at its end. */
export function shortened(text: string, nCharacters: number): string {
	return text.length <= nCharacters ? text : `${text.slice(0, nCharacters - 1)}…`;
}
