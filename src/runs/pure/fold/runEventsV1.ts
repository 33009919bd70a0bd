import type { RunEvent } from '../events/runEvent';
import type { ChatMessage } from '../model/chat';
import type { BugLocation } from '../model/location';
import { rootNode } from './run';

/** An event as Faultline wrote it before a run was a tree, or a newer one after such events. */
export interface RunEventV1 {
	readonly v: number;
	readonly seq: number;
	readonly at: number;
	readonly node: string;
	readonly type: string;
	readonly [field: string]: unknown;
}

/**
 * Converts the events of a run of version 1 to today's form: to be read, not continued. Stages and rounds were lists
 * below the root or below a branch, in the order in which they were opened: each now follows the one before it, and a
 * branch is feedback that follows the round it was given on.
 */
export function upgradeEvents(events: readonly RunEventV1[]): RunEvent[] {
	if (events.every(({ v }) => v !== 1)) {
		return events as unknown as RunEvent[];
	}
	const reader = new ReaderV1(events);
	return events.flatMap((event, at) => (event.v === 1 ? reader.read(event, at) : [event as unknown as RunEvent]));
}

class ReaderV1 {
	/** Position of the last opening of each node: a crash interrupted the earlier work, which was repeated. */
	private readonly lastOpened: ReadonlyMap<string, number>;
	private readonly ids = new Map<string, string>([[rootNode, rootNode]]);
	private nMessages = 0;
	/** The newest node of the newest branch. */
	private tip = rootNode;
	/** The node at which the newest branch begins. */
	private branch = rootNode;

	constructor(events: readonly RunEventV1[]) {
		const opened = events.flatMap(({ type, node }, at) => (type === 'nodeOpened' ? [[node, at] as const] : []));
		this.lastOpened = new Map(opened);
	}

	read(event: RunEventV1, at: number): RunEvent[] {
		if (at < (this.lastOpened.get(event.node) ?? 0) && event.type !== 'modelAsked') {
			return [];
		}
		const node = event.type === 'nodeOpened' ? this.newId(event.node) : (this.ids.get(event.node) ?? rootNode);
		return [{ ...event, ...this.changed(event, node), v: 2 } as unknown as RunEvent];
	}

	private changed(event: RunEventV1, node: string): Partial<RunEventV1> {
		switch (event.type) {
			case 'runStarted':
				return { readOnly: true };
			case 'nodeOpened':
				return { node, ...this.opened(event, node) };
			case 'modelAsked':
				return { node, ...this.messages(event) };
			case 'locationsNamed':
				return { node: node === rootNode ? this.tip : node, locations: this.locations(event.locations) };
			case 'patchesRanked':
				return { node: this.branch };
			default:
				return { node };
		}
	}

	private newId(old: string): string {
		const id = `n${this.ids.size}`;
		this.ids.set(old, id);
		return id;
	}

	private opened({ kind, after }: RunEventV1, node: string): Partial<RunEventV1> {
		const isBranch = kind === 'branch';
		const parent = isBranch ? (this.ids.get(String(after)) ?? rootNode) : this.tip;
		this.tip = node;
		if (isBranch) {
			this.branch = node;
		}
		return { parent, key: node, kind: isBranch ? 'feedback' : kind };
	}

	/** Messages were numbered in the order in which they were first sent. */
	private messages({ fresh, sent }: RunEventV1): Partial<RunEventV1> {
		const added = (fresh as readonly ChatMessage[]).map(message => [`m${this.nMessages++}`, message] as const);
		return { fresh: Object.fromEntries(added), sent: (sent as readonly number[]).map(position => `m${position}`) };
	}

	private locations(locations: unknown): readonly BugLocation[] {
		return (locations as readonly BugLocation[]).map(location => ({
			...location,
			evidence: location.evidence.map(({ node, ...evidence }) => ({
				...evidence,
				...(node !== undefined && { node: this.ids.get(node) ?? rootNode }),
			})),
		}));
	}
}
