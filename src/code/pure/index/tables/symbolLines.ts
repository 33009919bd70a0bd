/** The lines of the symbols of one file, in which those around a line are found without looking at the others. */
export class SymbolLines {
	/** Positions of the symbols, by their first line. */
	private readonly order: Uint32Array;
	/** The last line of any symbol up to each one in this order. */
	private readonly lastLines: Float64Array;

	/** `starts` and `ends` are the first and the last line of each symbol. */
	constructor(
		private readonly starts: Float64Array,
		private readonly ends: Float64Array,
	) {
		this.order = Uint32Array.from(starts.keys()).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || a - b);
		let last = 0;
		this.lastLines = Float64Array.from(this.order, at => {
			last = Math.max(last, ends[at] ?? 0);
			return last;
		});
	}

	/** The positions of the symbols around a line, ascending. */
	around(line: number): number[] {
		let [low, high] = [0, this.order.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			const starts = (this.starts[this.order[middle] ?? 0] ?? 0) <= line;
			[low, high] = starts ? [middle + 1, high] : [low, middle];
		}
		const found: number[] = [];
		for (let at = low - 1; at >= 0 && (this.lastLines[at] ?? 0) >= line; at--) {
			const position = this.order[at] ?? 0;
			if ((this.ends[position] ?? 0) >= line) {
				found.push(position);
			}
		}
		return found.sort((a, b) => a - b);
	}
}
