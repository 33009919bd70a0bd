import type { MemoryEvent } from '../events/memoryEvents';
import type { RunEvent } from '../events/runEvent';
import type { CandidatesCompared, TreeEvent } from '../events/treeEvents';
import { assertNever } from '../model/assertNever';
import type { RunCall, RunNode, RunRequest } from './runNode';
import { compareIds } from './runTree';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** An event within a node. */
export type NodeEvent = EventOf<
	| 'nodeOpened'
	| 'nodeClosed'
	| 'reasoned'
	| 'noted'
	| 'toolCalled'
	| 'toolAnswered'
	| 'modelAsked'
	| 'modelAnswered'
	| 'modelFailed'
	| 'locationsNamed'
	| 'reproducerWritten'
	| 'reproducerRan'
	| 'patchWritten'
	| 'patchReviewed'
	| 'validationRan'
	| 'crashChecked'
	| 'patchesRanked'
	| 'patchEvaluated'
	| TreeEvent['type']
	| MemoryEvent['type']
>;

/** A node while it is built: lists grow in place. */
type BuiltNode = {
	-readonly [K in keyof RunNode]: RunNode[K] extends readonly (infer Item)[] ? Item[] : RunNode[K];
};

/** The nodes of a run, built in place. */
export class NodeFold {
	/** Position of a call or a request in its node's list. */
	private readonly positions = new Map<string, number>();

	constructor(private readonly nodes: Record<string, BuiltNode>) {
		for (const { id, calls, requests } of Object.values(nodes)) {
			for (const [at, call] of calls.entries()) {
				this.positions.set(positionKey(id, 'call', call.id), at);
			}
			for (const [at, request] of requests.entries()) {
				this.positions.set(positionKey(id, 'request', request.id), at);
			}
		}
	}

	openRoot(id: string, title: string, openedAt: number): void {
		this.nodes[id] = newNode({ id, key: '', kind: 'run', title, openedAt });
	}

	apply(event: NodeEvent): void {
		if (event.type === 'nodeOpened') {
			this.open(event);
		} else {
			this.change(event);
		}
	}

	private change(event: Exclude<NodeEvent, { type: 'nodeOpened' }>): void {
		const node = this.node(event.node);
		switch (event.type) {
			case 'toolCalled':
				this.put(node.calls, positionKey(node.id, 'call', event.call), {
					...{ id: event.call, tool: event.tool, args: event.args },
				});
				return;
			case 'toolAnswered':
				this.update(node.calls, positionKey(node.id, 'call', event.call), call => answeredCall(call, event));
				return;
			case 'modelAsked':
				this.put(node.requests, positionKey(node.id, 'request', event.request), requestOf(event));
				return;
			case 'modelAnswered':
			case 'modelFailed':
				this.update(node.requests, positionKey(node.id, 'request', event.request), request =>
					event.type === 'modelAnswered' ? answeredRequest(request, event) : failedRequest(request, event),
				);
				return;
			default:
				add(node, event);
		}
	}

	/** An item that is repeated after a crash starts over. */
	private put<Item>(items: Item[], key: string, item: Item): void {
		const at = this.positions.get(key) ?? items.length;
		items[at] = item;
		this.positions.set(key, at);
	}

	private update<Item>(items: Item[], key: string, change: (item: Item) => Item): void {
		const at = this.positions.get(key) ?? -1;
		const item = items[at];
		if (item !== undefined) {
			items[at] = change(item);
		}
	}

	private open({ node: id, parent, at: openedAt, ...event }: EventOf<'nodeOpened'>): void {
		const { key, kind, title, phase, isAside, expansion } = event;
		const siblings = this.node(parent).children;
		this.nodes[id] = newNode({
			...{ id, parent, key, kind, title, openedAt },
			...(phase !== undefined && { phase }),
			...(isAside !== undefined && { isAside }),
			...(expansion !== undefined && { expansion }),
		});
		// Nearly always the last one: nodes of one parent that are opened concurrently may arrive in another order.
		let at = siblings.length;
		while (at > 0 && compareIds(siblings[at - 1] ?? '', id) > 0) {
			at--;
		}
		siblings.splice(at, 0, id);
	}

	private node(id: string): BuiltNode {
		const node = this.nodes[id];
		if (node === undefined) {
			throw new Error(`node ${id} was never opened`);
		}
		return node;
	}
}

function newNode(
	what: Pick<RunNode, 'id' | 'parent' | 'key' | 'kind' | 'title' | 'phase' | 'isAside' | 'expansion' | 'openedAt'>,
): BuiltNode {
	return {
		...what,
		children: [],
		state: 'open',
		reasoning: [],
		calls: [],
		requests: [],
		notes: [],
		reproducers: [],
		reproducerRuns: [],
		patches: [],
		reviews: [],
		validationRuns: [],
		crashChecks: [],
	};
}

type AddedEvent = Exclude<
	NodeEvent,
	{ type: 'nodeOpened' | 'toolCalled' | 'toolAnswered' | 'modelAsked' | 'modelAnswered' | 'modelFailed' }
>;

function add(node: BuiltNode, event: AddedEvent): void {
	switch (event.type) {
		case 'nodeClosed':
			closeNode(node, event);
			return;
		case 'reasoned':
			node.reasoning.push(event.text);
			return;
		case 'noted':
			node.notes.push(event.text);
			return;
		case 'locationsNamed':
			nameLocations(node, event);
			return;
		case 'reproducerWritten':
			node.reproducers.push(event.reproducer);
			return;
		case 'reproducerRan':
			node.reproducerRuns.push(event.ran);
			return;
		case 'patchWritten':
			node.patches.push(event.patch);
			return;
		case 'patchReviewed':
			node.reviews.push(event.review);
			return;
		case 'validationRan':
			node.validationRuns.push(event.ran);
			return;
		case 'crashChecked':
			node.crashChecks.push(event.ran);
			return;
		case 'patchesRanked':
			node.ranked = event.ranking;
			return;
		case 'patchEvaluated':
			node.evaluations = [...(node.evaluations ?? []), event.evaluation];
			return;
		case 'candidatesCompared':
			node.compared = comparedOf(event);
			return;
		case 'branchEnded':
			node.exit = event.exit;
			return;
		case 'branchPruned':
			node.isPruned = true;
			return;
		case 'branchRestored':
			delete node.isPruned;
			return;
		case 'remembered':
		case 'memoryChanged':
		case 'memoryFitted':
		case 'noteTaken':
			node.memory = [...(node.memory ?? []), event];
			return;
		default:
			assertNever(event);
	}
}

function closeNode(node: BuiltNode, { summary, outcome, at: closedAt }: EventOf<'nodeClosed'>): void {
	// One that ended without a result may be done again.
	delete node.outcome;
	Object.assign(node, { state: 'closed', summary, closedAt, ...(outcome !== undefined && { outcome }) });
}

function comparedOf({ type, candidates, reasons, score }: EventOf<'candidatesCompared'>): CandidatesCompared {
	return { type, candidates, reasons, ...(score !== undefined && { score }) };
}

/** The best locations so far are kept if a later answer names no existing place. */
function nameLocations(node: BuiltNode, event: EventOf<'locationsNamed'>): void {
	const { locations, ranking, provisional, embedded } = event;
	const isProvisional = provisional === true;
	if (locations.length > 0 || !isProvisional) {
		node.named = { locations, ranking, isProvisional, ...(embedded === true && { isEmbedded: true }) };
	}
}

function answeredCall(call: RunCall, { ok, text, places, scope, parts }: EventOf<'toolAnswered'>): RunCall {
	return { ...call, answer: { ok, text, places, ...(scope !== undefined && { scope }), ...(parts && { parts }) } };
}

function requestOf({ request: id, purpose, sent, tools, model, form, at: askedAt }: EventOf<'modelAsked'>): RunRequest {
	return { id, purpose, sent, tools, ...(model !== undefined && { model }), form, askedAt, failures: [] };
}

function answeredRequest(
	request: RunRequest,
	{ text, toolCalls, usage, finish, at }: EventOf<'modelAnswered'>,
): RunRequest {
	return { ...request, answer: { text, toolCalls, usage, finish, at } };
}

function failedRequest(request: RunRequest, { kind, message, retryInMs }: EventOf<'modelFailed'>): RunRequest {
	const failure = { kind, message, ...(retryInMs !== undefined && { retryInMs }) };
	return { ...request, failures: [...request.failures, failure] };
}

function positionKey(node: string, what: 'call' | 'request', id: string): string {
	return `${node} ${what} ${id}`;
}
