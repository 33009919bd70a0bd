import type { StackRole } from '../../../runs/pure/model/brief';

const stacks: Readonly<Record<StackRole, string>> = {
	access: 'of the failure',
	otherAccess: 'of the other access',
	free: 'that freed the memory',
	alloc: 'that allocated the memory',
	origin: 'that made the value',
	lastQueued: 'that queued the work last',
	lockChain: 'of an earlier lock',
	created: 'that created the thread',
	other: 'of another task',
};

/**
 * Evidence of a frame in the stack of a crash report; `rank` is its position in the order of blame, from 1. `place` is a
 * name or `file:line`.
 */
export function crashFrameText(role: StackRole, rank: number, place: string): string {
	return rank === 1
		? `The likeliest frame of the stack ${stacks[role]} (${place}).`
		: `In the stack ${stacks[role]} (${place}).`;
}
