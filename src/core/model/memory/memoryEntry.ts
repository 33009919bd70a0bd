import type { RunCall } from '../run/runNode';
import type { MemoryChanged, RememberedPart } from './memoryEvents';

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
	/** Who closed it. */
	readonly by?: MemoryChanged['by'];
	/** Only its beginning is shown, of at most so many characters. */
	readonly shownCharacters?: number;
}

/** Estimated tokens of what is open, without what introduces it. */
export function openTokens(entries: readonly MemoryEntry[]): number {
	return entries.flatMap(openParts).reduce((sum, { tokens }) => sum + tokens, 0);
}

function openParts({ parts }: MemoryEntry): readonly MemoryPart[] {
	return parts.filter(({ state }) => state === 'open');
}
