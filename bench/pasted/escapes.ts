import { linesOf, mapLines } from './wrapping';

export function escapedHtml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}

/** A string as Python prints it. */
export function pythonString(text: string): string {
	const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
	const escaped = text
		.replaceAll('\\', '\\\\')
		.replaceAll(quote, `\\${quote}`)
		.replaceAll('\n', '\\n')
		.replaceAll('\t', '\\t');
	return `${quote}${escaped}${quote}`;
}

/** The lines of a program that colors errors, paths and the runtime's own frames; `colorStart` begins each color. */
export function colored(text: string, colorStart: string): string {
	const color = (number: number, part: string) => `${colorStart}${number}m${part}${colorStart}0m`;
	return mapLines(text, line =>
		/^\S/.test(line) && /Error|Exception|panic|signal/.test(line)
			? color(31, line)
			: /node:|node_modules|\/rustc\/|site-packages|java\.base|\/gems\//.test(line)
				? color(90, line)
				: line.replace(/(?:\/[\w.-]+){3,}/, path => color(36, path)),
	);
}

const encodedLineLimit = 75;

/** RFC 2045: no line has more than 76 characters, and `=` ends one that continues. */
export function quotedPrintable(text: string): string {
	return mapLines(text, line => {
		const bytes = [...Buffer.from(line)];
		const characters = bytes.map((byte, at) => {
			const isBlankAtEnd = (byte === 32 || byte === 9) && at === bytes.length - 1;
			const isPlain = (byte >= 32 && byte < 127 && byte !== 61) || byte === 9;
			return isPlain && !isBlankAtEnd
				? String.fromCharCode(byte)
				: `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
		});
		const parts = [''];
		for (const character of characters) {
			const last = parts.at(-1) ?? '';
			if (last.length + character.length > encodedLineLimit) {
				parts.push(character);
			} else {
				parts[parts.length - 1] = last + character;
			}
		}
		return parts.join('=\n');
	});
}

/** The quotes, dots and dashes that word processors put in their place. */
export function smartQuotes(text: string): string {
	return linesOf(text)
		.map(line =>
			line
				.replaceAll(/(^|[\s([{])"/g, '$1“')
				.replaceAll('"', '”')
				.replaceAll(/(^|[\s([{])'/g, '$1‘')
				.replaceAll("'", '’')
				.replaceAll('...', '…')
				.replaceAll('--', '–'),
		)
		.join('\n');
}
