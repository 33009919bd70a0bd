/** One line of a text, with what ends it; '' only for a last line without an end. */
export interface TextLine {
	readonly text: string;
	readonly end: '\n' | '\r\n' | '';
}

/** The lines of a text; joined again they are that text to the last byte. A carriage return alone ends no line. */
export function textLines(text: string): TextLine[] {
	const parts = text.split('\n');
	const last = parts.pop() ?? '';
	const lines = parts.map((part): TextLine => {
		return part.endsWith('\r') ? { text: part.slice(0, -1), end: '\r\n' } : { text: part, end: '\n' };
	});
	return last === '' ? lines : [...lines, { text: last, end: '' }];
}

/** The lines of a text, each with its end. */
export function wholeLines(text: string): string[] {
	return textLines(text).map(line => line.text + line.end);
}

export function joinTextLines(lines: readonly TextLine[]): string {
	return lines.map(({ text, end }) => text + end).join('');
}

/** The line end most lines have. */
export function usualEnd(lines: readonly TextLine[]): '\n' | '\r\n' {
	const nLong = lines.filter(({ end }) => end === '\r\n').length;
	const nShort = lines.filter(({ end }) => end === '\n').length;
	return nLong > nShort ? '\r\n' : '\n';
}
