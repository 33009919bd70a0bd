/**
 * The folders that a file `objects/info/alternates` names, as git reads it: up to a NUL, one a line, but for a path in
 * quotes, which is written as in C, may contain line breaks, and ends at its quote.
 */
export function alternatePaths(text: string): string[] {
	const read = upToNul(text);
	const paths: string[] = [];
	for (let at = 0; at < read.length; ) {
		const lineEnd = read.indexOf('\n', at);
		const quoted = read[at] === '"' ? unquoted(read, at + 1) : undefined;
		const end = quoted?.end ?? (lineEnd === -1 ? read.length : lineEnd);
		if (quoted !== undefined) {
			paths.push(quoted.path);
		} else if (read[at] !== '#' && end > at) {
			paths.push(read.slice(at, end));
		}
		at = end + 1;
	}
	return paths;
}

/** Git reads names as C does. */
export function upToNul(text: string): string {
	return text.split('\0', 1).join('');
}

/** The text from after a quote to the next one, and the position after that; undefined if git takes it literally. */
function unquoted(text: string, from: number): { readonly path: string; readonly end: number } | undefined {
	const bytes: Buffer[] = [];
	for (let at = from; at < text.length; at++) {
		if (text[at] === '"') {
			return { path: upToNul(Buffer.concat(bytes).toString('utf8')), end: at + 1 };
		}
		const [plain = ''] = /^[^"\\]*/.exec(text.slice(at)) ?? [];
		if (plain !== '') {
			bytes.push(Buffer.from(plain, 'utf8'));
			at += plain.length - 1;
			continue;
		}
		const octal = text.slice(at + 1, at + 4);
		const byte = /^[0-3][0-7][0-7]$/.test(octal) ? Number.parseInt(octal, 8) : escapes.get(text[at + 1] ?? '');
		if (byte === undefined) {
			return undefined;
		}
		bytes.push(Buffer.of(byte));
		at += /^\d/.test(octal) ? 3 : 1;
	}
	return undefined;
}

const escapes: ReadonlyMap<string, number> = new Map(
	Object.entries({ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }),
);
