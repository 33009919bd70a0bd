import type { Phase } from '../../runs/pure/events/runEvent';
import { rootNode } from '../../runs/pure/fold/run';
import type { CallRef, SentRef } from '../protocol/messages';

const issue = 'issue';

/** Ids of rows that are referenced from outside the tree. */
export const rowIds = {
	issue,
	locations: 'locations',
	lessLikely: 'lessLikely',
	phase: (phase: Phase) => `phase:${phase}`,
	patch: (id: string) => `patch:${id}`,
	/** The row of the root, which is the run, is its issue. */
	node: (id: string) => (id === rootNode ? issue : `node:${id}`),
	location: (id: string) => `location:${id}`,
	/** The same request may be made in two branches. */
	request: ({ node, request }: Required<SentRef>) => `request:${node}:${request}`,
	call: ({ node, call }: CallRef) => `call:${node}:${call}`,
} as const;
