import { CommitReader } from '../../../src/history/pure/commitReader';
import type {
	CommitOptions,
	Deadline,
	History,
	HistoryExtent,
	LineHistoryOptions,
} from '../../../src/history/pure/history';
import { CommitIndex, type HistoryState } from '../../../src/history/pure/index/commitIndex';
import { SegmentBuilder } from '../../../src/history/pure/index/segmentBuilder';
import { segmentInMemory } from '../../../src/history/pure/index/segmentData';
import type { BlamedLine, Commit } from '../../../src/runs/pure/model/commit';
import type { LineRange } from '../../../src/runs/pure/model/symbol';

/** A commit as a test writes it. */
export interface MadeCommit {
	readonly message: string;
	/** Of each path its patch, from the first `@@` on; '' for a binary file. */
	readonly changes?: Readonly<Record<string, string>>;
	/** Days before the newest one. */
	readonly daysAgo?: number;
}

const day = 24 * 3600;
const newest = 1_700_000_000;

/** The id of the commit at this position, with 40 digits. */
export function idOf(at: number): string {
	return `${(at + 1).toString(16).padStart(8, '0')}${'ab'.repeat(16)}`;
}

/** What git prints for commits in the format that is asked of it. */
export function logText(commits: readonly MadeCommit[]): string {
	return commits
		.map(({ message, changes = {}, daysAgo }, at) => {
			const time = newest - (daysAgo ?? at) * day;
			const raw = Object.keys(changes).map(path => `:100644 100644 0123 4567 M\t${path}\n`);
			const patches = Object.entries(changes).map(([path, patch]) =>
				patch === ''
					? `diff --git a/${path} b/${path}\nBinary files a/${path} and b/${path} differ\n`
					: `diff --git a/${path} b/${path}\nindex 0123..4567 100644\n--- a/${path}\n+++ b/${path}\n${patch}\n`,
			);
			const head = `\0${idOf(at)}\0${time}\0Ann Author\0${message}\n\0\n`;
			return raw.length === 0 ? head : `${head}\n${raw.join('')}\n${patches.join('')}`;
		})
		.join('');
}

/** Their index, made from pieces of some bytes, in segments of so many commits. */
export function indexOf(
	commits: readonly MadeCommit[],
	{ pieceBytes = 1000, perSegment = 1000, state = {} }: IndexingOptions = {},
): CommitIndex {
	const known = [];
	const texts = commits.map((_, at) => logText(commits.slice(0, at + 1)).slice(logText(commits.slice(0, at)).length));
	for (let start = 0; start < commits.length; start += perSegment) {
		const builder = new SegmentBuilder();
		const bytes = new TextEncoder().encode(texts.slice(start, start + perSegment).join(''));
		for (let at = 0; at < bytes.length; at += pieceBytes) {
			builder.add(bytes.subarray(at, at + pieceBytes));
		}
		builder.end({ isWhole: true });
		const data = builder.finish();
		if (data !== undefined) {
			const isAlive = new Uint8Array(data.facts.nCommits).fill(1);
			known.push({ key: `${start}`, source: segmentInMemory(data), isAlive });
		}
	}
	const nCommits = commits.length;
	return CommitIndex.of(known, { nCommits, nIndexed: nCommits, hasNewest: true, isCounted: true, ...state });
}

export interface IndexingOptions {
	readonly pieceBytes?: number;
	readonly perSegment?: number;
	readonly state?: Partial<HistoryState>;
	/** The text of each committed file. */
	readonly committed?: Readonly<Record<string, string>>;
	readonly ignored?: readonly string[];
}

/** A history in memory. */
export class MadeHistory implements History {
	private readonly all: readonly Commit[];
	/** How many commits were read. */
	nRead = 0;

	constructor(
		private readonly made: readonly MadeCommit[],
		private readonly options: IndexingOptions = {},
	) {
		const reader = new CommitReader(1e9);
		reader.add(new TextEncoder().encode(logText(made)));
		this.all = reader.end({ isWhole: true });
	}

	deadline(limitMs: number): Deadline {
		const end = performance.now() + limitMs;
		return { leftMs: () => Math.max(0, end - performance.now()) };
	}

	async extent(): Promise<HistoryExtent> {
		return { isShallow: false, isPartial: false };
	}

	async index(): Promise<CommitIndex> {
		return indexOf(this.made, this.options);
	}

	async readyIndex(): Promise<CommitIndex | undefined> {
		const index = await this.index();
		return index.isComplete ? index : undefined;
	}

	async commits(ids: readonly string[], _options?: CommitOptions): Promise<readonly Commit[]> {
		this.nRead += ids.length;
		return ids.flatMap(id => this.all.filter(commit => commit.id === id));
	}

	async committedText(path: string): Promise<string | undefined> {
		return this.options.committed?.[path];
	}

	async ignoredCommits(): Promise<ReadonlySet<string>> {
		return new Set(this.options.ignored);
	}

	async blame(_path: string, _lines: LineRange): Promise<readonly BlamedLine[]> {
		return [];
	}

	/** The first hunk of the file is the one that changes the lines. */
	async commitsOfLines(path: string, _lines: LineRange, { nCommits }: LineHistoryOptions): Promise<readonly Commit[]> {
		return this.all
			.map(commit => ({ ...commit, files: commit.files.filter(file => file.path === path) }))
			.filter(({ files }) => files.length > 0)
			.map(commit => ({ ...commit, files: commit.files.map(file => ({ ...file, hunks: file.hunks.slice(0, 1) })) }))
			.slice(0, nCommits);
	}
}
