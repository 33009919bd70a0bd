import { assertNever } from './assertNever';
import type { IssueBrief } from './brief';
import type { Issue } from './issue';
import { type BugLocation, emptyRanking, type Ranking } from './location';
import type { FoundPlace, RunEvent } from './runEvent';

/** A run as everybody sees it: the fold of its events. Plain JSON data. */
export interface Run {
	readonly id: string;
	readonly issue: Issue;
	readonly engine: string;
	readonly workspace: readonly string[];
	readonly state: 'running' | 'done' | 'cancelled' | 'failed';
	readonly message?: string;
	readonly startedAt: number;
	/** Time of the newest event. */
	readonly updatedAt: number;
	readonly lastSeq: number;
	readonly index?: { readonly nFiles: number; readonly nSymbols: number };
	readonly brief?: IssueBrief;
	/** In the order they were opened; the root comes first and has no parent. */
	readonly nodes: readonly RunNode[];
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
	/** Ids of locations the person said are not the bug. */
	readonly dismissed: readonly string[];
}

export interface RunNode {
	readonly id: string;
	readonly parent?: string;
	readonly kind: 'run' | 'stage' | 'round';
	readonly title: string;
	readonly state: 'open' | 'closed';
	readonly summary?: string;
	readonly openedAt: number;
	readonly closedAt?: number;
	readonly reasoning: readonly string[];
	readonly calls: readonly RunCall[];
}

export interface RunCall {
	readonly id: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, string | number>>;
	readonly answer?: { readonly ok: boolean; readonly text: string; readonly places: readonly FoundPlace[] };
}

export const rootNode = 'run';

export const emptyRun: Run = {
	id: '',
	issue: { title: '', body: '', source: { kind: 'text' } },
	engine: '',
	workspace: [],
	state: 'running',
	startedAt: 0,
	updatedAt: 0,
	lastSeq: 0,
	nodes: [],
	locations: [],
	ranking: emptyRanking,
	dismissed: [],
};

/** `Run = fold(applyEvent)`. Pure: returns a new run and leaves the old one alone. */
export function applyEvent(run: Run, event: RunEvent): Run {
	return { ...change(run, event), updatedAt: event.at, lastSeq: event.seq };
}

export function foldRun(events: Iterable<RunEvent>): Run {
	let run = emptyRun;
	for (const event of events) {
		run = applyEvent(run, event);
	}
	return run;
}

function change(run: Run, event: RunEvent): Run {
	switch (event.type) {
		case 'runStarted':
			return started(event);
		case 'runResumed':
			return { ...withoutMessage(run), state: 'running' };
		case 'runEnded':
			return { ...run, state: event.outcome, ...(event.message === undefined ? {} : { message: event.message }) };
		case 'indexed':
			return { ...run, index: { nFiles: event.nFiles, nSymbols: event.nSymbols } };
		case 'briefMade':
			return { ...run, brief: event.brief };
		case 'nodeOpened':
			return openNode(run, event);
		case 'nodeClosed':
			return changeNode(run, event.node, node => ({
				...node,
				state: 'closed',
				summary: event.summary,
				closedAt: event.at,
			}));
		case 'reasoned':
			return changeNode(run, event.node, node => ({ ...node, reasoning: [...node.reasoning, event.text] }));
		case 'toolCalled':
			return changeNode(run, event.node, node => ({
				...node,
				calls: [...node.calls, { id: event.call, tool: event.tool, args: event.args }],
			}));
		case 'toolAnswered':
			return answerCall(run, event);
		case 'locationsNamed':
			return { ...run, locations: event.locations, ranking: event.ranking };
		case 'locationDismissed':
			return { ...run, dismissed: [...run.dismissed.filter(id => id !== event.location), event.location] };
		case 'locationRestored':
			return { ...run, dismissed: run.dismissed.filter(id => id !== event.location) };
		default:
			return assertNever(event);
	}
}

function started(event: Extract<RunEvent, { type: 'runStarted' }>): Run {
	return {
		...emptyRun,
		id: event.runId,
		issue: event.issue,
		engine: event.engine,
		workspace: event.workspace,
		startedAt: event.at,
		nodes: [
			{
				id: event.node,
				kind: 'run',
				title: event.issue.title,
				state: 'open',
				openedAt: event.at,
				reasoning: [],
				calls: [],
			},
		],
	};
}

/** A node that a resumed run opens again replaces its torn first try: the log keeps both, the view shows the whole one. */
function openNode(run: Run, event: Extract<RunEvent, { type: 'nodeOpened' }>): Run {
	const node: RunNode = {
		id: event.node,
		parent: event.parent,
		kind: event.kind,
		title: event.title,
		state: 'open',
		openedAt: event.at,
		reasoning: [],
		calls: [],
	};
	return { ...run, nodes: [...run.nodes.filter(other => other.id !== event.node), node] };
}

function answerCall(run: Run, event: Extract<RunEvent, { type: 'toolAnswered' }>): Run {
	const answer = { ok: event.ok, text: event.text, places: event.places };
	return changeNode(run, event.node, node => ({
		...node,
		calls: node.calls.map(call => (call.id === event.call ? { ...call, answer } : call)),
	}));
}

function changeNode(run: Run, id: string, update: (node: RunNode) => RunNode): Run {
	return { ...run, nodes: run.nodes.map(node => (node.id === id ? update(node) : node)) };
}

function withoutMessage(run: Run): Run {
	const { message: _message, ...rest } = run;
	return rest;
}
