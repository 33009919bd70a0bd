import { SegmentBuilder } from '../pure/index/segmentBuilder';
import type { SegmentData } from '../pure/index/segmentData';
import { logFormat } from '../pure/logReader';
import { type PrivateRepository, plainLog } from './privateRepository';

/** The number of commits requested from git at a time. */
const batchSize = 512;
const batchMs = 10 * 60_000;
/**
 * The first segments are small, so that they can be searched soon; the others as large as memory allows. In postings.
 */
const segmentSizes = [150_000, 600_000];
const fullSegment = 3_500_000;
const mostCommits = 200_000;
/** After this many batches whose changes git could not show, changes are no longer requested. */
const mostFailures = 3;

export interface IndexingOptions {
	readonly repository: PrivateRepository;
	/** Of the folder whose history it is; changes outside of it are left out. */
	readonly prefix: string;
	/** Ids, newest first. */
	readonly missing: Uint8Array;
	readonly idBytes: number;
	readonly onProgress: (nDone: number) => void;
	readonly signal?: AbortSignal | undefined;
}

/** How git is asked for the changes of a batch: from the best way to the one that needs least of the repository. */
const ways = [
	{ hasDiffs: true, args: ['-U0', ...plainLog, ...logFormat] },
	{ hasDiffs: false, args: [...plainLog, '--no-renames', logFormat[0], '--raw', '--abbrev=4'] },
	{ hasDiffs: false, args: [...plainLog, logFormat[0], '-s'] },
] as const;

/**
 * Yields segments with the given commits, in order, each when it is full or the signal is aborted. If git cannot show
 * the changes of commits, as in a partial clone, only their paths or messages are searched. Throws if git shows
 * nothing.
 */
export async function* indexCommits(options: IndexingOptions): AsyncGenerator<SegmentData, void, undefined> {
	const { missing, idBytes, onProgress, signal } = options;
	const nCommits = missing.length / idBytes;
	let [nDone, nSegments, nFailures] = [0, 0, 0];
	let builder = new SegmentBuilder();
	while (nDone < nCommits && !signal?.aborted) {
		const ids = hexLines(missing.subarray(nDone * idBytes, (nDone + batchSize) * idBytes), idBytes);
		const limit = segmentSizes[nSegments] ?? fullSegment;
		const before = builder.nCommits;
		let problem = '';
		for (const way of nFailures < mostFailures ? ways : ways.slice(1)) {
			const rest = ids.slice(builder.nCommits - before);
			if (rest.length > 0) {
				problem = await addBatch(builder, rest, { ...options, ...way, limit });
				nFailures += way.hasDiffs && problem !== '' && !signal?.aborted ? 1 : 0;
			}
			if (problem === '' || signal?.aborted) {
				break;
			}
		}
		const nAdded = builder.nCommits - before;
		if (nAdded === 0 && !signal?.aborted) {
			throw new Error(`The commit ${ids[0]} cannot be read: ${problem}`);
		}
		nDone += nAdded;
		onProgress(nDone);
		if (builder.nPostings >= limit || builder.nCommits >= mostCommits) {
			yield* segmentOf(builder);
			builder = new SegmentBuilder();
			nSegments++;
		}
	}
	yield* segmentOf(builder);
}

function* segmentOf(builder: SegmentBuilder): Generator<SegmentData, void, undefined> {
	const segment = builder.finish();
	if (segment !== undefined) {
		yield segment;
	}
}

interface Batch extends IndexingOptions {
	readonly hasDiffs: boolean;
	readonly args: readonly string[];
	/** In postings: if it is exceeded by far, the rest of the batch is left for the next segment. */
	readonly limit: number;
}

/** Returns why git ended early, '' if it did not. */
async function addBatch(builder: SegmentBuilder, ids: readonly string[], batch: Batch): Promise<string> {
	const { repository, prefix, args, hasDiffs, limit, signal } = batch;
	builder.hasDiffs = hasDiffs;
	const input = Buffer.from(ids.map(id => `${id}\n`).join(''));
	const within = prefix === '' ? [] : [`--relative=${prefix}`];
	let isFull = false;
	const { exitCode, stderr } = await repository.stream(
		['log', '--no-walk=unsorted', '--stdin', ...args, ...within],
		{ input, timeoutMs: batchMs, ...(signal && { signal }) },
		chunk => {
			builder.add(chunk);
			isFull = builder.nPostings > 2 * limit + fullSegment;
			return !isFull;
		},
	);
	builder.end({ isWhole: exitCode === 0 });
	return exitCode === 0 || isFull ? '' : stderr || 'git ended';
}

function hexLines(ids: Uint8Array, idBytes: number): string[] {
	const hex = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength).toString('hex');
	return Array.from({ length: ids.length / idBytes }, (_, at) => hex.slice(2 * idBytes * at, 2 * idBytes * (at + 1)));
}
