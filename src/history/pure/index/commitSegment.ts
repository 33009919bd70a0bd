import { NumberReader } from '../../../code/pure/index/words/numbers';
import { type CommitReference, referenceKinds } from '../commitReferences';
import { type PageCache, PagedSection } from './pagedSection';
import { type Field, fields, oneLine, type SegmentSource } from './segmentData';

/** The range of a term's postings. */
interface Span {
	readonly start: number;
	readonly end: number;
}

interface TermGroup {
	readonly first: string;
	readonly termsStart: number;
	readonly postingsStart: number;
}

/** A reference with the commit whose message has it. */
type NamedReference = CommitReference & { readonly commit: number };

/** The first `n` of each array count. */
export interface Postings {
	readonly n: number;
	/** Ascending. */
	readonly commits: Uint32Array;
	/** Of occurrences. */
	readonly bytes: Uint8Array;
}

const noPostings: Postings = { n: 0, commits: new Uint32Array(), bytes: new Uint8Array() };

/** A word has up to 80 characters. */
const mostTermBytes = 1024;

/** Some commits of a history, numbered from 0, newest first. It never changes. */
export class CommitSegment {
	readonly nCommits: number;
	readonly idBytes: number;
	readonly ids: Uint8Array;
	/** Seconds since 1970. */
	readonly times: Uint32Array;
	readonly flags: Uint8Array;
	private readonly lengths: Uint8Array;
	private readonly messages: PagedSection;
	private readonly messageEnds: PagedSection;
	private readonly changes: PagedSection;
	private readonly changeEnds: PagedSection;
	private readonly terms: PagedSection;
	private readonly postings: PagedSection;
	private groups: readonly TermGroup[] | undefined;
	private paths: readonly string[] | undefined;
	private references: readonly NamedReference[] | undefined;
	private byCommit: ReadonlyMap<number, readonly NamedReference[]> | undefined;
	private readonly decoder = new TextDecoder();

	/** `key` distinguishes it from others that share the cache. */
	constructor(
		readonly key: string,
		private readonly source: SegmentSource,
		cache: PageCache,
	) {
		const paged = (section: ConstructorParameters<typeof PagedSection>[1]) =>
			new PagedSection(source, section, key, cache);
		this.nCommits = source.facts.nCommits;
		this.idBytes = source.facts.idBytes;
		this.ids = source.read('ids');
		this.times = new Uint32Array(source.read('times').slice().buffer);
		this.flags = source.read('flags');
		this.lengths = source.read('lengths');
		[this.messages, this.messageEnds] = [paged('messages'), paged('messageEnds')];
		[this.changes, this.changeEnds] = [paged('changes'), paged('changeEnds')];
		[this.terms, this.postings] = [paged('terms'), paged('postings')];
	}

	/** Hexadecimal. */
	idOf(commit: number): string {
		const bytes = this.ids.subarray(commit * this.idBytes, (commit + 1) * this.idBytes);
		return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
	}

	/** Of each commit the length of a field, as `lengthByte`. */
	lengthsOf(field: Field): Uint8Array {
		const at = fields.indexOf(field) * this.nCommits;
		return this.lengths.subarray(at, at + this.nCommits);
	}

	message(commit: number): string {
		const { start, end } = this.spanIn(this.messageEnds, commit);
		return this.decoder.decode(this.messages.bytes(start, end));
	}

	/** The paths that a commit changes, before and after. */
	pathsOf(commit: number): string[] {
		const names = this.pathNames();
		return this.pathNumbersOf(commit).map(path => names[path] ?? '');
	}

	/** Of each commit: 1 if it changes hidden files, 2 if it changes no others. */
	hiddenChanges(isHidden: (path: string) => boolean): Uint8Array {
		const hidden = this.pathNames().map(path => path !== '' && isHidden(path));
		return Uint8Array.from({ length: hidden.includes(true) ? this.nCommits : 0 }, (_, commit) => {
			const paths = this.pathNumbersOf(commit);
			const nHidden = paths.filter(path => hidden[path]).length;
			return nHidden === 0 ? 0 : nHidden === paths.length ? 2 : 1;
		});
	}

	private pathNames(): readonly string[] {
		this.paths ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.source.read('paths')).split('\0');
		return this.paths;
	}

	private pathNumbersOf(commit: number): number[] {
		const { start, end } = this.spanIn(this.changeEnds, commit);
		const reader = new NumberReader(this.changes.bytes(start, end));
		const found: number[] = [];
		for (let path = 0; reader.at < reader.end; ) {
			path += reader.next();
			found.push(path);
		}
		return found;
	}

	/** The commits that have a term, in order, each with a byte of occurrences. */
	postingsOf(term: string): Postings {
		const span = this.find(term);
		return span === undefined ? noPostings : this.readPostings(span);
	}

	/** Of each term that contains a text. All terms are read. */
	*postingsContaining(text: string): Generator<Postings> {
		const piece = new TextEncoder().encode(text);
		const term = new Uint8Array(mostTermBytes);
		for (const [at, { termsStart, postingsStart }] of this.termGroups().entries()) {
			const bytes = this.terms.bytes(termsStart, this.termGroups()[at + 1]?.termsStart ?? this.terms.size);
			const reader = new NumberReader(bytes);
			for (let start = postingsStart; reader.at < reader.end; ) {
				const [nShared, nMore, nBytes] = [reader.next(), reader.next(), reader.next()];
				for (let byte = 0; byte < nMore; byte++) {
					term[nShared + byte] = bytes[reader.at + byte] ?? 0;
				}
				reader.at += nMore;
				if (contains(term, nShared + nMore, piece)) {
					yield this.readPostings({ start, end: start + nBytes });
				}
				start += nBytes;
			}
		}
	}

	referencesOf(commit: number): readonly CommitReference[] {
		if (this.byCommit === undefined) {
			const byCommit = new Map<number, NamedReference[]>();
			for (const each of this.allReferences()) {
				byCommit.set(each.commit, [...(byCommit.get(each.commit) ?? []), each]);
			}
			this.byCommit = byCommit;
		}
		return this.byCommit.get(commit) ?? [];
	}

	/** The commits that refer to another one, by its whole id. */
	referringTo(id: string): readonly NamedReference[] {
		return this.allReferences().filter(each => id.startsWith(each.id));
	}

	private allReferences(): readonly NamedReference[] {
		if (this.references === undefined) {
			const bytes = this.source.read('references');
			const reader = new NumberReader(bytes);
			const found: NamedReference[] = [];
			for (let commit = 0; reader.at < reader.end; ) {
				commit += reader.next();
				const kind = referenceKinds[reader.next()] ?? 'fixes';
				const length = reader.next();
				found.push({ commit, kind, id: this.decoder.decode(bytes.subarray(reader.at, reader.at + length)) });
				reader.at += length;
			}
			this.references = found;
		}
		return this.references;
	}

	private spanIn(ends: PagedSection, commit: number): Span {
		const view = (at: number) => {
			const bytes = ends.bytes(4 * at, 4 * at + 4);
			return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
		};
		return { start: commit === 0 ? 0 : view(commit - 1), end: view(commit) };
	}

	private readPostings({ start, end }: Span): Postings {
		const packed = this.postings.bytes(start, end);
		const reader = new NumberReader(packed);
		// A posting takes a byte at least.
		const [commits, bytes] = [new Uint32Array(packed.length), new Uint8Array(packed.length)];
		let n = 0;
		for (let commit = -1; reader.at < reader.end; n++) {
			const distance = reader.next();
			commit += 1 + (distance >>> 1);
			commits[n] = commit;
			bytes[n] = (distance & 1) === 1 ? oneLine : (packed[reader.at++] ?? 0);
		}
		return { n, commits, bytes };
	}

	private find(term: string): Span | undefined {
		const groups = this.termGroups();
		let [low, high] = [0, groups.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			[low, high] = (groups[middle]?.first ?? '') <= term ? [middle, high] : [low, middle - 1];
		}
		let found: Span | undefined;
		this.readGroup(low, (each, span) => {
			found = each === term ? span : undefined;
			return each < term;
		});
		return found;
	}

	/** Until `take` returns false. */
	private readGroup(group: number, take: (term: string, span: Span) => boolean): void {
		const groups = this.termGroups();
		const { termsStart, postingsStart } = groups[group] ?? { termsStart: 0, postingsStart: 0 };
		const bytes = this.terms.bytes(termsStart, groups[group + 1]?.termsStart ?? this.terms.size);
		const reader = new NumberReader(bytes);
		let [text, start] = [new Uint8Array(), postingsStart];
		while (reader.at < reader.end) {
			const [nShared, nMore, nBytes] = [reader.next(), reader.next(), reader.next()];
			const next = new Uint8Array(nShared + nMore);
			next.set(text.subarray(0, nShared));
			next.set(bytes.subarray(reader.at, reader.at + nMore), nShared);
			reader.at += nMore;
			if (!take(this.decoder.decode(next), { start, end: start + nBytes })) {
				return;
			}
			text = next;
			start += nBytes;
		}
	}

	private termGroups(): readonly TermGroup[] {
		if (this.groups === undefined) {
			const bytes = this.source.read('groups');
			const reader = new NumberReader(bytes);
			const groups: TermGroup[] = [];
			while (reader.at < reader.end) {
				const [length, termsStart, postingsStart] = [reader.next(), reader.next(), reader.next()];
				const first = this.decoder.decode(bytes.subarray(reader.at, reader.at + length));
				reader.at += length;
				groups.push({ first, termsStart, postingsStart });
			}
			this.groups = groups;
		}
		return this.groups;
	}
}

/** Most bytes are not the first one of the piece. */
function contains(bytes: Uint8Array, length: number, piece: Uint8Array): boolean {
	const first = piece[0] ?? 0;
	for (let at = 0; at + piece.length <= length; at++) {
		if (bytes[at] !== first) {
			continue;
		}
		let n = 1;
		while (n < piece.length && bytes[at + n] === piece[n]) {
			n++;
		}
		if (n === piece.length) {
			return true;
		}
	}
	return false;
}
