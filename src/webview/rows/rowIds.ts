import type { Phase } from '../../core/model/run/runEvent';
import type { CallRef, SentRef } from '../../protocol/messages';

/** Ids of rows that are referenced from outside the tree. */
export const rowIds = {
	issue: 'issue',
	locations: 'locations',
	lessLikely: 'lessLikely',
	phase: (phase: Phase) => `phase:${phase}`,
	patch: (id: string) => `patch:${id}`,
	node: (id: string) => `node:${id}`,
	location: (id: string) => `location:${id}`,
	/** The same request may be made in two branches. */
	request: ({ node, request }: Required<SentRef>) => `request:${node}:${request}`,
	call: ({ node, call }: CallRef) => `call:${node}:${call}`,
} as const;
