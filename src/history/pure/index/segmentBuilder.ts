import { Growing } from '../../../code/pure/index/tables/growing';
import { StringPool } from '../../../code/pure/index/tables/stringTable';
import { NumberLog, putNumber } from '../../../code/pure/index/words/numbers';
import { compareText } from '../../../system/pure/text/compareText';
import { type CommitReference, commitReferences, referenceKinds } from '../commitReferences';
import { textTerms } from '../commitTerms';
import { type LogConsumer, type LoggedCommit, type LoggedFile, LogReader } from '../logReader';
import { PostingsWriter } from './postingsWriter';
import { commitFlags, fields, lengthByte, type SegmentData } from './segmentData';
import { WordCounter } from './wordCounter';

const limits = {
	/** In bytes: longer lines are data. */
	line: 2000,
	paths: 20_000,
};

const encoder = new TextEncoder();

/** Collects commits, as git prints them with their changes, for a segment. */
export class SegmentBuilder implements LogConsumer {
	private reader = new LogReader(this);
	private readonly postings = new PostingsWriter();

	private readonly ids = new Growing(new Uint8Array());
	private readonly times = new Growing(new Uint32Array());
	private readonly flags = new Growing(new Uint8Array());
	private readonly lengths = fields.map(() => new Growing(new Uint8Array()));
	private readonly messages = new Growing(new Uint8Array());
	private readonly messageEnds = new Growing(new Uint32Array());
	private readonly paths = new StringPool();
	private readonly changes = new NumberLog();
	private nChangeBytes = 0;
	private readonly changeEnds = new Growing(new Uint32Array());
	private readonly references: number[] = [];
	private lastReferring = 0;
	private idBytes = 20;

	private readonly termNumber = (term: string) => this.postings.number(term);
	private readonly words = new WordCounter(this.termNumber);
	private readonly heads = new WordCounter(this.termNumber);
	/** The commit that is being read, with the paths it changes. */
	private current: { readonly commit: LoggedCommit; readonly paths: Set<string> } | undefined;

	/** Whether git was asked for the changes of the commits that follow. */
	hasDiffs = true;

	/** Commits that are complete. */
	get nCommits(): number {
		return this.times.length;
	}

	get nPostings(): number {
		return this.postings.nPostings;
	}

	add(chunk: Uint8Array): void {
		this.reader.add(chunk);
	}

	/** After all that git prints in one go. `isWhole`: else the last commit is left out. */
	end({ isWhole }: { readonly isWhole: boolean }): void {
		if (isWhole) {
			this.reader.end();
			this.endCommit();
		} else {
			this.current = undefined;
			this.words.take(() => undefined);
			this.heads.take(() => undefined);
		}
		this.reader = new LogReader(this);
	}

	commit(commit: LoggedCommit): void {
		this.endCommit();
		this.current = { commit, paths: new Set() };
	}

	file({ path, oldPath }: LoggedFile): void {
		const paths = this.current?.paths;
		if (paths !== undefined && paths.size < limits.paths) {
			paths.add(path);
			oldPath !== undefined && paths.add(oldPath);
		}
	}

	hunk(bytes: Uint8Array, start: number, end: number): void {
		const head = bytes.indexOf(64, start + 2);
		this.heads.add(bytes, head === -1 ? end : head, Math.min(end, start + limits.line));
	}

	line(bytes: Uint8Array, start: number, end: number): void {
		if (end - start <= limits.line) {
			this.words.add(bytes, start + 1, end);
		}
	}

	/** Returns the collected commits; undefined if there are none. Nothing can be added any more. */
	finish(): SegmentData | undefined {
		const { nCommits } = this;
		if (nCommits === 0) {
			return undefined;
		}
		const paths = Array.from({ length: this.paths.size }, (_, at) => `${this.paths.at(at)}\0`).join('');
		const facts = { nCommits, idBytes: this.idBytes, nPostings: this.nPostings };
		const lengths = new Uint8Array(fields.length * nCommits);
		for (const [at, each] of this.lengths.entries()) {
			lengths.set(each.finish(), at * nCommits);
		}
		return {
			facts,
			sections: {
				...{ ids: this.ids.finish(), times: bytesOf(this.times.finish()), flags: this.flags.finish(), lengths },
				...{ messages: this.messages.finish(), messageEnds: bytesOf(this.messageEnds.finish()) },
				...{ paths: encoder.encode(paths), changes: this.changes.finish() },
				...{ changeEnds: bytesOf(this.changeEnds.finish()), references: Uint8Array.from(this.references) },
				...this.postings.finish(),
			},
		};
	}

	private endCommit(): void {
		if (this.current === undefined) {
			return;
		}
		const { commit, paths } = this.current;
		this.current = undefined;
		const at = this.nCommits;
		this.addId(commit.id);
		this.times.push(Math.min(0xffffffff, Math.max(0, Math.trunc(commit.time) || 0)));
		const isCut = this.words.isFull || paths.size >= limits.paths;
		this.flags.push((isCut ? commitFlags.isCut : 0) | (this.hasDiffs ? 0 : commitFlags.hasNoDiff));
		this.addTerms(at, commit.message, paths);
		const message = encoder.encode(commit.message);
		this.messages.append(message, 0, message.length);
		this.messageEnds.push(this.messages.length);
		this.addPaths(paths);
		this.addReferences(at, commitReferences(commit.message));
	}

	private addId(id: string): void {
		this.idBytes = id.length >>> 1;
		for (let at = 0; at + 1 < id.length; at += 2) {
			this.ids.push(Number.parseInt(id.slice(at, at + 2), 16) & 255);
		}
	}

	private addTerms(commit: number, message: string, paths: ReadonlySet<string>): void {
		const end = message.indexOf('\n');
		const [subject, body] = end === -1 ? [message, ''] : [message.slice(0, end), message.slice(end)];
		const { postings } = this;
		const lengths = [
			postings.addTerms('subject', textTerms(subject)),
			postings.addTerms('body', textTerms(body)),
			postings.addTerms('paths', new Set([...paths].flatMap(textTerms))),
			this.words.take((term, count) => postings.add('lines', term, count)),
			this.heads.take((term, count) => postings.add('heads', term, count)),
		];
		for (const [at, length] of lengths.entries()) {
			this.lengths[at]?.push(lengthByte(length));
		}
		postings.endCommit(commit);
	}

	private addPaths(paths: ReadonlySet<string>): void {
		const numbers = [...paths]
			.sort(compareText)
			.map(path => this.paths.add(path))
			.sort((a, b) => a - b);
		const bytes = new Uint8Array(numbers.length * 8);
		let [nBytes, last] = [0, 0];
		for (const number of numbers) {
			nBytes = putNumber(bytes, nBytes, number - last);
			last = number;
		}
		this.changes.append(bytes.subarray(0, nBytes));
		this.nChangeBytes += nBytes;
		this.changeEnds.push(this.nChangeBytes);
	}

	private addReferences(commit: number, references: readonly CommitReference[]): void {
		for (const { kind, id } of references) {
			const bytes = new Uint8Array(16);
			const nBytes = putNumber(bytes, 0, commit - this.lastReferring);
			this.lastReferring = commit;
			const digits = [...id].map(digit => digit.charCodeAt(0));
			this.references.push(...bytes.subarray(0, nBytes), referenceKinds.indexOf(kind), digits.length, ...digits);
		}
	}
}

function bytesOf(numbers: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
