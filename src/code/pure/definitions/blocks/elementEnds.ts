/** The positions at which elements begin, with those at which they end. A tag that nothing closes has no end. */
export function elementEnds(code: string): ReadonlyMap<number, number> {
	const ends = new Map<number, number>();
	const open: { readonly name: string; readonly at: number }[] = [];
	const counts = new Map<string, number>();
	const tag = /<(\/?)([\w:.-]{1,80})/g;
	for (let found = tag.exec(code); found !== null; found = tag.exec(code)) {
		const [, slash, name = ''] = found;
		const end = tagEnd(code, tag.lastIndex);
		tag.lastIndex = end;
		if (slash === '' && code.charAt(end - 1) === '/') {
			ends.set(found.index, end);
		} else if (slash === '') {
			open.push({ name, at: found.index });
			counts.set(name, (counts.get(name) ?? 0) + 1);
		} else if ((counts.get(name) ?? 0) > 0) {
			close(name, end);
		}
	}
	return ends;

	/** Elements in it that are still open have no end tag. */
	function close(name: string, end: number): void {
		for (let last = open.pop(); last !== undefined; last = open.pop()) {
			counts.set(last.name, (counts.get(last.name) ?? 0) - 1);
			if (last.name === name) {
				ends.set(last.at, end);
				return;
			}
		}
	}
}

/** The position of the mark that ends a tag, or of one that begins another. */
function tagEnd(code: string, from: number): number {
	const mark = /[<>]/g;
	mark.lastIndex = from;
	return mark.exec(code)?.index ?? code.length;
}
