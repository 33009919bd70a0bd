import type { MemoryRef, ShortenedPart } from '../../../runs/pure/events/memoryEvents';
import { type MemoryEntry, openTokens } from '../../../runs/pure/fold/memory/memoryEntry';
import { withoutRepeats } from '../../../runs/pure/fold/memory/repeatedParts';
import type { WorkingMemory } from '../../../runs/pure/fold/memory/workingMemory';
import { charactersOfTokens, tokensOfCharacters } from '../limits/tokenEstimate';
import { entryText, partText, shownTokens } from './memoryText';

/** The parts of a memory that are closed and cut off so that it fits. */
export interface MemoryCuts {
	readonly closed: readonly MemoryRef[];
	/** Of results that the user pinned. */
	readonly unpinned: readonly MemoryRef[];
	readonly shortened: readonly ShortenedPart[];
}

/** Once the memory is full, it is closed down to this share of its limit, so that a prompt cache lasts for some rounds. */
const keptShare = 0.8;
/** Pinned results leave the rest to the newest ones. */
const pinnedShare = 0.75;
/** A part is closed if fewer characters of it would be shown. */
const leastCharacters = 400;

/**
 * Makes a memory fit: closes the oldest results that are not pinned, first those without code, then the oldest pinned
 * ones, and cuts off the newest step's findings only if all of that is not enough.
 */
export function memoryCuts(memory: WorkingMemory, limitTokens: number): MemoryCuts {
	const fitting = new Fitting(memory, limitTokens);
	const newest = memory.entries.at(-1)?.step;
	const isOlder = ({ step }: MemoryEntry) => step !== newest;
	fitting.close(({ step, isPinned }) => step !== newest && !isPinned, keptShare);
	fitting.unpin(isOlder);
	fitting.shorten(({ step }) => step === newest);
	fitting.close(({ step }) => step === newest, 1);
	fitting.close(() => true, 1);
	return fitting;
}

interface PlacedPart {
	readonly ref: Required<MemoryRef>;
	readonly isCode: boolean;
	/** The tokens of its shown part. */
	readonly tokens: number;
}

class Fitting implements MemoryCuts {
	readonly closed: MemoryRef[] = [];
	readonly unpinned: MemoryRef[] = [];
	readonly shortened: ShortenedPart[] = [];

	constructor(
		private memory: WorkingMemory,
		private readonly limitTokens: number,
	) {}

	/** Closes parts of some entries, oldest first, down to a share of the limit; none if all is within it. */
	close(isMeant: (entry: MemoryEntry) => boolean, share: number): void {
		if (this.size() <= this.limitTokens) {
			return;
		}
		const parts = this.memory.entries.filter(isMeant).flatMap(partsOf);
		const left = [...parts.filter(({ isCode }) => !isCode), ...parts.filter(({ isCode }) => isCode)];
		for (let excess = this.excess(share); excess > 0 && left.length > 0; excess = this.excess(share)) {
			let nCounted = 0;
			let freed = 0;
			while (nCounted < left.length && freed < excess) {
				freed += left[nCounted]?.tokens ?? 0;
				nCounted++;
			}
			const refs = left.splice(0, nCounted).map(({ ref }) => ref);
			this.closed.push(...refs);
			this.memory = closedIn(this.memory, refs);
		}
	}

	/** Closes the oldest pinned entries that together leave too little room. */
	unpin(isMeant: (entry: MemoryEntry) => boolean): void {
		const pinned = () => this.memory.entries.filter(entry => entry.isPinned && isMeant(entry));
		while (this.size() > this.limitTokens && openTokens(pinned()) > this.limitTokens * pinnedShare) {
			const refs = pinned()
				.map(partsOf)
				.find(parts => parts.length > 0)
				?.map(({ ref }) => ref);
			if (refs === undefined) {
				return;
			}
			this.unpinned.push(...refs);
			this.memory = closedIn(this.memory, refs);
		}
	}

	/** Gives each of some entries an equal share of the room; the others get the room that short ones leave. */
	shorten(isMeant: (entry: MemoryEntry) => boolean): void {
		if (this.size() <= this.limitTokens) {
			return;
		}
		const numbered = [...this.memory.entries.entries()].filter(([, entry]) => isMeant(entry));
		const all = numbered.flatMap(([, entry]) => partsOf(entry)).map(({ ref }) => ref);
		const others = shownTokens(closedIn(this.memory, all), this.limitTokens);
		let nLeft = charactersOfTokens(Math.max(0, this.limitTokens - others));
		const sized = numbered.map(([at, entry]) => ({ entry, length: entryText(entry, at).length }));
		const ascending = sized.sort((a, b) => a.length - b.length);
		for (const [at, { entry, length }] of ascending.entries()) {
			const share = Math.floor(nLeft / (ascending.length - at));
			if (length > share) {
				this.shortenEntry(entry, share, length);
			}
			nLeft -= Math.min(length, share);
		}
	}

	private shortenEntry(entry: MemoryEntry, share: number, length: number): void {
		const { text = '' } = entry.call.answer ?? {};
		const open = [...entry.parts.entries()].filter(([, { state }]) => state === 'open');
		const lengths = open.map(([, part]) => partText(part, text).length);
		let nLeft = share - (length - lengths.reduce((sum, each) => sum + each, 0));
		for (const [nth, [at, part]] of open.entries()) {
			const whole = lengths[nth] ?? 0;
			const nCharacters = Math.floor(nLeft);
			const ref = { call: entry.call.id, part: at };
			if (whole > nCharacters) {
				const shown =
					nCharacters < leastCharacters ? undefined : partText({ ...part, shownCharacters: nCharacters }, text);
				if (shown === undefined || shown.length > nCharacters) {
					this.closed.push(ref);
					this.memory = closedIn(this.memory, [ref]);
				} else {
					const tokens = Math.ceil(tokensOfCharacters(shown.length));
					this.shortened.push({ ...ref, nCharacters, tokens });
					this.memory = shortenedIn(this.memory, { ...ref, nCharacters, tokens });
				}
			}
			nLeft -= Math.min(whole, Math.max(0, nCharacters));
		}
	}

	private size(): number {
		return shownTokens(this.memory, this.limitTokens);
	}

	private excess(share: number): number {
		return this.size() - this.limitTokens * share;
	}
}

/** Those that are not closed: one that another part repeats is shown as soon as that is closed. */
function partsOf({ call, parts }: MemoryEntry): PlacedPart[] {
	return parts.flatMap(({ state, kind, tokens }, part) =>
		state === 'closed'
			? []
			: [{ ref: { call: call.id, part }, isCode: kind === 'code', tokens: state === 'open' ? tokens : 0 }],
	);
}

function closedIn(memory: WorkingMemory, refs: readonly MemoryRef[]): WorkingMemory {
	const closed = new Set(refs.map(({ call, part }) => `${part} ${call}`));
	const entries = memory.entries.map(entry => ({
		...entry,
		parts: entry.parts.map((part, at) =>
			closed.has(`${at} ${entry.call.id}`) ? { ...part, state: 'closed' as const, by: 'limit' as const } : part,
		),
	}));
	return { ...memory, entries: withoutRepeats(entries) };
}

function shortenedIn(memory: WorkingMemory, { call, part, nCharacters, tokens }: ShortenedPart): WorkingMemory {
	const entries = memory.entries.map(entry =>
		entry.call.id !== call
			? entry
			: {
					...entry,
					parts: entry.parts.map((each, at) =>
						at === part ? { ...each, shownCharacters: nCharacters, tokens } : each,
					),
				},
	);
	return { ...memory, entries: withoutRepeats(entries) };
}
