import type { TableSections } from './tableData';

/** FNV-1a over UTF-16 code units, 32 bits. */
function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	}
	return hash >>> 0;
}

/** The strings of a table, each once, by number. */
export class StringTable {
	private decoded: string | undefined;

	constructor(private readonly sections: TableSections) {}

	get size(): number {
		return this.sections.facts.nStrings;
	}

	at(number: number): string {
		const ends = this.sections.get('strings.ends');
		return this.text.slice(number === 0 ? 0 : ends[number - 1], ends[number]);
	}

	/** -1 for a string that is not in the table. */
	find(text: string): number {
		const slots = this.sections.get('strings.slots');
		const mask = slots.length - 1;
		for (let at = hashOf(text) & mask; slots[at] !== 0; at = (at + 1) & mask) {
			const number = (slots[at] ?? 0) - 1;
			if (this.at(number) === text) {
				return number;
			}
		}
		return -1;
	}

	/** All of it as one text: strings cut from it share its memory. */
	private get text(): string {
		this.decoded ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.sections.get('strings.text'));
		return this.decoded;
	}
}

/** Collects strings, after those of a table whose numbers stay the same. */
export class StringPool {
	private readonly numbers = new Map<string, number>();
	private readonly added: string[] = [];
	private readonly nKnown: number;

	constructor(private readonly known?: StringTable) {
		this.nKnown = known?.size ?? 0;
		this.add('');
	}

	get size(): number {
		return this.nKnown + this.added.length;
	}

	/** The number of a string, which is added if it is not there yet. */
	add(text: string): number {
		const known = this.numbers.get(text);
		if (known !== undefined) {
			return known;
		}
		const before = this.known?.find(text) ?? -1;
		const number = before >= 0 ? before : this.size;
		if (before < 0) {
			this.added.push(wellFormed(text));
		}
		this.numbers.set(text, number);
		return number;
	}

	at(number: number): string {
		return number < this.nKnown ? (this.known?.at(number) ?? '') : (this.added[number - this.nKnown] ?? '');
	}

	/** `known`: the parts of the table that the pool began with. */
	pack(known: TableSections | undefined): Record<'strings.text' | 'strings.ends' | 'strings.slots', ArrayBuffer> {
		const before = known?.get('strings.text') ?? new Uint8Array();
		const more = new TextEncoder().encode(this.added.join(''));
		const text = new Uint8Array(before.length + more.length);
		text.set(before);
		text.set(more, before.length);
		const ends = new Uint32Array(this.size);
		ends.set(known?.get('strings.ends') ?? []);
		let end = ends[this.nKnown - 1] ?? 0;
		for (const [at, each] of this.added.entries()) {
			end += each.length;
			ends[this.nKnown + at] = end;
		}
		return { 'strings.text': text.buffer, 'strings.ends': ends.buffer, 'strings.slots': this.slots(known).buffer };
	}

	private slots(known: TableSections | undefined): Uint32Array<ArrayBuffer> {
		const length = 2 ** Math.ceil(Math.log2(2 * this.size + 1));
		const before = known?.get('strings.slots');
		if (before !== undefined && before.length === length) {
			const slots = before.slice();
			for (const [at, text] of this.added.entries()) {
				putInto(slots, text, this.nKnown + at);
			}
			return slots;
		}
		const slots = new Uint32Array(length);
		for (let number = 0; number < this.size; number++) {
			putInto(slots, this.at(number), number);
		}
		return slots;
	}
}

function putInto(slots: Uint32Array, text: string, number: number): void {
	const mask = slots.length - 1;
	let at = hashOf(text) & mask;
	while (slots[at] !== 0) {
		at = (at + 1) & mask;
	}
	slots[at] = number + 1;
}

/** Half of a surrogate pair has no UTF-8. */
function wellFormed(text: string): string {
	return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
