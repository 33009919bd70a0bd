/** One line of a text with its line end; '' only for a last line without one. */
export interface TextLine {
	readonly text: string;
	readonly end: '\n' | '\r\n' | '';
}

/** The lines of a text; joined, they equal the text to the last byte. A lone carriage return ends no line. */
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

/** The most frequent line end. */
export function usualEnd(lines: readonly TextLine[]): '\n' | '\r\n' {
	const nLong = lines.filter(({ end }) => end === '\r\n').length;
	const nShort = lines.filter(({ end }) => end === '\n').length;
	return nLong > nShort ? '\r\n' : '\n';
}
