/**
 * How a persistent interpreter of a language runs cells: `cells` in `language.json`. It reads a JSON object in each
 * line of its input, `code` and `end`, and prints `end` with ` ok` or ` failed` in a line of its own after the output.
 */
export interface CellData {
	/** The text of a program of Faultline's own, in the language's folder. */
	readonly program: string;
	/**
	 * `{interpreter}` as first word is each program of the reproducer's `interpreter` in turn; `{program}` is the text.
	 */
	readonly command: readonly string[];
}
