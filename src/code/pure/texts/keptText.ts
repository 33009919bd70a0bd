/** A text with the place of its lines. */
export class KeptText {
	/** Made when a line is asked for that is above the one before, as by a second search. */
	private lineStarts: Uint32Array | undefined;
	/** The line that was asked for last, and its start. */
	private last = { line: 1, start: 0 };

	constructor(readonly text: string) {}

	/** The 1-based line of an offset. */
	lineAt(offset: number): number {
		if (this.lineStarts === undefined && offset >= this.last.start) {
			return this.lineBelow(offset);
		}
		this.lineStarts ??= startsOfLines(this.text);
		let [low, high] = [0, this.lineStarts.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			[low, high] = (this.lineStarts[middle] ?? 0) <= offset ? [middle, high] : [low, middle - 1];
		}
		return low + 1;
	}

	private lineBelow(offset: number): number {
		let { line, start } = this.last;
		for (let at = this.text.indexOf('\n', start); at !== -1 && at < offset; at = this.text.indexOf('\n', start)) {
			line++;
			start = at + 1;
		}
		this.last = { line, start };
		return line;
	}
}

function startsOfLines(text: string): Uint32Array {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return Uint32Array.from(starts);
}
