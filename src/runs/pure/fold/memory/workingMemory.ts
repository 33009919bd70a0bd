import type { MemoryChanged, MemoryEvent, MemoryRef, RememberedPart, ShortenedPart } from '../../events/memoryEvents';
import type { Run } from '../run';
import type { RunCall } from '../runNode';
import { pathTo } from '../runTree';
import type { MemoryEntry, MemoryPart } from './memoryEntry';
import { withoutRepeats } from './repeatedParts';

/**
 * The content shown to a model of the strategy `researcher` in each round instead of its conversation: the open results
 * of its calls, and its notes (Code Researcher's structured memory). A fold of the events on the path to a node.
 */
export interface WorkingMemory {
	/** Oldest first. */
	readonly entries: readonly MemoryEntry[];
	readonly notes: readonly string[];
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

class BuiltMemory {
	nSteps = 0;
	private readonly notes: string[] = [];
	private readonly entries = new Map<string, MemoryEntry>();
	/** The parts of each call as they were remembered. */
	private readonly whole = new Map<string, readonly RememberedPart[]>();

	apply(event: MemoryEvent, node: string, calls: readonly RunCall[]): void {
		switch (event.type) {
			case 'remembered': {
				const call = calls.find(({ id }) => id === event.call);
				if (call !== undefined) {
					const parts = event.parts.map(part => ({ ...part, state: 'open' as const }));
					const scope = event.scope === undefined ? {} : { scope: event.scope };
					this.entries.set(event.call, { call, node, step: this.nSteps, isPinned: false, ...scope, parts });
					this.whole.set(event.call, event.parts);
				}
				return;
			}
			case 'memoryChanged':
				for (const ref of event.parts) {
					this.change(ref, event);
				}
				return;
			case 'memoryFitted':
				for (const ref of event.closed) {
					this.change(ref, { change: 'closed', by: 'limit' });
				}
				for (const cut of event.shortened) {
					this.shorten(cut);
				}
				return;
			case 'noteTaken':
				this.notes.push(event.text);
				return;
		}
	}

	memory(): WorkingMemory {
		return { entries: withoutRepeats([...this.entries.values()]), notes: this.notes };
	}

	private change({ call, part: only }: MemoryRef, { change, by }: Pick<MemoryChanged, 'change' | 'by'>): void {
		const entry = this.entries.get(call);
		if (entry === undefined) {
			return;
		}
		if (change === 'pinned' || change === 'unpinned') {
			this.entries.set(call, { ...entry, isPinned: change === 'pinned' });
			return;
		}
		const parts = (this.whole.get(call) ?? []).map((whole, at): MemoryPart => {
			const known = entry.parts[at];
			return known !== undefined && only !== undefined && only !== at
				? known
				: change === 'closed'
					? { ...whole, state: change, by }
					: { ...whole, state: 'open' };
		});
		this.entries.set(call, { ...entry, parts });
	}

	private shorten({ call, part, nCharacters, tokens }: ShortenedPart): void {
		const entry = this.entries.get(call);
		if (entry !== undefined) {
			const parts = entry.parts.map((each, at) =>
				at === part ? { ...each, tokens, shownCharacters: nCharacters } : each,
			);
			this.entries.set(call, { ...entry, parts });
		}
	}
}
