import type { TraceLines } from './traceLines';

/** Strings within strings: a log of JSON in JSON. */
const depth = 3;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };
/** A string in quotes that has line breaks as escapes. */
const string = /"((?:[^"\\\n]|\\.)*?\\n(?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*?\\n(?:[^'\\\n]|\\.)*)'/g;
/** A text in quotes with a blank in it. */
const sentence = /"((?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"/g;

/** Traces that are one string of a log in JSON or of keys with values, or printed with `\n` in place of line breaks. */
export function decodedStrings(lines: readonly string[], traces: TraceLines): readonly string[] {
	const plain = lines.map(line => line.replaceAll(/[#\\]012/g, '\\n').replaceAll(/[#\\]011/g, '\\t'));
	return plain.some(line => line.includes('\\n')) ? plain.flatMap(line => decodedLine(line, traces, depth)) : lines;
}

function decodedLine(line: string, traces: TraceLines, left: number): readonly string[] {
	if (left === 0 || !line.includes('\\n')) {
		return [line];
	}
	const strings = [...line.matchAll(string)].map(([, double, single]) => double ?? single ?? '');
	const decoded = (texts: readonly string[]) =>
		texts.flatMap(text => unescaped(text).split('\n')).flatMap(text => decodedLine(text, traces, left - 1));
	const [ofStrings, ofLine] = [decoded(strings), decoded([line])];
	const scores = [traces.score([line]), traces.score(ofStrings), traces.score(ofLine)] as const;
	if (scores[1] === 0 || scores[1] < scores[2]) {
		return scores[2] > scores[0] ? ofLine : [line];
	}
	const others = [...line.matchAll(sentence)].map(([, text = '']) => unescaped(text));
	return [...ofStrings, ...others.filter(text => !text.includes('\n') && !ofStrings.some(each => each.includes(text)))];
}

function unescaped(text: string): string {
	return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex?: string, one = '') =>
		hex === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
	);
}
