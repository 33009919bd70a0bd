import { hashBytes } from '../fnv';
import { Growing } from './growing';
import type { TableSections } from './tableData';

/** The strings of a table, each once, by number. */
export class StringTable {
	private readonly utf8 = new Utf8();

	constructor(private readonly sections: TableSections) {}

	get size(): number {
		return this.sections.facts.nStrings;
	}

	at(number: number): string {
		const bytes = this.bytesAt(number);
		return this.utf8.decode(bytes, 0, bytes.length);
	}

	bytesAt(number: number): Uint8Array {
		const start = number === 0 ? 0 : this.sections.number('strings.ends', number - 1);
		return this.sections.bytes('strings.text', start, this.sections.number('strings.ends', number));
	}

	/** -1 for a string that is not in the table. */
	find(text: string): number {
		const nBytes = this.utf8.encode(text);
		const { bytes } = this.utf8;
		const mask = this.sections.lengthOf('strings.slots') - 1;
		for (let at = hashBytes(bytes, 0, nBytes) & mask; ; at = (at + 1) & mask) {
			const number = this.sections.number('strings.slots', at) - 1;
			if (number < 0) {
				return -1;
			}
			const here = this.bytesAt(number);
			if (here.length === nBytes && here.every((byte, each) => byte === bytes[each])) {
				return number;
			}
		}
	}
}

/** Collects strings, after the strings of a table, whose numbers stay the same. */
export class StringPool {
	private readonly text: Growing<Uint8Array<ArrayBuffer>>;
	private readonly ends: Growing<Uint32Array<ArrayBuffer>>;
	private slots: Uint32Array<ArrayBuffer>;
	private readonly utf8 = new Utf8();

	constructor(known?: TableSections) {
		this.text = new Growing(new Uint8Array(known?.get('strings.text') ?? []));
		this.text.length = this.text.numbers.length;
		this.ends = new Growing(new Uint32Array(known?.get('strings.ends') ?? []));
		this.ends.length = this.ends.numbers.length;
		this.slots = known?.get('strings.slots').slice() ?? new Uint32Array(16);
		this.add('');
	}

	get size(): number {
		return this.ends.length;
	}

	/** The number of a string, which is added if it is not there yet. Half of a surrogate pair becomes U+FFFD. */
	add(text: string): number {
		const nBytes = this.utf8.encode(text);
		return this.addBytes(this.utf8.bytes, 0, nBytes);
	}

	/** As `add`, for a string in UTF-8. */
	addBytes(bytes: Uint8Array, start: number, end: number): number {
		const mask = this.slots.length - 1;
		let at = hashBytes(bytes, start, end) & mask;
		for (let slot = this.slots[at] ?? 0; slot !== 0; slot = this.slots[at] ?? 0) {
			if (this.isAt(slot - 1, bytes, start, end)) {
				return slot - 1;
			}
			at = (at + 1) & mask;
		}
		this.text.append(bytes as Uint8Array<ArrayBuffer>, start, end);
		this.ends.push(this.text.length);
		this.slots[at] = this.size;
		if (3 * this.size > 2 * this.slots.length) {
			this.rehash();
		}
		return this.size - 1;
	}

	at(number: number): string {
		return this.utf8.decode(this.text.numbers, this.startOf(number), this.endOf(number));
	}

	pack(): Record<'strings.text' | 'strings.ends' | 'strings.slots', ArrayBuffer> {
		return {
			'strings.text': this.text.finish().buffer,
			'strings.ends': this.ends.finish().buffer,
			'strings.slots': this.slots.buffer,
		};
	}

	private startOf(number: number): number {
		return number === 0 ? 0 : this.endOf(number - 1);
	}

	private endOf(number: number): number {
		return this.ends.numbers[number] ?? 0;
	}

	private isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean {
		const first = this.startOf(number);
		if (this.endOf(number) - first !== end - start) {
			return false;
		}
		const text = this.text.numbers;
		for (let at = start; at < end; at++) {
			if (text[first + at - start] !== bytes[at]) {
				return false;
			}
		}
		return true;
	}

	private rehash(): void {
		const slots = new Uint32Array(2 * this.slots.length);
		const mask = slots.length - 1;
		for (let number = 0; number < this.size; number++) {
			let at = hashBytes(this.text.numbers, this.startOf(number), this.endOf(number)) & mask;
			while (slots[at] !== 0) {
				at = (at + 1) & mask;
			}
			slots[at] = number + 1;
		}
		this.slots = slots;
	}
}

/** Shorter texts are decoded without the decoder's costs. */
const shortText = 24;

/** Text to UTF-8 and back. A string that is returned is its own, and keeps no other one in memory. */
export class Utf8 {
	/** The string that was encoded last. */
	bytes = new Uint8Array(256);
	private readonly encoder = new TextEncoder();
	private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

	/** Returns the number of bytes. */
	encode(text: string): number {
		if (3 * text.length > this.bytes.length) {
			this.bytes = new Uint8Array(6 * text.length);
		}
		const { bytes } = this;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code > 0x7f) {
				return this.encoder.encodeInto(text, bytes).written;
			}
			bytes[at] = code;
		}
		return text.length;
	}

	decode(bytes: Uint8Array, start: number, end: number): string {
		if (end - start <= shortText) {
			const short = bytes.subarray(start, end);
			return short.every(byte => byte < 0x80)
				? String.fromCharCode.apply(undefined, short as unknown as number[])
				: this.decoder.decode(short);
		}
		return this.decoder.decode(bytes.subarray(start, end));
	}
}
