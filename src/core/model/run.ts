import { assertNever } from './assertNever';
import type { IssueBrief } from './brief';
import type { ChatMessage, Usage } from './chat';
import type { Issue } from './issue';
import { type BugLocation, emptyRanking, type Ranking } from './location';
import type { Cap, Paused, RunEvent } from './runEvent';
import { applyToFix, emptyFix, type RunFix } from './runFix';
import { applyToNode, type NodeEvent, newNode, openedNode, type RunNode } from './runNode';
import { noUsage, sumUsage } from './runRequest';

/** A run as everybody sees it: the fold of its events. Plain JSON data. */
export interface Run {
	readonly id: string;
	readonly issue: Issue;
	/** Patches as well as locations. */
	readonly goal?: 'fix';
	readonly engine: string;
	/** Who gets what is sent to the model. */
	readonly server?: string;
	readonly workspace: readonly string[];
	readonly state: 'running' | 'paused' | 'done' | 'cancelled' | 'failed';
	/** Why it is paused, and what the person is asked. */
	readonly pause?: Omit<Paused, 'type'>;
	readonly message?: string;
	readonly startedAt: number;
	/** How long it was worked on, up to `activeSince`: neither paused nor left lying. */
	readonly activeMs: number;
	readonly activeSince: number;
	/** Time of the newest event. */
	readonly updatedAt: number;
	readonly lastSeq: number;
	readonly index?: { readonly nFiles: number; readonly nSymbols: number };
	readonly brief?: IssueBrief;
	/** In the order they were opened; the root comes first and has no parent. */
	readonly nodes: readonly RunNode[];
	readonly locations: readonly BugLocation[];
	/** The node they were named in. */
	readonly namedIn?: string;
	readonly ranking: Ranking;
	/** The locations are the best so far, not the model's last word. */
	readonly isProvisional: boolean;
	/** Every message that was sent to a model, once; what requests count by position. */
	readonly messages: readonly ChatMessage[];
	/** Tries again count as well. */
	readonly nRequests: number;
	readonly usage: Usage;
	/** Limits the person raised in this run. */
	readonly caps: Readonly<Partial<Record<Cap, number>>>;
	/** What was tried to fix it. */
	readonly fix: RunFix;
	/** Ids of locations the person said are not the bug. */
	readonly dismissed: readonly string[];
}

export const rootNode = 'run';

export const emptyRun: Run = {
	id: '',
	issue: { title: '', body: '', source: { kind: 'text' } },
	engine: '',
	workspace: [],
	state: 'running',
	startedAt: 0,
	activeMs: 0,
	activeSince: 0,
	updatedAt: 0,
	lastSeq: 0,
	nodes: [],
	locations: [],
	ranking: emptyRanking,
	isProvisional: false,
	messages: [],
	nRequests: 0,
	usage: noUsage,
	caps: {},
	fix: emptyFix,
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
			return resumed(run, event);
		case 'unpaused':
			return { ...goingOn(run), state: 'running', activeSince: event.at };
		case 'paused':
			return { ...resting(run, event.at), state: 'paused', pause: pauseOf(event) };
		case 'capRaised':
			return { ...run, caps: { ...run.caps, [event.cap]: event.limit } };
		case 'runEnded':
			return { ...resting(goingOn(run), event.at), state: event.outcome, ...messageOf(event) };
		case 'indexed':
			return { ...run, index: { nFiles: event.nFiles, nSymbols: event.nSymbols } };
		case 'briefMade':
			return { ...run, brief: event.brief };
		case 'nodeOpened':
			// A node that a resumed run opens again replaces its torn first try: the log keeps both, the view the whole one.
			return { ...run, nodes: [...run.nodes.filter(({ id }) => id !== event.node), openedNode(event)] };
		case 'modelAsked':
			return {
				...changeNode(run, event),
				messages: [...run.messages, ...event.fresh],
				nRequests: run.nRequests + 1,
			};
		case 'modelAnswered':
			return { ...changeNode(run, event), usage: sumUsage(run.usage, event.usage) };
		case 'modelFailed':
			return { ...changeNode(run, event), nRequests: run.nRequests + (event.retryInMs === undefined ? 0 : 1) };
		case 'nodeClosed':
		case 'reasoned':
		case 'noted':
		case 'toolCalled':
		case 'toolAnswered':
			return changeNode(run, event);
		case 'locationsNamed':
			return {
				...run,
				locations: event.locations,
				namedIn: event.node,
				ranking: event.ranking,
				isProvisional: event.provisional === true,
			};
		case 'reproducerWritten':
		case 'reproducerRan':
		case 'patchWritten':
		case 'patchReviewed':
		case 'validationRan':
		case 'patchesRanked':
			return { ...run, fix: applyToFix(run.fix, event) };
		case 'locationDismissed':
			return { ...run, dismissed: [...run.dismissed.filter(id => id !== event.location), event.location] };
		case 'locationRestored':
			return { ...run, dismissed: run.dismissed.filter(id => id !== event.location) };
		default:
			return assertNever(event);
	}
}

function changeNode(run: Run, event: NodeEvent): Run {
	return { ...run, nodes: run.nodes.map(node => (node.id === event.node ? applyToNode(node, event) : node)) };
}

function started(event: Extract<RunEvent, { type: 'runStarted' }>): Run {
	return {
		...emptyRun,
		id: event.runId,
		issue: event.issue,
		...(event.goal === undefined ? {} : { goal: event.goal }),
		engine: event.engine,
		...(event.server === undefined ? {} : { server: event.server }),
		workspace: event.workspace,
		startedAt: event.at,
		activeSince: event.at,
		nodes: [newNode(event, { kind: 'run', title: event.issue.title })],
	};
}

function resumed(run: Run, { at, goal, engine, server }: Extract<RunEvent, { type: 'runResumed' }>): Run {
	return {
		...resting(goingOn(run), run.updatedAt),
		...{ state: 'running', activeSince: at },
		...(goal !== undefined && { goal }),
		...(engine !== undefined && { engine }),
		...(server !== undefined && { server }),
	};
}

/** Without what was said of a run that stood still. */
function goingOn(run: Run): Run {
	const { message: _message, pause: _pause, ...rest } = run;
	return rest;
}

/** From `atMs` on nobody works on it. */
function resting(run: Run, atMs: number): Run {
	return run.state === 'running' ? { ...run, activeMs: run.activeMs + atMs - run.activeSince } : run;
}

function pauseOf({ reason, cap, limit, text }: Paused): Omit<Paused, 'type'> {
	return {
		reason,
		...(cap !== undefined && { cap }),
		...(limit !== undefined && { limit }),
		...(text !== undefined && { text }),
	};
}

function messageOf({ message }: Extract<RunEvent, { type: 'runEnded' }>): Pick<Run, 'message'> {
	return message === undefined ? {} : { message };
}
