const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * For each opening bracket of a text without comments and strings the position of the one that closes it; -1 elsewhere. A
 * closing bracket of another form closes all that are open in the one it closes, if there is one.
 */
export function bracketPairs(code: string): Int32Array {
	const pairs = new Int32Array(code.length).fill(-1);
	const open: number[] = [];
	const nOpen: Record<string, number> = { ')': 0, ']': 0, '}': 0 };
	for (const { 0: bracket, index } of code.matchAll(/[()[\]{}]/g)) {
		const closer = closers[bracket];
		if (closer !== undefined) {
			open.push(index);
			nOpen[closer] = (nOpen[closer] ?? 0) + 1;
		} else if ((nOpen[bracket] ?? 0) > 0) {
			close(bracket, index);
		}
	}
	return pairs;

	function close(bracket: string, index: number): void {
		for (let at = open.pop(); at !== undefined; at = open.pop()) {
			const own = closers[code.charAt(at)] ?? '';
			nOpen[own] = (nOpen[own] ?? 0) - 1;
			if (own === bracket) {
				pairs[at] = index;
				return;
			}
		}
	}
}
