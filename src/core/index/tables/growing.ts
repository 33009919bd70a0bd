type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** An array of numbers that grows. */
export class Growing<A extends Numbers> {
	length = 0;

	constructor(private array: A) {}

	push(value: number): void {
		this.reserve(1);
		this.array[this.length++] = value;
	}

	/** Adds a part of another array. */
	append(from: A, start: number, end: number): void {
		this.reserve(end - start);
		this.array.set(from.subarray(start, end), this.length);
		this.length += end - start;
	}

	/** What was added, in an array that it fills. */
	finish(): A {
		return this.array.slice(0, this.length) as A;
	}

	private reserve(nMore: number): void {
		const needed = this.length + nMore;
		if (needed > this.array.length) {
			const larger = new (this.array.constructor as new (length: number) => A)(
				Math.max(64, 2 * this.array.length, needed),
			);
			larger.set(this.array.subarray(0, this.length));
			this.array = larger;
		}
	}
}
