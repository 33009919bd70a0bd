/** Numbers from 0 as bytes: seven bits in each, the lowest first, and the eighth set if more follow. */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
	let rest = value;
	let next = at;
	while (rest > 127) {
		bytes[next++] = (rest & 127) | 128;
		rest = Math.floor(rest / 128);
	}
	bytes[next++] = rest;
	return next;
}

/** How many bytes `putNumber` writes. */
export function numberBytes(value: number): number {
	return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 1 + numberBytes(Math.floor(value / 128));
}

/** Reads numbers written by `putNumber`. */
export class NumberReader {
	at = 0;

	constructor(
		private readonly bytes: Uint8Array,
		readonly end = bytes.length,
	) {}

	next(): number {
		let byte = this.bytes[this.at++] ?? 0;
		let value = byte & 127;
		for (let scale = 128; byte > 127; scale *= 128) {
			byte = this.bytes[this.at++] ?? 0;
			value += (byte & 127) * scale;
		}
		return value;
	}
}

const chunkBytes = 1 << 20;
/** The longest number takes fewer. */
const reserveBytes = 16;

/** A long sequence of numbers, packed, and of bytes between them. It grows without being copied. */
export class NumberLog {
	private readonly full: Uint8Array<ArrayBuffer>[] = [];
	private current = new Uint8Array(0);
	private at = 0;

	push(value: number): void {
		this.reserve(reserveBytes);
		this.at = putNumber(this.current, this.at, value);
	}

	append(bytes: Uint8Array): void {
		this.reserve(bytes.length);
		this.current.set(bytes, this.at);
		this.at += bytes.length;
	}

	/** Reads the numbers that it has now. */
	reader(): LogReader {
		return new LogReader([...this.full, this.current.subarray(0, this.at)]);
	}

	/** All of it in one array. */
	finish(): Uint8Array<ArrayBuffer> {
		const parts = [...this.full, this.current.subarray(0, this.at)];
		const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
		let at = 0;
		for (const part of parts) {
			all.set(part, at);
			at += part.length;
		}
		return all;
	}

	private reserve(nBytes: number): void {
		if (this.at + nBytes > this.current.length) {
			this.full.push(this.current.subarray(0, this.at));
			this.current = new Uint8Array(Math.max(chunkBytes, nBytes));
			this.at = 0;
		}
	}
}

/** Reads the numbers of a log. No number is split over two parts. */
export class LogReader {
	private reader = new NumberReader(new Uint8Array());
	private nextPart = 0;

	constructor(private readonly parts: readonly Uint8Array[]) {
		this.advance();
	}

	get isAtEnd(): boolean {
		return this.reader.at >= this.reader.end;
	}

	next(): number {
		const value = this.reader.next();
		if (this.reader.at >= this.reader.end) {
			this.advance();
		}
		return value;
	}

	private advance(): void {
		while (this.isAtEnd && this.nextPart < this.parts.length) {
			this.reader = new NumberReader(this.parts[this.nextPart++] ?? new Uint8Array());
		}
	}
}
