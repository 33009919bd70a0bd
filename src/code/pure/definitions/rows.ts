/** The rows of a text, by position. They are found when one is first asked for. */
export class Rows {
	private starts: Int32Array | undefined;
	/** The last one asked for: most questions are about a position near the one before. */
	private row = 0;

	constructor(private readonly text: string) {}

	/** 0-based row of a position. */
	of(at: number): number {
		this.starts ??= rowStarts(this.text);
		const { starts } = this;
		let { row } = this;
		for (let nSteps = 0; (starts[row] ?? 0) > at || (starts[row + 1] ?? Number.POSITIVE_INFINITY) <= at; nSteps++) {
			if (nSteps === mostSteps) {
				row = find(starts, at);
			} else {
				row += (starts[row] ?? 0) > at ? -1 : 1;
			}
		}
		this.row = row;
		return row;
	}
}

/** Rows farther away are searched for. */
const mostSteps = 32;
const usualLength = 24;

function find(starts: Int32Array, at: number): number {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((starts[middle] ?? 0) <= at) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
}

function rowStarts(text: string): Int32Array {
	let starts = new Int32Array(Math.ceil(text.length / usualLength) + 1);
	let count = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		if (count === starts.length) {
			const longer = new Int32Array(2 * count);
			longer.set(starts);
			starts = longer;
		}
		starts[count++] = at + 1;
	}
	return starts.subarray(0, count);
}
