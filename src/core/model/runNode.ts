import { assertNever } from './assertNever';
import type { FoundPlace, RunEvent } from './runEvent';
import { answerRequest, askModel, failRequest, type RunRequest } from './runRequest';

export interface RunNode {
	readonly id: string;
	readonly parent?: string;
	readonly kind: 'run' | 'stage' | 'round' | 'branch';
	/** Of a branch: the last round it shares with the one it left. */
	readonly after?: string;
	readonly title: string;
	readonly state: 'open' | 'closed';
	readonly summary?: string;
	readonly openedAt: number;
	readonly closedAt?: number;
	readonly reasoning: readonly string[];
	readonly calls: readonly RunCall[];
	readonly requests: readonly RunRequest[];
	/** What happened here that a person should know. */
	readonly notes: readonly string[];
}

export interface RunCall {
	readonly id: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, string | number>>;
	readonly answer?: { readonly ok: boolean; readonly text: string; readonly places: readonly FoundPlace[] };
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** What happens within a node. */
export type NodeEvent = EventOf<
	'nodeClosed' | 'reasoned' | 'noted' | 'toolCalled' | 'toolAnswered' | 'modelAsked' | 'modelAnswered' | 'modelFailed'
>;

export function newNode(
	{ node: id, at: openedAt }: RunEvent,
	what: Pick<RunNode, 'kind' | 'title' | 'parent' | 'after'>,
): RunNode {
	return { id, ...what, state: 'open', openedAt, reasoning: [], calls: [], requests: [], notes: [] };
}

export function openedNode(event: EventOf<'nodeOpened'>): RunNode {
	const { parent, kind, title, after } = event;
	return newNode(event, { parent, kind, title, ...(after === undefined ? {} : { after }) });
}

/** Pure, as the fold it is part of. */
export function applyToNode(node: RunNode, event: NodeEvent): RunNode {
	switch (event.type) {
		case 'nodeClosed':
			return { ...node, state: 'closed', summary: event.summary, closedAt: event.at };
		case 'reasoned':
			return { ...node, reasoning: [...node.reasoning, event.text] };
		case 'noted':
			return { ...node, notes: [...node.notes, event.text] };
		case 'toolCalled':
			return { ...node, calls: [...node.calls, { id: event.call, tool: event.tool, args: event.args }] };
		case 'toolAnswered':
			return { ...node, calls: node.calls.map(call => (call.id === event.call ? answeredCall(call, event) : call)) };
		case 'modelAsked':
			return { ...node, requests: askModel(node.requests, event) };
		case 'modelAnswered':
			return { ...node, requests: answerRequest(node.requests, event) };
		case 'modelFailed':
			return { ...node, requests: failRequest(node.requests, event) };
		default:
			return assertNever(event);
	}
}

function answeredCall(call: RunCall, { ok, text, places }: EventOf<'toolAnswered'>): RunCall {
	return { ...call, answer: { ok, text, places } };
}
