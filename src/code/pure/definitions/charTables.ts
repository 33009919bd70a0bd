/** Returns a number for each UTF-16 code unit, 0 if none is given: a scanner looks it up for each character. */
export function charTable(classes: Readonly<Record<string, number>>): Uint8Array {
	const table = new Uint8Array(0x10000);
	for (const [chars, value] of Object.entries(classes)) {
		for (let charIdx = 0; charIdx < chars.length; charIdx++) {
			table[chars.charCodeAt(charIdx)] = value;
		}
	}
	return table;
}

/** Returns 1 for the characters of names: letters, digits, `_`, and everything beyond ASCII but blanks. */
export function wordTable(further = ''): Uint8Array {
	const table = new Uint8Array(0x10000).fill(1, 0x80);
	for (const char of `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_${further}`) {
		table[char.charCodeAt(0)] = 1;
	}
	for (const blank of '\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff') {
		table[blank.charCodeAt(0)] = 0;
	}
	return table;
}
