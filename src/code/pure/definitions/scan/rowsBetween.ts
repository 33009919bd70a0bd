/** The number of newlines in a part of a text. */
export function rowsBetween(text: string, start: number, end: number): number {
	let count = 0;
	for (let at = start; at < end; at++) {
		count += text.charCodeAt(at) === 0x0a ? 1 : 0;
	}
	return count;
}
