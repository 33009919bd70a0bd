import type { StackRole } from './brief';

const texts: Readonly<Record<StackRole, string>> = {
	access: 'Failure',
	otherAccess: 'Other access',
	free: 'Freed',
	alloc: 'Allocated',
	origin: 'Origin of the value',
	lastQueued: 'Last queued',
	lockChain: 'Earlier lock',
	created: 'Thread created',
	other: 'Other task',
};

/** The role of a stack in a crash report, as a heading. */
export function stackRoleText(role: StackRole): string {
	return texts[role];
}
