import type { CodeSymbol } from '../../../runs/pure/model/symbol';
import type { IssueText } from '../explain/issueText';

/** Longer arguments are an example, no signature. */
const longest = 120;

/**
 * Of several definitions of a name the one whose header has the most of the words that the issue writes in parentheses behind
 * it: `value(double value)`. Undefined if none has more than the others.
 */
export function overloadMeant(
	symbols: readonly CodeSymbol[],
	{ text, file }: { readonly text: IssueText; readonly file: readonly string[] },
): CodeSymbol | undefined {
	const [first] = symbols;
	const written = first === undefined ? [] : argumentsOf(first.name, text);
	const headers = symbols.map(({ startLine, headerEndLine = startLine }) =>
		wordsOf(file.slice(startLine - 1, headerEndLine).join(' ')),
	);
	const counts = headers.map(header =>
		Math.max(0, ...written.map(words => [...words].filter(word => header.has(word)).length)),
	);
	const most = Math.max(0, ...counts);
	const best = symbols.filter((_, at) => counts[at] === most);
	return most > 0 && best.length === 1 ? best[0] : undefined;
}

function argumentsOf(name: string, { lines }: IssueText): ReadonlySet<string>[] {
	const found: ReadonlySet<string>[] = [];
	for (const line of lines) {
		for (let at = line.indexOf(`${name}(`); at >= 0; at = line.indexOf(`${name}(`, at + 1)) {
			const start = at + name.length + 1;
			const end = line.indexOf(')', start);
			if (end > start && end - start <= longest && !/\w/.test(line[at - 1] ?? '')) {
				found.push(wordsOf(line.slice(start, end)));
			}
		}
	}
	return found;
}

function wordsOf(text: string): ReadonlySet<string> {
	return new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
}
