/** A line of a file of the workspace; '' if there is none. */
export type LineText = (file: string, line: number) => string;

/** So many characters of a line are read. */
export const longestLine = 500;

/** The names that a line of any language has, each once. */
export function namesIn(text: string): readonly string[] {
	return [...new Set(text.slice(0, longestLine).match(/@{0,2}[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])];
}
