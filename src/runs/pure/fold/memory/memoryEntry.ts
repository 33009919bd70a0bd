import type { MemoryChanged, RememberedPart } from '../../events/memoryEvents';
import type { RunCall } from '../runNode';

/** The answer of one call. */
export interface MemoryEntry {
	readonly call: RunCall;
	/** The round it was made in. */
	readonly node: string;
	/** The number of that round on the path, from 1. */
	readonly step: number;
	readonly scope?: string;
	readonly isPinned: boolean;
	readonly parts: readonly MemoryPart[];
}

export interface MemoryPart extends RememberedPart {
	/** `repeated`: another open part shows the same. */
	readonly state: 'open' | 'closed' | 'repeated';
	/** Of repeated parts: the numbers of the results that show it, from 1. */
	readonly shownIn?: readonly number[];
	/** Who closed it. */
	readonly by?: MemoryChanged['by'];
	/** Only its beginning is shown, of at most so many characters. */
	readonly shownCharacters?: number;
}

/** Estimated tokens of the open parts, without their introductions. */
export function openTokens(entries: readonly MemoryEntry[]): number {
	return entries.flatMap(openParts).reduce((sum, { tokens }) => sum + tokens, 0);
}

function openParts({ parts }: MemoryEntry): readonly MemoryPart[] {
	return parts.filter(({ state }) => state === 'open');
}
