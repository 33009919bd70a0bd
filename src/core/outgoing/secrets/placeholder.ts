/**
 * Whether a value stands for a secret rather than being one: a variable to be filled in, a blank, or a text that says of
 * itself that it is none.
 */
export function isPlaceholder(value: string): boolean {
	return variable.test(value) || blank.test(value) || says.test(value);
}

/** `${TOKEN}`, `{{ token }}`, `{token}`, `%(token)s`, `%s`, `<token>`, `$TOKEN`, `[token]`. */
const variable = /[$#@]\{|\{\{|\{\w{0,40}\}|%\(\w|^%[a-z]$|^<[^<>]{1,60}>?$|^\$\(|^\$\w+$|^%\w+%$|^\[[^[\]]{1,60}\]$/i;
const blank = /\*{3}|\.{3}|…|x{4}|0{8}|-{4}|_{4}/i;
const says =
	/example|sample|dummy|fake|placeholder|change[-_]?(?:me|this|it)|replace|redacted|removed|insert|your[-_]?\w|test|insecure|password|passwd|secret|mock|abcdef|12345/i;
