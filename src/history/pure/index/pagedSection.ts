import type { SegmentSection, SegmentSource } from './segmentData';

const pageBytes = 64 * 1024;

/** Pages of the parts of several segments, up to an amount: the least recently used ones are dropped. */
export class PageCache {
	private readonly pages = new Map<string, Uint8Array>();
	private nBytes = 0;

	constructor(private readonly budgetBytes = 32 * 1024 * 1024) {}

	page(key: string, read: () => Uint8Array): Uint8Array {
		const known = this.pages.get(key);
		const page = known ?? read();
		this.pages.delete(key);
		this.pages.set(key, page);
		this.nBytes += known === undefined ? page.length : 0;
		for (const [oldest, { length }] of this.pages) {
			if (this.nBytes <= this.budgetBytes || oldest === key) {
				break;
			}
			this.pages.delete(oldest);
			this.nBytes -= length;
		}
		return page;
	}
}

/** Reads a part of a segment page by page. */
export class PagedSection {
	constructor(
		private readonly source: SegmentSource,
		private readonly section: SegmentSection,
		/** Of the segment. */
		private readonly key: string,
		private readonly cache: PageCache,
	) {}

	get size(): number {
		return this.source.sizeOf(this.section);
	}

	bytes(start: number, end: number): Uint8Array {
		const first = Math.floor(start / pageBytes);
		if (end <= (first + 1) * pageBytes) {
			return this.page(first).subarray(start - first * pageBytes, end - first * pageBytes);
		}
		const bytes = new Uint8Array(end - start);
		for (let at = start; at < end; ) {
			const page = Math.floor(at / pageBytes);
			const here = this.page(page).subarray(at - page * pageBytes, end - page * pageBytes);
			bytes.set(here, at - start);
			at = (page + 1) * pageBytes;
		}
		return bytes;
	}

	private page(page: number): Uint8Array {
		const end = Math.min(this.size, (page + 1) * pageBytes);
		return this.cache.page(`${this.key} ${this.section} ${page}`, () =>
			this.source.read(this.section, page * pageBytes, end),
		);
	}
}
