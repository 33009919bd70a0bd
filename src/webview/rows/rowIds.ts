import type { CallRef } from '../../protocol/messages';

/** Ids of rows that something outside the tree points at. */
export const rowIds = {
	issue: 'issue',
	locations: 'locations',
	node: (id: string) => `node:${id}`,
	location: (id: string) => `location:${id}`,
	/** Requests have ids that are unique in their run. */
	request: (id: string) => `request:${id}`,
	call: ({ node, call }: CallRef) => `call:${node}:${call}`,
} as const;
