/** Whole numbers, each in as many bytes as the largest one needs. */
export type Narrow = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
export type Numbers = Narrow | Float64Array<ArrayBuffer>;

/** Each time it is full, an array becomes larger by this factor. */
const growth = 1.5;

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

	/** What was added, in an array that it fills. The memory it grew in is given back: nothing can be added any more. */
	finish(): A {
		const finished = this.array.slice(0, this.length) as A;
		this.array = this.array.slice(0, 0) as A;
		return finished;
	}

	/** As it is now; the next addition may replace it. */
	get numbers(): A {
		return this.array;
	}

	private reserve(nMore: number): void {
		const needed = this.length + nMore;
		if (needed > this.array.length) {
			const larger = new (this.array.constructor as new (length: number) => A)(
				Math.max(64, Math.ceil(growth * this.array.length), needed),
			);
			larger.set(this.array.subarray(0, this.length));
			this.array = larger;
		}
	}
}

/** An array of whole numbers below 2^32 that grows, and becomes wider for the first one that needs it. */
export class GrowingNarrow {
	private array: Growing<Narrow> = new Growing(new Uint8Array());
	private most = 0xff;

	get length(): number {
		return this.array.length;
	}

	push(value: number): void {
		if (value > this.most) {
			this.widen(value > 0xffff ? new Uint32Array() : new Uint16Array());
		}
		this.array.push(value);
	}

	append(from: Narrow, start: number, end: number): void {
		if (from.BYTES_PER_ELEMENT > this.array.numbers.BYTES_PER_ELEMENT) {
			this.widen(from.BYTES_PER_ELEMENT > 2 ? new Uint32Array() : new Uint16Array());
		}
		this.array.append(from, start, end);
	}

	finish(): Narrow {
		return this.array.finish();
	}

	private widen(to: Narrow): void {
		const wider = new Growing<Narrow>(to);
		wider.append(this.array.numbers, 0, this.array.length);
		this.array = wider;
		this.most = to.BYTES_PER_ELEMENT > 2 ? 0xffffffff : 0xffff;
	}
}
