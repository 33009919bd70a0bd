import type { StackRole, Traceback, TraceFrame } from '../../../runs/pure/model/brief';

/**
 * How likely the fault is in a stack of a crash report, by its role: first the failure of the program, then the freeing
 * or allocation of the memory (Code Researcher, arXiv 2506.11060).
 */
const roleWeights: Readonly<Record<StackRole, number>> = {
	...{ access: 1, otherAccess: 0.8, free: 0.6, alloc: 0.5, origin: 0.5, lastQueued: 0.4, lockChain: 0.4 },
	...{ created: 0.2, other: 0.1 },
};
/** A later report of a log often shows only an effect of the first one. */
const laterWeight = 0.2;

/** 1 for an ordinary trace. */
export function stackWeight({ role, crash = 0 }: Traceback, { role: first }: Traceback): number {
	const own = role === undefined ? 1 : role === first ? 1 : roleWeights[role];
	return crash === 0 ? own : own * laterWeight;
}

/**
 * The frames of a trace in the order of their likely fault. In the stack of a crash it begins with the blamed frames
 * and continues with frames around the first one, callers before callees, and helpers behind others.
 */
export function blameOrder({ frames }: Pick<Traceback, 'frames'>): TraceFrame[] {
	const innermostFirst = frames.toReversed();
	const blamed = innermostFirst.findIndex(({ blame }) => blame === 1);
	if (blamed === -1) {
		return innermostFirst;
	}
	const ranked = innermostFirst.map((frame, at) => ({ frame, distance: distance(frame, at - blamed) }));
	return ranked.sort((a, b) => a.distance - b.distance).map(({ frame }) => frame);
}

/** `outwards`: the number of calls from the first blamed frame to its callers. */
function distance({ blame, isHelper }: TraceFrame, outwards: number): number {
	const steps = outwards >= 0 ? 2 * outwards : 1 - 2 * outwards;
	return blame === undefined ? steps + (isHelper === true ? helperDistance : 0) : blame - 100;
}

const helperDistance = 4;
