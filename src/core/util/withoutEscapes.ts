const esc = '\u001b';
/**
 * A control sequence (colors, cursor), an operating system command (title, link), or a two-character escape: ECMA-48.
 */
const sequences = new RegExp(
	`${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007${esc}]*(?:\u0007|${esc}\\\\)?|[ -/]*[0-~])`,
	'g',
);

/** The output of a program without the escape sequences that are meant for a terminal. */
export function withoutEscapes(output: string): string {
	return output.replaceAll(sequences, '');
}
