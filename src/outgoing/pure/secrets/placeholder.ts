import { looksChosen, looksRandom } from './randomness';

/**
 * Whether a value is a placeholder for a secret: a variable to be filled in, a text that calls itself an example, or
 * one that consists of words like `test`. Containing a word like `test` proves nothing: real passwords contain it.
 */
export function isPlaceholder(value: string): boolean {
	if (variable.test(value) || example.test(value)) {
		return true;
	}
	const rest = withoutFillers(value);
	return rest !== value && !looksRandom(rest) && !looksChosen(rest);
}

/** Removes words and runs that fill test data from a value. */
export function withoutFillers(value: string): string {
	return value.replace(filler, '');
}

/** `${TOKEN}`, `{{ token }}`, `{token}`, `%(token)s`, `%s`, `<token>`, `$TOKEN`, `[token]`. */
const variable = /[$#@]\{|\{\{|\{\w{0,40}\}|%\(\w|^%[a-z]$|^<[^<>]{1,60}>?$|^\$\(|^\$\w+$|^%\w+%$|^\[[^[\]]{1,60}\]$/i;
const example =
	/example|sample|dummy|fake|placeholder|change[-_]?(?:me|this|it)|replace|redacted|removed|insert|your[-_]{0,2}\w|insecure|mock|…/i;
const filler =
	/test|passw(?:or)?d|secret|token|abcdef\w{0,20}|12345\d{0,5}|x{4,40}|0{8,40}|-{4,40}|_{4,40}|\*{3,40}|\.{3,40}/gi;
