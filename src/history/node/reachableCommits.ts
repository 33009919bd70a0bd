import { Growing } from '../../code/pure/index/tables/growing';
import { CommitNumbers } from '../pure/index/commitNumbers';
import type { PrivateRepository } from './privateRepository';
import type { SavedSegment } from './segmentFiles';

/** Which commits lead to the user's code: those in segments, and those that are in none. */
export interface ReachableCommits {
	/** Of each segment a byte for each commit, 0 if it does not lead there (any more) or another segment has it. */
	readonly alive: readonly Uint8Array<ArrayBuffer>[];
	/** Of each segment the position of its first commit among all; undefined if it has none that leads there. */
	readonly firsts: readonly (number | undefined)[];
	/** Ids of commits in no segment, newest first, and of each its position among all. */
	readonly missing: Uint8Array;
	readonly places: Uint32Array;
	readonly idBytes: number;
	readonly nCommits: number;
	/** Whether the newest commit is in a segment. */
	readonly hasNewest: boolean;
}

export interface ReachableOptions {
	readonly signal?: AbortSignal | undefined;
	/** Only so many of the newest; all unless given. */
	readonly nNewest?: number | undefined;
}

/** Throws if git cannot list them. */
export async function reachableCommits(
	repository: PrivateRepository,
	head: string,
	segments: readonly SavedSegment[],
	{ signal, nNewest }: ReachableOptions,
): Promise<ReachableCommits> {
	const idBytes = head.length >>> 1;
	const known = segments.map(({ source }) => ({ ids: source.read('ids'), idBytes: source.facts.idBytes }));
	const numbers = new CommitNumbers(known);
	const alive = segments.map(({ source }) => new Uint8Array(source.facts.nCommits));
	const missing = new Growing(new Uint8Array());
	const places = new Growing(new Uint32Array());
	const firsts = new Array<number | undefined>(segments.length);
	let [nCommits, hasNewest] = [0, false];
	const lines = new IdReader(idBytes, id => {
		nCommits++;
		let isKnown = false;
		numbers.forEach(id, number => {
			const segment = alive.findLastIndex((_, at) => numbers.startOf(at) <= number);
			if (!isKnown) {
				(alive[segment] ?? new Uint8Array())[number - numbers.startOf(segment)] = 1;
				firsts[segment] ??= nCommits;
			}
			isKnown = true;
		});
		hasNewest ||= isKnown && nCommits === 1;
		if (!isKnown) {
			missing.append(id, 0, idBytes);
			places.push(nCommits);
		}
	});
	const args = ['rev-list', ...(nNewest === undefined ? [] : [`--max-count=${nNewest}`]), head];
	const { stderr, exitCode } = await repository.stream(args, { ...(signal && { signal }) }, chunk => {
		lines.add(chunk);
		return true;
	});
	signal?.throwIfAborted();
	if (exitCode !== 0) {
		throw new Error(stderr || 'git ended');
	}
	return { alive, firsts, missing: missing.finish(), places: places.finish(), idBytes, nCommits, hasNewest };
}

/** Reads hexadecimal ids, one on each line. */
class IdReader {
	private readonly id: Uint8Array<ArrayBuffer>;
	private nDigits = 0;

	constructor(
		private readonly idBytes: number,
		private readonly take: (id: Uint8Array<ArrayBuffer>) => void,
	) {
		this.id = new Uint8Array(idBytes);
	}

	add(chunk: Uint8Array): void {
		for (const code of chunk) {
			if (code === newline) {
				if (this.nDigits === 2 * this.idBytes) {
					this.take(this.id);
				}
				this.nDigits = 0;
				continue;
			}
			const at = this.nDigits >>> 1;
			const digit = code > nine ? code - lowerA + 10 : code - zero;
			this.id[at] = ((this.id[at] ?? 0) << 4) | digit;
			this.nDigits++;
		}
	}
}

const [newline, zero, nine, lowerA] = [10, 48, 57, 97];
