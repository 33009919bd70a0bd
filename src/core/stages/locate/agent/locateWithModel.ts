import type { AgentDeps } from '../../../agent/agentDeps';
import { openProtocol } from '../../../agent/openProtocol';
import type { AgentStep } from '../../../agent/protocol';
import { type Agent, type Reading, runAgent } from '../../../agent/runAgent';
import { CapReached } from '../../../agent/spending';
import type { IssueBrief } from '../../../model/brief';
import { counted } from '../../../model/counted';
import type { Issue } from '../../../model/issue';
import type { BugLocation } from '../../../model/location';
import { rootNode } from '../../../model/run';
import { resultOf } from '../../../model/runTree';
import { readAiIgnore } from '../../../outgoing/aiIgnore';
import { visibleWorkspace } from '../../../outgoing/visibleWorkspace';
import type { RunLog } from '../../../runLog';
import type { Workspace } from '../../../workspace';
import type { NamedPlace } from '../reply/namedPlaces';
import { type EmbeddedFindings, embeddedFindings } from './embeddedFindings';
import { type NamedOutcome, NamedSuspects } from './namedSuspects';
import nothingChosen from './nothingChosen.md';
import { roundSummary } from './roundSummary';
import { searchPrompts } from './searchPrompts';
import { searchToolset } from './searchToolset';

/** What is located, and what is known of it before the first round. */
export interface LocateTask {
	readonly issue: Issue;
	readonly brief: IssueBrief;
	/** The issue as it is sent to the model. */
	readonly text: string;
	/** What else is known, as the model reads it: how a reproducer failed. */
	readonly clues: readonly string[];
}

export interface LocateDeps {
	readonly agent: AgentDeps;
	readonly workspace: Workspace;
	/** After so many rounds the best so far is the outcome; a branch gets as many again. */
	readonly maxRounds: number;
	/** Whether the model is shown what the embedded localizer finds, as a first observation. */
	readonly seeds: boolean;
}

/**
 * Locates the bug of an issue with a model (AutoCodeRover's search loop): the model chooses searches, reads what they
 * find, says what it means, and decides. It ends when the model names locations that exist and asks for nothing more. When
 * the rounds or a cap are used up, the best it named on the way are the outcome, else the embedded localizer's. Returns the
 * node it ended in. Throws `UserError` where only the user can help, and the signal's reason.
 */
export async function locateWithModel(
	log: RunLog,
	start: string,
	task: LocateTask,
	{ workspace: whole, ...deps }: LocateDeps,
): Promise<string> {
	const workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	const { signal } = deps.agent;
	const embedded = await embeddedFindings(log, start, workspace, { ...task, signal });
	const suspects = new NamedSuspects(log, workspace, { ranking: embedded.ranking, signal });
	let node = start;
	const agent = searchAgent(log, { task, deps: { ...deps, workspace }, embedded, suspects, onOpen: id => (node = id) });
	try {
		const end = await runAgent(log, start, agent);
		if (end.result === undefined) {
			await nameBestSoFar(log, end.node, {
				suspects,
				embedded,
				why: `The limit of ${counted(deps.maxRounds, 'round')} is reached.`,
			});
		}
		return end.node;
	} catch (error) {
		if (!(error instanceof CapReached)) {
			throw error;
		}
		await nameBestSoFar(log, node, { suspects, embedded, why: error.message });
		return node;
	}
}

interface Search {
	readonly task: LocateTask;
	readonly deps: LocateDeps;
	readonly embedded: EmbeddedFindings;
	readonly suspects: NamedSuspects;
	readonly onOpen: (node: string) => void;
}

function searchAgent(
	log: RunLog,
	{ task, deps, embedded, suspects, onOpen }: Search,
): Agent<NamedPlace, readonly BugLocation[]> {
	const { agent, workspace, maxRounds } = deps;
	const toolset = searchToolset;
	const observations = [...task.clues, ...(deps.seeds ? embedded.observations : [])];
	const prompts = searchPrompts(agent.model.replyForm, toolset.tools, { issue: task.text, observations });
	return {
		toolset,
		protocol: openProtocol(log, agent, { toolset, prompts }),
		context: { workspace, signal: agent.signal },
		limits: { maxRounds },
		stage: {
			open: async (at, round) => {
				const node = await log.open(at, { key: 'round', kind: 'round', title: `Round ${round}` });
				onOpen(node);
				return node;
			},
			read: async (node, reply, shown) => {
				const named = await suspects.name(node, reply, shown);
				return readingOf(reply, named);
			},
		},
	};
}

function readingOf(reply: AgentStep<NamedPlace>, named: NamedOutcome): Reading<readonly BugLocation[]> {
	const isFinal = reply.calls.length === 0 && named.locations.length > 0;
	const remarks = [...reply.problems, ...named.problems];
	const isEmpty = reply.calls.length === 0 && named.locations.length === 0;
	return {
		...(isFinal && { result: named.locations }),
		remarks: isEmpty && remarks.length === 0 ? [nothingChosen] : remarks,
		summary: results => roundSummary(results, named, isFinal),
	};
}

interface BestSoFar {
	readonly suspects: NamedSuspects;
	readonly embedded: EmbeddedFindings;
	readonly why: string;
}

/** Ends a search that did not end by itself: with what the model named last, else with what the embedded localizer found. */
async function nameBestSoFar(log: RunLog, node: string, { suspects, embedded, why }: BestSoFar): Promise<void> {
	const isNamed = resultOf(log.run, node).locations.length > 0;
	const whose = isNamed
		? 'These are the locations the model named last; it still wanted to see more.'
		: 'The model named no location: these are those of the embedded localizer.';
	await log.once(rootNode, { type: 'noted', text: `${why} ${whose}` });
	if (!isNamed) {
		await suspects.nameInstead(node, embedded.locations);
	}
}
