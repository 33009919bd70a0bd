import { Growing } from '../../../code/pure/index/tables/growing';
import { StringPool } from '../../../code/pure/index/tables/stringTable';
import { NumberLog, numberBytes, putNumber } from '../../../code/pure/index/words/numbers';
import { compareText } from '../../../system/pure/text/compareText';
import { type Field, fields, groupSize, occurrencesByte, oneLine, type SegmentData } from './segmentData';

const encoder = new TextEncoder();
const nFields = fields.length;
const fieldNumbers: Readonly<Record<Field, number>> = { subject: 0, body: 1, paths: 2, lines: 3, heads: 4 };

/** Collects which terms each commit has in which fields, and writes them by term. */
export class PostingsWriter {
	private readonly terms = new StringPool();
	/** Of the current commit: of each term a count for each field, one after the other. */
	private counts = new Uint32Array(1024 * nFields);
	/** The number of the last commit that has a term. */
	private lastCommit = new Uint32Array(1024);
	private nCommits = 1;
	private met: number[] = [];
	/** Of each commit in order its terms, each with a byte of occurrences. */
	private readonly postingTerms = new Growing(new Uint32Array());
	private readonly postingBytes = new Growing(new Uint8Array());
	private readonly commits = new Growing(new Uint32Array());
	private readonly commitEnds = new Growing(new Uint32Array());

	get nPostings(): number {
		return this.postingTerms.length;
	}

	/** The number of a term, which is added if it is not there yet. */
	number(term: string): number {
		return this.terms.add(term);
	}

	/** Counts terms of the current commit; returns how many they are. */
	addTerms(field: Field, terms: Iterable<string>): number {
		let length = 0;
		for (const term of terms) {
			this.add(field, this.number(term), 1);
			length++;
		}
		return length;
	}

	add(field: Field, term: number, count: number): void {
		if (term >= this.lastCommit.length) {
			this.grow(term);
		}
		if (this.lastCommit[term] !== this.nCommits) {
			this.lastCommit[term] = this.nCommits;
			this.met.push(term);
		}
		const at = term * nFields + fieldNumbers[field];
		this.counts[at] = (this.counts[at] ?? 0) + count;
	}

	/** `commit` is higher than the last one. */
	endCommit(commit: number): void {
		const { counts } = this;
		for (const term of this.met) {
			const at = term * nFields;
			this.postingTerms.push(term);
			this.postingBytes.push(occurrencesByte(counts, at));
			counts.fill(0, at, at + nFields);
		}
		this.met = [];
		this.nCommits++;
		this.commits.push(commit);
		this.commitEnds.push(this.postingTerms.length);
	}

	/** Nothing can be added any more. */
	finish(): Pick<SegmentData['sections'], 'groups' | 'terms' | 'postings'> {
		const nTerms = this.terms.size;
		const nBytes = new Uint32Array(nTerms);
		this.forEach((term, distance, byte) => {
			nBytes[term] = (nBytes[term] ?? 0) + (byte === oneLine ? numberBytes(distance) : numberBytes(distance) + 1);
		});
		const texts = Array.from({ length: nTerms }, (_, term) => this.terms.at(term));
		const order = Array.from({ length: nTerms - 1 }, (_, at) => at + 1).sort((a, b) =>
			compareText(texts[a] ?? '', texts[b] ?? ''),
		);
		const at = new Uint32Array(nTerms);
		let total = 0;
		for (const term of order) {
			at[term] = total;
			total += nBytes[term] ?? 0;
		}
		const dictionary = writeTerms(order.map(term => ({ text: texts[term] ?? '', nBytes: nBytes[term] ?? 0 })));
		const postings = new Uint8Array(total);
		this.forEach((term, distance, byte) => {
			const next = putNumber(postings, at[term] ?? 0, distance);
			if (byte !== oneLine) {
				postings[next] = byte;
			}
			at[term] = byte === oneLine ? next : next + 1;
		});
		for (const each of [this.postingTerms, this.postingBytes, this.commits, this.commitEnds]) {
			each.free();
		}
		return { ...dictionary, postings };
	}

	private forEach(take: (term: number, distance: number, byte: number) => void): void {
		const last = new Int32Array(this.terms.size).fill(-1);
		const [terms, bytes] = [this.postingTerms.numbers, this.postingBytes.numbers];
		const [commits, ends] = [this.commits.numbers, this.commitEnds.numbers];
		for (let nth = 0, at = 0; nth < this.commits.length; nth++) {
			const [commit, end] = [commits[nth] ?? 0, ends[nth] ?? 0];
			for (; at < end; at++) {
				const [term, byte] = [terms[at] ?? 0, bytes[at] ?? 0];
				take(term, 2 * (commit - (last[term] ?? 0) - 1) + Number(byte === oneLine), byte);
				last[term] = commit;
			}
		}
	}

	private grow(term: number): void {
		const [counts, lastCommit] = [new Uint32Array(2 * term * nFields), new Uint32Array(2 * term)];
		counts.set(this.counts);
		lastCommit.set(this.lastCommit);
		[this.counts, this.lastCommit] = [counts, lastCommit];
	}
}

/** In the order of their texts. */
function writeTerms(ordered: readonly { readonly text: string; readonly nBytes: number }[]) {
	const [groups, terms] = [new NumberLog(), new NumberLog()];
	let last = new Uint8Array();
	let [nTermBytes, nPostingBytes] = [0, 0];
	for (const [nth, { text, nBytes }] of ordered.entries()) {
		const bytes = encoder.encode(text);
		const isFirst = nth % groupSize === 0;
		if (isFirst) {
			groups.push(bytes.length);
			groups.push(nTermBytes);
			groups.push(nPostingBytes);
			groups.append(bytes);
		}
		const nShared = isFirst ? 0 : sharedBytes(last, bytes);
		terms.push(nShared);
		terms.push(bytes.length - nShared);
		terms.push(nBytes);
		terms.append(bytes.subarray(nShared));
		nTermBytes += numberBytes(nShared) + numberBytes(bytes.length - nShared) + numberBytes(nBytes);
		nTermBytes += bytes.length - nShared;
		nPostingBytes += nBytes;
		last = bytes;
	}
	return { groups: groups.finish(), terms: terms.finish() };
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
	let nShared = 0;
	while (nShared < a.length && nShared < b.length && a[nShared] === b[nShared]) {
		nShared++;
	}
	return nShared;
}
