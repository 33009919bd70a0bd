import type { Place } from '../symbol';
import type { MemoryChanged, MemoryEvent, MemoryRef, RememberedPart } from './memoryEvents';
import type { Run } from './run';
import type { RunCall } from './runNode';
import { pathTo } from './runTree';

/**
 * What a model of the strategy `researcher` is shown in each round instead of its conversation: what its calls found, as
 * far as it is open, and its notes (Code Researcher's structured memory). A fold of the events on the path to a node.
 */
export interface WorkingMemory {
	/** Oldest first. */
	readonly entries: readonly MemoryEntry[];
	readonly notes: readonly string[];
}

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
	/** `repeated`: an open part before it shows the same lines. */
	readonly state: 'open' | 'closed' | 'repeated';
	/** Who closed it. */
	readonly by?: MemoryChanged['by'];
}

/** The memory after the round `node`. */
export function workingMemoryOf(run: Pick<Run, 'nodes'>, node: string): WorkingMemory {
	const built = new BuiltMemory();
	for (const { id, kind, calls, memory = [] } of pathTo(run, node)) {
		built.nSteps += kind === 'round' ? 1 : 0;
		for (const event of memory) {
			built.apply(event, id, calls);
		}
	}
	return built.memory();
}

/** Estimated tokens of what is open. */
export function openTokens({ entries }: WorkingMemory): number {
	return entries.flatMap(openParts).reduce((sum, { tokens }) => sum + tokens, 0);
}

function openParts({ parts }: MemoryEntry): readonly MemoryPart[] {
	return parts.filter(({ state }) => state === 'open');
}

class BuiltMemory {
	nSteps = 0;
	private readonly notes: string[] = [];
	private readonly entries = new Map<string, MemoryEntry>();

	apply(event: MemoryEvent, node: string, calls: readonly RunCall[]): void {
		switch (event.type) {
			case 'remembered': {
				const call = calls.find(({ id }) => id === event.call);
				if (call !== undefined) {
					const parts = event.parts.map(part => ({ ...part, state: 'open' as const }));
					const scope = event.scope === undefined ? {} : { scope: event.scope };
					this.entries.set(event.call, { call, node, step: this.nSteps, isPinned: false, ...scope, parts });
				}
				return;
			}
			case 'memoryChanged':
				for (const ref of event.parts) {
					this.change(ref, event);
				}
				return;
			case 'noteTaken':
				this.notes.push(event.text);
				return;
		}
	}

	memory(): WorkingMemory {
		const shown: Place[] = [];
		const entries = [...this.entries.values()].map(entry => ({
			...entry,
			parts: entry.parts.map(part => withoutRepeats(part, shown)),
		}));
		return { entries, notes: this.notes };
	}

	private change({ call, part: only }: MemoryRef, { change, by }: MemoryChanged): void {
		const entry = this.entries.get(call);
		if (entry === undefined) {
			return;
		}
		if (change === 'pinned' || change === 'unpinned') {
			this.entries.set(call, { ...entry, isPinned: change === 'pinned' });
			return;
		}
		const parts = entry.parts.map((part, at) => {
			const { by: _by, ...rest } = part;
			const isMeant = only === undefined || only === at;
			return !isMeant
				? part
				: change === 'closed'
					? { ...rest, state: change, by }
					: { ...rest, state: 'open' as const };
		});
		this.entries.set(call, { ...entry, parts });
	}
}

/** Adds an open part to what is shown. */
function withoutRepeats(part: MemoryPart, shown: Place[]): MemoryPart {
	const { state, place } = part;
	if (state !== 'open' || place === undefined) {
		return part;
	}
	const isShown = shown.some(
		each => each.file === place.file && each.startLine <= place.startLine && place.endLine <= each.endLine,
	);
	shown.push(place);
	return isShown ? { ...part, state: 'repeated' } : part;
}
