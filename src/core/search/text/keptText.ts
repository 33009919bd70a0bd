/** A text with the place of its lines. */
export class KeptText {
	private lineStarts: Uint32Array | undefined;

	constructor(readonly text: string) {}

	/** The 1-based line of an offset. */
	lineAt(offset: number): number {
		this.lineStarts ??= startsOfLines(this.text);
		let [low, high] = [0, this.lineStarts.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			[low, high] = (this.lineStarts[middle] ?? 0) <= offset ? [middle, high] : [low, middle - 1];
		}
		return low + 1;
	}
}

function startsOfLines(text: string): Uint32Array {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return Uint32Array.from(starts);
}
