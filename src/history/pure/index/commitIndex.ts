import type { CommitReference, ReferenceKind } from '../commitReferences';
import { CommitSegment } from './commitSegment';
import { PageCache } from './pagedSection';
import { commitFlags, type Field, lengthsOfBytes, messageOnly, type SegmentSource } from './segmentData';

/** A segment, and which of its commits are in the history: a byte each, 0 for those that are not. */
export interface KnownSegment {
	readonly key: string;
	readonly source: SegmentSource;
	readonly isAlive: Uint8Array;
}

/** How far an index of a history is made. */
export interface HistoryState {
	/** Commits that are in the history; `nIndexed` of them can be found. */
	readonly nCommits: number;
	readonly nIndexed: number;
	/** Whether all were counted: else `nCommits` are the newest ones of more. */
	readonly isCounted: boolean;
	/** Whether the newest commit can be found; then the others that can be found are those after it. */
	readonly hasNewest: boolean;
}

/** A commit of an index: the position of its segment, and its number there. */
export interface IndexedCommit {
	readonly at: number;
	readonly commit: number;
}

/** A commit that refers to another one. */
export interface CommitLink {
	readonly from: IndexedCommit;
	readonly kind: ReferenceKind;
}

/** A segment and the part of it that may be found. */
export interface OpenSegment {
	readonly segment: CommitSegment;
	/**
	 * For each commit the bits of occurrences that count: 255 for all, the message's only if it changes hidden files, 0 if
	 * it is not in the history or changes nothing else.
	 */
	readonly masks: Uint8Array;
}

/** Of commits without hidden files, with some, and with no others. */
const shown = [255, messageOnly, 0];

/** The commits of a history that can be searched. It never changes. */
export class CommitIndex {
	private readonly means = new Map<Field, number>();

	private constructor(
		/** Newest first. */
		readonly segments: readonly OpenSegment[],
		readonly state: HistoryState,
	) {}

	/** `known`: newest first. */
	static of(known: readonly KnownSegment[], state: HistoryState, cache = new PageCache()): CommitIndex {
		const segments = known.map(({ key, source, isAlive }) => ({
			segment: new CommitSegment(key, source, cache),
			masks: isAlive.map(each => (each === 0 ? 0 : 255)),
		}));
		return new CommitIndex(segments, state);
	}

	/** Hides some files: nothing is found by their names or their changes. */
	without(isHidden: (path: string) => boolean): CommitIndex {
		const segments = this.segments.map(({ segment, masks }) => {
			const hidden = segment.hiddenChanges(isHidden);
			return {
				segment,
				masks: masks.map((mask, commit) => mask & (shown[hidden[commit] ?? 0] ?? 0)),
			};
		});
		return new CommitIndex(segments, this.state);
	}

	get isComplete(): boolean {
		return this.state.isCounted && this.state.nIndexed === this.state.nCommits;
	}

	/** Returns the mean over the commits that can be found: other saved commits change no ranking. */
	meanLength(field: Field): number {
		const known = this.means.get(field);
		if (known !== undefined) {
			return known;
		}
		let [sum, nCommits] = [0, 0];
		for (const { segment, masks } of this.segments) {
			for (const [commit, byte] of segment.lengthsOf(field).entries()) {
				if (masks[commit] !== 0) {
					sum += lengthsOfBytes[byte] ?? 0;
					nCommits++;
				}
			}
		}
		const mean = nCommits === 0 ? 0 : sum / nCommits;
		this.means.set(field, mean);
		return mean;
	}

	idOf({ at, commit }: IndexedCommit): string {
		return this.segments[at]?.segment.idOf(commit) ?? '';
	}

	timeOf({ at, commit }: IndexedCommit): number {
		return this.segments[at]?.segment.times[commit] ?? 0;
	}

	messageOf({ at, commit }: IndexedCommit): string {
		return this.segments[at]?.segment.message(commit) ?? '';
	}

	pathsOf({ at, commit }: IndexedCommit): readonly string[] {
		return this.segments[at]?.segment.pathsOf(commit) ?? [];
	}

	/** Whether a commit may have a term: even if not all of its changes are indexed. */
	mayHave({ at, commit }: IndexedCommit, term: string): boolean {
		const { segment, masks } = this.segments[at] ?? {};
		if (segment === undefined || masks === undefined) {
			return false;
		}
		const { n, commits, bytes } = segment.postingsOf(term);
		const place = commits.subarray(0, n).indexOf(commit);
		const isCut = ((segment.flags[commit] ?? 0) & (commitFlags.isCut | commitFlags.hasNoDiff)) !== 0;
		return isCut || (place !== -1 && ((bytes[place] ?? 0) & (masks[commit] ?? 0)) !== 0);
	}

	/** Returns the commits that a commit's message refers to. */
	referencesOf({ at, commit }: IndexedCommit): readonly CommitReference[] {
		return this.segments[at]?.segment.referencesOf(commit) ?? [];
	}

	/** The commits whose messages refer to a commit. */
	referringTo(target: IndexedCommit): CommitLink[] {
		const id = this.idOf(target);
		return this.segments.flatMap(({ segment, masks }, at) =>
			segment
				.referringTo(id)
				.filter(({ commit }) => masks[commit] !== 0)
				.map(({ commit, kind }) => ({ from: { at, commit }, kind })),
		);
	}

	/** The commits whose id begins with some hexadecimal digits, 4 at least. */
	find(id: string): IndexedCommit[] {
		const digits = id.toLowerCase();
		if (!/^[\da-f]{4,64}$/.test(digits)) {
			return [];
		}
		const [first, second] = [Number.parseInt(digits.slice(0, 2), 16), Number.parseInt(digits.slice(2, 4), 16)];
		const found: IndexedCommit[] = [];
		for (const [at, { segment, masks }] of this.segments.entries()) {
			const { ids, idBytes, nCommits } = segment;
			for (let commit = 0, place = 0; commit < nCommits; commit++, place += idBytes) {
				const isLike = ids[place] === first && ids[place + 1] === second && masks[commit] !== 0;
				if (isLike && segment.idOf(commit).startsWith(digits)) {
					found.push({ at, commit });
				}
			}
		}
		return found;
	}

	/** Every commit that can be found, newest first, as git lists them. */
	*all(): Generator<IndexedCommit> {
		for (const [at, { masks }] of this.segments.entries()) {
			for (let commit = 0; commit < masks.length; commit++) {
				if (masks[commit] !== 0) {
					yield { at, commit };
				}
			}
		}
	}
}
