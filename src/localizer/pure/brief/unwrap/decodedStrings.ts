import type { TraceLines } from './traceLines';

/** Strings within strings: a log of JSON in JSON. */
const depth = 3;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };

/** Traces that are one string of a log in JSON or of keys with values, or printed with `\n` in place of line breaks. */
export function decodedStrings(lines: readonly string[], traces: TraceLines): readonly string[] {
	const plain = lines.map(line => line.replaceAll(/[#\\]012/g, '\\n').replaceAll(/[#\\]011/g, '\\t'));
	return plain.some(line => line.includes('\\n')) ? plain.flatMap(line => decodedLine(line, traces, depth)) : lines;
}

function decodedLine(line: string, traces: TraceLines, left: number): readonly string[] {
	if (left === 0 || !line.includes('\\n')) {
		return [line];
	}
	const quoted = quotedIn(line);
	const strings = quoted.filter(text => text.includes('\\n'));
	const decoded = (texts: readonly string[]) =>
		texts.flatMap(text => unescaped(text).split('\n')).flatMap(text => decodedLine(text, traces, left - 1));
	const [ofStrings, ofLine] = [decoded(strings), decoded([line])];
	const scores = [traces.score([line]), traces.score(ofStrings), traces.score(ofLine)] as const;
	if (scores[1] === 0 || scores[1] < scores[2]) {
		return scores[2] > scores[0] ? ofLine : [line];
	}
	const others = quoted.filter(text => text.includes(' ')).map(unescaped);
	return [...ofStrings, ...others.filter(text => !/\n|\\n/.test(text) && !ofStrings.some(each => each.includes(text)))];
}

/** The texts in double or single quotes, with their escapes. An apostrophe in a word is no quote. */
function quotedIn(line: string): readonly string[] {
	const found: string[] = [];
	const missing = new Set<string>();
	for (let at = 0; at < line.length; at++) {
		const quote = line[at] ?? '';
		const isOpening = (quote === '"' || (quote === "'" && !/\w/.test(line[at - 1] ?? ''))) && !missing.has(quote);
		const end = isOpening ? closingQuote(line, at + 1, quote) : -1;
		if (end >= 0) {
			found.push(line.slice(at + 1, end));
			at = end;
		} else if (isOpening) {
			missing.add(quote);
		}
	}
	return found;
}

function closingQuote(line: string, start: number, quote: string): number {
	for (let at = start; at < line.length; at++) {
		if (line[at] === '\\') {
			at++;
		} else if (line[at] === quote) {
			return at;
		}
	}
	return -1;
}

function unescaped(text: string): string {
	return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex?: string, one = '') =>
		hex === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Quotes and dots that a word processor or a chat made nicer, as programs print them. */
export function plainQuotes(lines: readonly string[]): readonly string[] {
	return lines.map(line =>
		line
			.replaceAll(/[“”„«»]/g, '"')
			.replaceAll(/[‘’‚]/g, "'")
			.replaceAll('…', '...'),
	);
}

/** Quotes that a table doubled, and signs that a string or a markup escaped. */
export function unescapedSigns(lines: readonly string[]): readonly string[] {
	return lines.map(line => line.replaceAll('""', '"').replaceAll(/\\(["_*[\]{}<>])/g, '$1'));
}

/** Blanks as an editor shows them. */
export function plainBlanks(lines: readonly string[]): readonly string[] {
	return lines.map(line => line.replaceAll('·', ' ').replaceAll(/^( *)→ */g, '$1\t'));
}
