import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommitIndex, type HistoryState } from '../../core/history/index/commitIndex';
import type { HistoryWait, Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { SectionFile, writeSectionFile } from '../indexing/sectionFile';
import { tryProcessLock } from '../processes/processLock';
import { makePrivateFolder } from '../storageFolder';
import { indexCommits } from './indexCommits';
import type { PrivateRepository } from './privateRepository';
import { type ReachableCommits, reachableCommits } from './reachableCommits';
import { loadSegments, removeSegment, type SavedSegment, saveSegment } from './segmentFiles';
import type { SourceRepository } from './sourceRepository';

/** So many segments with fewer commits are made again as one. */
const mostSmall = 8;
const smallSegment = 1000;
/** Of so many commits the changed paths are added to git's commit-graph at a time. */
const graphPart = 50_000;
const [leastGraphMs, mostGraphMs] = [10_000, 10 * 60_000];
/** Increment when what is kept about reachable commits has another form. */
const reachableVersion = 1;

/** The saved index of a history: a folder with segments, and with which of their commits lead to the user's code. */
export class HistoryFolder {
	constructor(
		private readonly folder: string,
		/** Of what commits are read with: those read with another one are read again. */
		private readonly log: Log,
	) {}

	/**
	 * The index of what leads to `head`, after it was extended: until it is complete, the time is over, or another process
	 * is doing it.
	 */
	async open(source: SourceRepository, repository: PrivateRepository, options: HistoryWait): Promise<CommitIndex> {
		const fingerprint = fingerprintOf(source);
		await makePrivateFolder(this.folder);
		const loaded = await loadSegments(this.folder, fingerprint, this.log);
		const known = this.loadReachable(source, loaded, fingerprint);
		const first = known ?? inOrder(loaded, await reachableCommits(repository, source.head, loaded, options.signal));
		if (first.reachable.missing.length === 0) {
			if (known === undefined) {
				await this.saveReachable(source, first, fingerprint);
			}
			return indexOf(source, first);
		}
		const unlock = options.waitMs === 0 ? undefined : await tryProcessLock(join(this.folder, 'building.lock'));
		if (unlock === undefined) {
			return indexOf(source, first);
		}
		try {
			return await this.extend({ ...options, source, repository, fingerprint }, first);
		} finally {
			await unlock();
		}
	}

	private async extend(work: Extension, first: FoundSegments): Promise<CommitIndex> {
		const { source, repository, signal, fingerprint } = work;
		const end = performance.now() + (work.waitMs ?? Number.POSITIVE_INFINITY);
		const added = await this.index(work, first.reachable, end);
		let found = await this.found(work, [...first.segments, ...added]);
		const small = found.segments.filter(each => each.source.facts.nCommits < smallSegment);
		if (found.reachable.missing.length === 0 && small.length >= mostSmall) {
			const others = found.segments.filter(each => !small.includes(each));
			const again = await reachableCommits(repository, source.head, others, signal);
			found = await this.found(work, [...others, ...(await this.index(work, again, end)), ...small]);
		}
		if (found.reachable.missing.length === 0) {
			await this.saveReachable(source, found, fingerprint);
			await this.writeCommitGraph(work, end);
		}
		return indexOf(source, found);
	}

	/** Makes segments of what is missing, until the end. */
	private async index(
		{ source, repository, signal, onProgress, fingerprint }: Extension,
		{ missing, idBytes, nCommits }: Pick<ReachableCommits, 'missing' | 'idBytes' | 'nCommits'>,
		end: number,
	): Promise<SavedSegment[]> {
		const nKnown = nCommits - missing.length / idBytes;
		const indexing = indexCommits({
			...{ repository, prefix: source.prefix, missing, idBytes, signal },
			isDone: () => performance.now() >= end,
			onProgress: nDone =>
				onProgress?.({ done: nKnown + nDone, total: nCommits, message: `${nKnown + nDone} of ${nCommits} commits` }),
		});
		const segments: SavedSegment[] = [];
		try {
			for await (const segment of indexing) {
				segments.push(await saveSegment(this.folder, segment, fingerprint));
			}
		} catch (error) {
			// What is saved can be searched.
			this.log.warn(`The history is not indexed to its end: ${errorText(error)}`);
		}
		signal?.throwIfAborted();
		return segments;
	}

	/** The segments that have something others do not have, newest first; the rest is removed. */
	private async found(
		{ source, repository, signal }: Extension,
		segments: readonly SavedSegment[],
	): Promise<FoundSegments> {
		const reachable = await reachableCommits(repository, source.head, segments, signal);
		for (const { name } of segments.filter((_, at) => reachable.firsts[at] === undefined)) {
			await removeSegment(this.folder, name);
		}
		return inOrder(segments, reachable);
	}

	/** Git then finds the commits of a file in a fraction of the time; of a large history, each call does a part. */
	private async writeCommitGraph({ source, repository, signal }: Extension, end: number): Promise<void> {
		// Left by one that was ended: no other process is here.
		await rm(join(this.folder, 'git', 'objects', 'info', 'commit-graph.lock'), { force: true });
		const args = ['commit-graph', 'write', '--stdin-commits', '--changed-paths', `--max-new-filters=${graphPart}`];
		await repository.ask([...args, '--no-progress'], {
			input: Buffer.from(`${source.head}\n`),
			// A whole number, as Node requires it.
			timeoutMs: Math.ceil(Math.min(mostGraphMs, Math.max(leastGraphMs, end - performance.now()))),
			...(signal && { signal }),
		});
	}

	/** Undefined where it is not known for these segments. */
	private loadReachable(
		{ head, shallow }: SourceRepository,
		loaded: readonly SavedSegment[],
		fingerprint: string,
	): FoundSegments | undefined {
		try {
			const saved = SectionFile.open(this.reachableFile, { version: reachableVersion, fingerprint }, ['alive']);
			const facts = saved.facts as ReachableFacts;
			const segments = facts.names.flatMap(name => loaded.find(each => each.name === name) ?? []);
			if (facts.head !== head || facts.shallow !== shallow || segments.length < facts.names.length) {
				return undefined;
			}
			const bytes = saved.read('alive');
			let at = 0;
			const alive = segments.map(({ source }) => {
				const start = at;
				at += source.facts.nCommits;
				return bytes.slice(start, at);
			});
			const idBytes = head.length >>> 1;
			return { segments, reachable: { alive, missing: new Uint8Array(), idBytes, nCommits: facts.nCommits } };
		} catch {
			// It is made again.
			return undefined;
		}
	}

	private async saveReachable(
		{ head, shallow }: SourceRepository,
		{ segments, reachable: { alive, nCommits } }: FoundSegments,
		fingerprint: string,
	): Promise<void> {
		const facts: ReachableFacts = { head, shallow, nCommits, names: segments.map(({ name }) => name) };
		const key = { version: reachableVersion, fingerprint };
		await writeSectionFile(this.reachableFile, { ...key, facts }, [['alive', Buffer.concat(alive)]]).catch(
			(error: unknown) => this.log.warn(`The state of the history could not be saved: ${errorText(error)}`),
		);
	}

	private get reachableFile(): string {
		return join(this.folder, 'reachable');
	}
}

/** What segments are made of, and how long. */
interface Extension extends HistoryWait {
	readonly source: SourceRepository;
	readonly repository: PrivateRepository;
	readonly fingerprint: string;
}

/** Segments, newest first, and which of their commits lead to the user's code. */
interface FoundSegments {
	readonly segments: readonly SavedSegment[];
	readonly reachable: Omit<ReachableCommits, 'firsts'>;
}

/** Those that have something, by their newest commit. */
function inOrder(segments: readonly SavedSegment[], { firsts, alive, ...rest }: ReachableCommits): FoundSegments {
	const used = segments
		.map((segment, at) => ({ segment, alive: alive[at] ?? new Uint8Array(), first: firsts[at] }))
		.filter(({ first }) => first !== undefined)
		.sort((a, b) => (a.first ?? 0) - (b.first ?? 0));
	return {
		segments: used.map(({ segment }) => segment),
		reachable: { ...rest, alive: used.map(({ alive }) => alive) },
	};
}

interface ReachableFacts {
	readonly head: string;
	readonly shallow: string;
	readonly nCommits: number;
	/** Of the segments, in the order of their commits. */
	readonly names: readonly string[];
}

function indexOf({ shallow, isPartial }: SourceRepository, { segments, reachable }: FoundSegments): CommitIndex {
	const { alive, missing, idBytes, nCommits } = reachable;
	const state: HistoryState = {
		...{ nCommits, nIndexed: nCommits - missing.length / idBytes },
		...{ isShallow: shallow !== '', isPartial },
	};
	const known = segments.map(({ name, source }, at) => ({ key: name, source, isAlive: alive[at] ?? new Uint8Array() }));
	return CommitIndex.of(known, state);
}

function fingerprintOf({ prefix, objectFormat }: SourceRepository): string {
	return createHash('sha256')
		.update(JSON.stringify([prefix, objectFormat]))
		.digest('hex')
		.slice(0, 32);
}
