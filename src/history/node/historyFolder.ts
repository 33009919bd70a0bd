import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenSectionFiles } from '../../code/node/savedFiles/openSectionFiles';
import { makePrivateFolder } from '../../system/node/files/storageFolder';
import { tryProcessLock } from '../../system/node/processes/processLock';
import { errorText } from '../../system/pure/errors/errorText';
import type { Log } from '../../system/pure/log';
import type { Progress } from '../../system/pure/progress';
import { CommitIndex } from '../pure/index/commitIndex';
import { indexCommits } from './indexCommits';
import type { PrivateRepository } from './privateRepository';
import { type ReachableCommits, reachableCommits } from './reachableCommits';
import { type KnownCommits, ReachableFile } from './reachableFile';
import { loadSegments, removeSegment, type SavedSegment, type SegmentUse, saveSegment } from './segmentFiles';
import type { SourceRepository } from './sourceRepository';

/** The number of segments with fewer commits that are merged into one. */
const mostSmall = 8;
const smallSegment = 1000;
/** The number indexed before git lists all: listing a million commits takes long. */
const newestCommits = 1024;
/** Of so many commits the changed paths are added to git's commit-graph at a time. */
const graphPart = 50_000;
const graphMs = 10 * 60_000;

export interface HistoryBuild {
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The saved index of a history: a folder with segments, and a record of the commits that lead to the user's code. */
export class HistoryFolder implements Disposable {
	private readonly reachable: ReachableFile;
	/** Of the last index. */
	private readonly opened = new OpenSectionFiles();
	private last: { readonly key: string; readonly index: CommitIndex } | undefined;

	constructor(
		private readonly folder: string,
		private readonly log: Log,
	) {
		this.reachable = new ReachableFile(folder, log);
	}

	/** The index as far as it is saved, without asking git; undefined if nothing is known about this commit yet. */
	async read(source: SourceRepository): Promise<CommitIndex | undefined> {
		const fingerprint = fingerprintOf(source);
		const known = this.reachable.load(source, fingerprint);
		if (known?.names.every(name => existsSync(join(this.folder, name))) !== true) {
			return undefined;
		}
		const key = JSON.stringify([source.head, source.shallow, known.isCounted, known.names]);
		if (this.last?.key !== key) {
			const { names } = known;
			const loaded = await loadSegments(this.folder, { fingerprint, opened: this.opened, names, log: this.log });
			const segments = names.flatMap(name => loaded.find(each => each.name === name) ?? []);
			if (segments.length < known.names.length) {
				return undefined;
			}
			this.last = { key, index: this.indexOf(known, segments) };
		}
		return this.last.index;
	}

	[Symbol.dispose](): void {
		this.opened[Symbol.dispose]();
	}

	/** As `read`, after git has listed the commits. */
	async list(source: SourceRepository, work: HistoryWork): Promise<CommitIndex> {
		await makePrivateFolder(this.folder);
		const use = { fingerprint: fingerprintOf(source), opened: this.opened };
		const segments = await loadSegments(this.folder, { ...use, log: this.log });
		const found = await this.found({ ...work, ...use, source }, segments);
		return this.indexOf(found.known, found.segments);
	}

	/** Closes segments that no longer belong to it. */
	private indexOf(known: KnownCommits, segments: readonly SavedSegment[]): CommitIndex {
		this.opened.keepOnly(new Set(segments.map(({ name }) => join(this.folder, name))));
		return indexOf(known, segments);
	}

	/**
	 * Makes the missing segments, newest commits first; it can be read meanwhile. False if another process is doing it.
	 */
	async build(source: SourceRepository, work: HistoryWork): Promise<boolean> {
		await makePrivateFolder(this.folder);
		if ((await this.read(source))?.isComplete === true) {
			return true;
		}
		const unlock = await tryProcessLock(join(this.folder, 'building.lock'));
		if (unlock === undefined) {
			return false;
		}
		try {
			using opened = new OpenSectionFiles();
			await this.extend({ ...work, source, fingerprint: fingerprintOf(source), opened });
		} finally {
			await unlock();
		}
		return true;
	}

	private async extend(work: Work): Promise<void> {
		const saved = await loadSegments(this.folder, { ...work, log: this.log });
		const newest = saved.length === 0 ? await this.extendBy(work, saved, newestCommits) : undefined;
		const isAll = newest?.known.isCounted === true;
		const all = isAll ? newest : await this.extendBy(work, newest?.segments ?? saved);
		const found = await this.withoutSmall(work, all);
		// Some of those that a rebase replaced are kept, as it may be undone.
		const [first = [], ...others] = [all.dead, all.unused, found.unused];
		for (const { name } of [...first.slice(mostSmall), ...others.flat()]) {
			await removeSegment(this.folder, name);
		}
		if (found.known.nMissing === 0) {
			await this.writeCommitGraph(work);
		}
	}

	/** Makes the segments missing for all commits, or for the newest. */
	private async extendBy(work: Work, segments: readonly SavedSegment[], nNewest?: number): Promise<ExtendedSegments> {
		const first = await this.found(work, segments, nNewest);
		const added: SavedSegment[] = [];
		await this.index(work, first.reachable, async segment => {
			added.push(segment);
			await this.reachable.save(work.source, withAdded(first, added), work.fingerprint);
		});
		const found =
			added.length === 0 ? { ...first, unused: [] } : await this.found(work, [...first.segments, ...added], nNewest);
		return { ...found, dead: first.unused };
	}

	/** Many small segments, as one. */
	private async withoutSmall(work: Work, found: FoundSegments): Promise<FoundSegments> {
		const small = found.segments.filter(each => each.source.facts.nCommits < smallSegment);
		if (found.known.nMissing > 0 || small.length < mostSmall) {
			return found;
		}
		const others = found.segments.filter(each => !small.includes(each));
		const again: SavedSegment[] = [];
		const reachable = await reachableCommits(work.repository, work.source.head, others, work);
		await this.index(work, reachable, async segment => {
			again.push(segment);
		});
		return this.found(work, [...others, ...again, ...small]);
	}

	/** Makes segments of the missing commits, until the signal is aborted; then throws its reason. */
	private async index(
		{ source, repository, signal, onProgress, ...use }: Work,
		{ missing, idBytes, nCommits }: Pick<ReachableCommits, 'missing' | 'idBytes' | 'nCommits'>,
		take: (segment: SavedSegment) => Promise<void>,
	): Promise<void> {
		const nKnown = nCommits - missing.length / idBytes;
		const indexing = indexCommits({
			...{ repository, prefix: source.prefix, missing, idBytes, signal },
			onProgress: nDone =>
				onProgress?.({ done: nKnown + nDone, total: nCommits, message: `${nKnown + nDone} of ${nCommits} commits` }),
		});
		try {
			for await (const segment of indexing) {
				await take(await saveSegment(this.folder, segment, use));
			}
		} catch (error) {
			// Saved segments can be searched.
			this.log.warn(`The history is not indexed to its end: ${errorText(error)}`);
		}
		signal?.throwIfAborted();
	}

	/** Which segments have something that others do not have, newest first; saved, so that git is not asked again. */
	private async found(
		{ source, repository, signal, fingerprint }: Omit<Work, 'onProgress'>,
		segments: readonly SavedSegment[],
		nNewest?: number,
	): Promise<FoundSegments> {
		const reachable = await reachableCommits(repository, source.head, segments, { signal, nNewest });
		const { alive, firsts, missing, idBytes, nCommits, hasNewest } = reachable;
		const used = segments
			.map((segment, at) => ({ segment, alive: alive[at] ?? new Uint8Array(), first: firsts[at] }))
			.filter(({ first }) => first !== undefined)
			.sort((a, b) => (a.first ?? 0) - (b.first ?? 0));
		const known = {
			...{ nCommits, hasNewest, nMissing: missing.length / idBytes },
			isCounted: nNewest === undefined || nCommits < nNewest,
			names: used.map(({ segment }) => segment.name),
			alive: Buffer.concat(used.map(each => each.alive)),
		};
		await this.reachable.save(source, known, fingerprint);
		const unused = segments.filter((_, at) => firsts[at] === undefined);
		const ordered = { segments: used.map(({ segment }) => segment), firsts: used.map(({ first }) => first ?? 0) };
		return { reachable, known, unused, ...ordered };
	}

	/** Git then finds the commits of a file in a fraction of the time; of a large history, each call does a part. */
	private async writeCommitGraph({ source, repository, signal }: Work): Promise<void> {
		// Left by one that was ended: no other process is here.
		await rm(join(this.folder, 'git', 'objects', 'info', 'commit-graph.lock'), { force: true });
		const args = ['commit-graph', 'write', '--stdin-commits', '--changed-paths', `--max-new-filters=${graphPart}`];
		await repository.ask([...args, '--no-progress'], {
			input: Buffer.from(`${source.head}\n`),
			timeoutMs: graphMs,
			...(signal && { signal }),
		});
	}
}

/** The work and data to make segments. */
interface Work extends HistoryWork, SegmentUse {
	readonly source: SourceRepository;
}

interface HistoryWork extends HistoryBuild {
	readonly repository: PrivateRepository;
}

interface FoundSegments {
	readonly reachable: ReachableCommits;
	readonly known: KnownCommits;
	/** Newest first; and of each the position of its first commit among all. */
	readonly segments: readonly SavedSegment[];
	readonly firsts: readonly number[];
	readonly unused: readonly SavedSegment[];
}

interface ExtendedSegments extends FoundSegments {
	/** Segments that led nowhere before, too. */
	readonly dead: readonly SavedSegment[];
}

/** With segments of the first of the commits that were missing. */
function withAdded(
	{ known, reachable, segments, firsts }: FoundSegments,
	added: readonly SavedSegment[],
): KnownCommits {
	let nAdded = 0;
	const others = added.map(segment => {
		const { nCommits } = segment.source.facts;
		const first = reachable.places[nAdded] ?? 0;
		nAdded += nCommits;
		return { segment, alive: new Uint8Array(nCommits).fill(1), first };
	});
	const parts = [...partsOf(known, segments).map((part, at) => ({ ...part, first: firsts[at] ?? 0 })), ...others].sort(
		(a, b) => a.first - b.first,
	);
	return {
		...{ nCommits: known.nCommits, nMissing: known.nMissing - nAdded, hasNewest: true },
		isCounted: known.isCounted,
		names: parts.map(({ segment }) => segment.name),
		alive: Buffer.concat(parts.map(({ alive }) => alive)),
	};
}

function indexOf(known: KnownCommits, segments: readonly SavedSegment[]): CommitIndex {
	const { nCommits, nMissing, hasNewest, isCounted } = known;
	const parts = partsOf(known, segments).map(({ segment: { name, source }, alive }) => ({
		...{ key: name, source, isAlive: alive },
	}));
	return CommitIndex.of(parts, { nCommits, nIndexed: nCommits - nMissing, hasNewest, isCounted });
}

function partsOf({ alive }: KnownCommits, segments: readonly SavedSegment[]) {
	let at = 0;
	return segments.map(segment => {
		const start = at;
		at += segment.source.facts.nCommits;
		return { segment, alive: alive.slice(start, at) };
	});
}

function fingerprintOf({ prefix, objectFormat }: SourceRepository): string {
	return createHash('sha256')
		.update(JSON.stringify([prefix, objectFormat]))
		.digest('hex')
		.slice(0, 32);
}
