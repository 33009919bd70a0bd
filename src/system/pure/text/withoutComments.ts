/** A text without its HTML comments. A comment that is never closed is text. */
export function withoutComments(text: string): string {
	const kept: string[] = [];
	let at = 0;
	for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', at)) {
		const close = text.indexOf('-->', open);
		if (close < 0) {
			break;
		}
		kept.push(text.slice(at, open));
		at = close + '-->'.length;
	}
	return kept.join('') + text.slice(at);
}
