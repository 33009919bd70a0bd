import type { Run } from '../../../runs/pure/fold/run';
import type { RunCall, RunNode, RunRequest } from '../../../runs/pure/fold/runNode';
import { pathTo } from '../../../runs/pure/fold/runTree';
import type { ChatMessage } from '../../../runs/pure/model/chat';

/**
 * One step of a trajectory, as the formats of other tools have them: the agent's thoughts, its calls, and their
 * answers. Without `request`, no model was asked.
 */
export interface RunStep {
	readonly node: RunNode;
	readonly thought: string;
	readonly request?: RunRequest;
	/** Of the last step of a node: all of the node's calls. */
	readonly calls: readonly RunCall[];
	/** When it was done, in milliseconds since 1970. */
	readonly atMs: number;
}

/** The trajectory that leads to the result of a run, and the parts of the run outside it. */
export interface RunTrajectory {
	readonly steps: readonly RunStep[];
	/** Nodes of other branches. */
	readonly nLeftOut: number;
	/** The model's instructions in the first request. */
	readonly instructions: readonly ChatMessage[];
}

/** A run is a tree; other tools know lists: the path to the result that is shown. */
export function runTrajectory(run: Run): RunTrajectory {
	const path = pathTo(run, run.selected.leaf);
	const steps = path.flatMap(stepsOf);
	const first = steps.find(({ request }) => request !== undefined)?.request;
	const messages = first?.sent.flatMap(id => run.messages[id] ?? []) ?? [];
	const end = messages.findIndex(({ role }) => role === 'assistant' || role === 'tool');
	return {
		steps,
		nLeftOut: Object.keys(run.nodes).length - path.length,
		instructions: end === -1 ? messages : messages.slice(0, end),
	};
}

/** A step for each answer of a model; the calls belong to the last one, as the others only put it into form. */
function stepsOf(node: RunNode): RunStep[] {
	const { requests, calls, openedAt, closedAt = openedAt } = node;
	const reasoning = node.reasoning.join('\n\n');
	if (node.kind === 'feedback') {
		return [{ node, thought: node.title, calls: [], atMs: openedAt }];
	}
	const answered = requests.filter(({ answer }) => answer !== undefined);
	if (answered.length === 0) {
		const thought = [node.summary ?? node.title, reasoning].filter(text => text !== '').join('\n\n');
		return calls.length === 0 && reasoning === '' ? [] : [{ node, thought, calls, atMs: closedAt }];
	}
	return answered.map((request, at) => ({
		node,
		request,
		thought: request.answer?.text || (at === answered.length - 1 ? reasoning : '') || (node.summary ?? node.title),
		calls: at === answered.length - 1 ? calls : [],
		atMs: request.answer?.at ?? closedAt,
	}));
}
