const esc = '\u001b';
/**
 * The sequences a terminal may obey, by ECMA-48: a control sequence, a string for the system (title, clipboard, link)
 * up to its end or the end of its line, or a short escape.
 */
const sequence = new RegExp(
	`${esc}\\[[0-?]{0,64}[ -/]{0,8}[@-~]|${esc}[\\]PX^_][^\u0007\n${esc}]{0,4096}(?:\u0007|${esc}\\\\)?|${esc}[ -/]{0,8}[0-~]`,
	'g',
);
/** The beginning of one, at the end of a piece. */
const begun = new RegExp(`^${esc}(?:\\[[0-?]{0,64}[ -/]{0,8}|[\\]PX^_][^\u0007\n]{0,4096}|[ -/]{0,8})$`);
const color = new RegExp(`^${esc}\\[[\\d;:]*m$`);
/** Controls but for line feed, carriage return and tab. */
const controls = /[^\P{Cc}\n\r\t]/gu;

/**
 * The output of a program for a terminal, piece by piece: it keeps its colors, and can rewrite its last line as
 * progress bars do. It cannot move the cursor elsewhere, clear the screen, or set the title and the clipboard.
 */
export class TerminalText {
	/** An escape sequence that the next piece continues. */
	private rest = '';

	/** Returns the text to show for the next piece, with the line ends of a terminal. */
	add(piece: string): string {
		const text = this.rest + piece;
		const last = text.lastIndexOf(esc);
		this.rest = last !== -1 && begun.test(text.slice(last)) ? text.slice(last) : '';
		const whole = text.slice(0, text.length - this.rest.length);
		let shown = '';
		let end = 0;
		for (const match of whole.matchAll(sequence)) {
			shown += plain(whole.slice(end, match.index)) + (color.test(match[0]) ? match[0] : '');
			end = match.index + match[0].length;
		}
		return shown + plain(whole.slice(end));
	}
}

function plain(text: string): string {
	return text.replaceAll(controls, '').replaceAll(/\r?\n/g, '\r\n');
}

/** The output of a program without the escape sequences that are meant for a terminal. */
export function withoutEscapes(output: string): string {
	return output.replaceAll(sequence, '');
}

/**
 * A terminal's output as plain text: without colors and other controls, and with only the last state of a rewritten
 * line.
 */
export function plainTerminalText(raw: string): string {
	return withoutEscapes(raw)
		.split(/(?<!\r)\r*\n/)
		.map(line => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(lineControls, ''))
		.map(line => line.trimEnd())
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.replace(/^\n+/, '')
		.trimEnd();
}

/** Bells, backspaces, and trailing carriage returns. */
const lineControls = /[^\P{Cc}\t]/gu;
