/** Whole numbers, each in as many bytes as the largest one needs. */
export type Narrow = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
export type Numbers = Narrow | Float64Array<ArrayBuffer>;

/** Each time it is full, an array becomes larger by this factor. */
const growth = 1.5;
/** A larger array grows in place, without a copy. It is read and written at less than half the speed. */
const resizableBytes = 1024 * 1024;
/** An array that grows in place has room to become larger by this factor, which takes memory only as it is used. */
const room = 256;

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

	/**
	 * Returns the added numbers in an array of exactly their size, and frees the larger memory: nothing can be added any
	 * more.
	 */
	finish(): A {
		const finished = this.array.slice(0, this.length) as A;
		this.free();
		return finished;
	}

	/** Gives the memory back, at once if there is much of it: nothing can be added any more. */
	free(): void {
		const { array } = this;
		this.array = new (array.constructor as ArrayType<A>)(0);
		if (array.buffer.resizable) {
			array.buffer.resize(0);
		}
	}

	/** As it is now; the next addition may replace it. */
	get numbers(): A {
		return this.array;
	}

	private reserve(nMore: number): void {
		const needed = this.length + nMore;
		if (needed <= this.array.length) {
			return;
		}
		const { buffer, BYTES_PER_ELEMENT: width } = this.array;
		const length = Math.max(64, Math.ceil(growth * this.array.length), needed);
		if (buffer.resizable && length * width <= buffer.maxByteLength) {
			buffer.resize(length * width);
			return;
		}
		const larger = allocate(this.array.constructor as ArrayType<A>, length, width);
		larger.set(this.array.subarray(0, this.length));
		this.free();
		this.array = larger;
	}
}

type ArrayType<A> = new (of: number | ArrayBuffer) => A;

function allocate<A extends Numbers>(type: ArrayType<A>, length: number, width: number): A {
	if (length * width <= resizableBytes) {
		return new type(length);
	}
	try {
		return new type(new ArrayBuffer(length * width, { maxByteLength: room * length * width }));
	} catch {
		// There are not so many addresses.
		return new type(length);
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
		this.array.free();
		this.array = wider;
		this.most = to.BYTES_PER_ELEMENT > 2 ? 0xffffffff : 0xffff;
	}
}
