/** `undone`: it was accepted, and *Undo Patch* removed it from the file again. */
export type HunkState = 'pending' | 'accepted' | 'rejected' | 'undone';

/** The user's decisions about the patches of a run: the fold of its decision events. Plain JSON data. */
export interface PatchDecisions {
	/** Decided hunks only; every other hunk is pending. */
	readonly decided: readonly DecidedHunk[];
	/** Accepted changes that the user's files contain, oldest first. */
	readonly written: readonly PatchWrite[];
	/** Changes of the working tree that were taken out of the user's files, oldest first. */
	readonly takenBack: readonly PatchWrite[];
	/** Writes without a recorded end: still under way, or interrupted. */
	readonly unfinished: readonly PatchWrite[];
}

/**
 * A hunk is identified by its position, from 0, in the patch's own diff of the file; a new or deleted file is one hunk.
 */
export interface DecidedHunk {
	readonly patch: string;
	readonly path: string;
	readonly hunk: number;
	readonly state: Exclude<HunkState, 'pending'>;
}

export type PatchWrite = Omit<PatchWriteStarted, 'type'>;

export type DecisionEvent = PatchWriteStarted | PatchWriteEnded | HunksDecided;

/**
 * A file of the user is about to change because of a decision about hunks of a patch. Logged before the file is written
 * and ended by `PatchWriteEnded`, so that an interrupted write is detected and resolved at the next start.
 */
export interface PatchWriteStarted {
	readonly type: 'patchWriteStarted';
	/** Unique within the run. */
	readonly write: string;
	readonly patch: string;
	readonly path: string;
	/** Positions, from 0, in the patch's own diff of the file. */
	readonly hunks: readonly number[];
	/** The state of the hunks once the file is written. */
	readonly becomes: 'accepted' | 'rejected' | 'pending' | 'undone';
	/** Earlier writes that this one removes from the file. */
	readonly undoes: readonly string[];
	/** Names of the artifacts that contain the file's bytes before and after; absent if there is no file. */
	readonly before?: string;
	readonly after?: string;
}

export interface PatchWriteEnded {
	readonly type: 'patchWriteEnded';
	readonly write: string;
	readonly outcome: 'written' | 'notWritten';
}

/** Hunks were decided, or are pending again. No file changed. */
export interface HunksDecided {
	readonly type: 'hunksDecided';
	readonly patch: string;
	readonly path: string;
	readonly hunks: readonly number[];
	readonly decision: 'accepted' | 'rejected' | 'pending';
}

export const noDecisions: PatchDecisions = { decided: [], written: [], takenBack: [], unfinished: [] };

export function isDecision<E extends { readonly type: string }>(event: E): event is E & DecisionEvent {
	return event.type === 'patchWriteStarted' || event.type === 'patchWriteEnded' || event.type === 'hunksDecided';
}

/** Pure: returns new decisions and leaves the old ones unchanged. */
export function applyDecision(decisions: PatchDecisions, event: DecisionEvent): PatchDecisions {
	switch (event.type) {
		case 'hunksDecided':
			return withStates(decisions, event, event.decision);
		case 'patchWriteStarted': {
			const { write, patch, path, hunks, becomes, undoes, before, after } = event;
			const started: PatchWrite = {
				...{ write, patch, path, hunks, becomes, undoes },
				...(before !== undefined && { before }),
				...(after !== undefined && { after }),
			};
			return { ...decisions, unfinished: [...decisions.unfinished, started] };
		}
		case 'patchWriteEnded':
			return ended(decisions, event);
	}
}

export function hunkState({ decided }: PatchDecisions, patch: string, path: string, hunk: number): HunkState {
	const found = decided.find(each => each.patch === patch && each.path === path && each.hunk === hunk);
	return found?.state ?? 'pending';
}

function ended(decisions: PatchDecisions, { write: id, outcome }: PatchWriteEnded): PatchDecisions {
	const write = decisions.unfinished.find(each => each.write === id);
	if (write === undefined) {
		return decisions;
	}
	const rest = { ...decisions, unfinished: decisions.unfinished.filter(each => each !== write) };
	if (outcome === 'notWritten') {
		return rest;
	}
	const left = (writes: readonly PatchWrite[], becomes: PatchWrite['becomes']) => [
		...writes.filter(each => !write.undoes.includes(each.write)),
		...(write.becomes === becomes ? [write] : []),
	];
	const [written, takenBack] = [left(rest.written, 'accepted'), left(rest.takenBack, 'rejected')];
	return withStates({ ...rest, written, takenBack }, write, write.becomes);
}

function withStates(
	decisions: PatchDecisions,
	{ patch, path, hunks }: Pick<PatchWrite, 'patch' | 'path' | 'hunks'>,
	state: HunkState,
): PatchDecisions {
	const others = decisions.decided.filter(
		each => each.patch !== patch || each.path !== path || !hunks.includes(each.hunk),
	);
	const fresh = state === 'pending' ? [] : hunks.map(hunk => ({ patch, path, hunk, state }));
	return { ...decisions, decided: [...others, ...fresh] };
}

/** How much of a patch, or of one of its files, is in the user's files. Counts hunks. */
export interface TakenHunks {
	readonly state: 'none' | 'part' | 'all';
	readonly nHunks: number;
	readonly nAccepted: number;
	readonly nRejected: number;
	readonly nUndone: number;
	readonly nPending: number;
}

/** `files`: the files of the patch and how many hunks each has. */
export function takenHunks(
	decisions: PatchDecisions,
	patch: string,
	files: readonly { readonly path: string; readonly nHunks: number }[],
): TakenHunks {
	const states = files.flatMap(({ path, nHunks }) =>
		Array.from({ length: nHunks }, (_, hunk) => hunkState(decisions, patch, path, hunk)),
	);
	const count = (wanted: HunkState) => states.filter(state => state === wanted).length;
	const nAccepted = count('accepted');
	return {
		state: nAccepted === 0 ? 'none' : nAccepted === states.length ? 'all' : 'part',
		nHunks: states.length,
		nAccepted,
		nRejected: count('rejected'),
		nUndone: count('undone'),
		nPending: count('pending'),
	};
}

/** `1 of 5 changes kept, 2 taken back`, of changes of the working tree; undefined while nothing is decided. */
export function keptText({ nHunks, nAccepted, nRejected, nUndone }: TakenHunks): string | undefined {
	const counts = [
		[nAccepted, 'kept'],
		[nRejected, 'taken back'],
		[nUndone, 'undone'],
	] as const;
	const [first, ...others] = counts.filter(([n]) => n > 0);
	if (first === undefined || nHunks === 1) {
		return first?.[1];
	}
	return [`${first[0]} of ${nHunks} changes ${first[1]}`, ...others.map(([n, word]) => `${n} ${word}`)].join(', ');
}

/** `2 of 5 changes accepted`; undefined while nothing is decided. */
export function takenText({ nHunks, nAccepted, nRejected, nUndone }: TakenHunks): string | undefined {
	const changes = nHunks === 1 ? 'change' : 'changes';
	if (nAccepted > 0) {
		const all = nHunks === 1 ? '1 change accepted' : `all ${nHunks} changes accepted`;
		return nAccepted === nHunks ? all : `${nAccepted} of ${nHunks} changes accepted`;
	}
	if (nUndone > 0) {
		return 'undone';
	}
	if (nRejected > 0) {
		return nRejected === nHunks ? 'rejected' : `${nRejected} of ${nHunks} ${changes} rejected`;
	}
	return undefined;
}
