import { type Reading, runAgent } from '../../../../models/pure/loop/runAgent';
import { openProtocol } from '../../../../models/pure/protocols/openProtocol';
import type { AgentStep, Protocol } from '../../../../models/pure/protocols/protocol';
import { callTool } from '../../../../models/pure/tools/callTool';
import type { ToolContext } from '../../../../models/pure/tools/tool';
import type { Toolset } from '../../../../models/pure/tools/toolset';
import type { RunNode } from '../../../../runs/pure/fold/runNode';
import { pathTo } from '../../../../runs/pure/fold/runTree';
import { counted } from '../../../../system/pure/text/counted';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { baseTemperature, chooseAlternative } from '../alternatives/alternatives';
import { turnsLeft } from '../scheduler';
import type { TreeBench } from '../treeBench';
import { growthRoot, type TreeContext } from '../treeContext';
import { replacedBy, treeTurns } from '../treeTurns';
import { type AgentOpening, agentPrompts } from './agentPrompts';
import callsLeft from './callsLeft.md';
import nothingDone from './nothingDone.md';
import remark from './remark.md';

export interface TreeAgentDeps {
	readonly bench: TreeBench;
	readonly toolset: Toolset<string>;
	readonly opening: AgentOpening;
}

/** How a turn ended: with an action and its observation, or with the reason its branch ends. */
export type TurnEnd = 'acted' | 'submitted' | 'exit_format' | 'dropped';

/** So often an answer that cannot be read is asked for again. */
const maxAgain = 3;

/**
 * The agent of a tree, one turn at a time, each in a node of its own. The conversation after any node is made again from the
 * log, so that a branch is a fork of it, and a run that was killed continues.
 */
export class TreeAgent {
	/** By the node that was last in it. */
	private readonly conversations = new Map<string, Promise<Protocol<string>>>();

	constructor(
		private readonly context: TreeContext,
		private readonly deps: TreeAgentDeps,
	) {}

	/**
	 * Takes the turn of a node that is open, and records the state of the files after it. Throws as `ModelCaller.ask`
	 * does.
	 */
	async take(node: string): Promise<TurnEnd> {
		const turn = await this.turn(node);
		if (turn.end === 'acted') {
			this.conversations.set(node, Promise.resolve(turn.protocol));
		}
		return turn.end;
	}

	private async turn(node: string): Promise<{ readonly end: TurnEnd; readonly protocol: Protocol<string> }> {
		const { log } = this.context;
		const { parent = '' } = this.nodeOf(node);
		const before = await this.conversationAfter(parent);
		const isAlternative = replacedBy(log.run, this.nodeOf(node)) !== undefined;
		const alternative = isAlternative ? await chooseAlternative(this.context, node, before) : undefined;
		if (alternative === 'dropped' || alternative === 'exit_format') {
			await this.deps.bench.keep(node);
			return { end: alternative, protocol: before };
		}
		const protocol = alternative?.protocol ?? before.fork();
		const step = alternative === undefined ? await this.stepWithin(node) : async () => alternative.reply;
		const wasAnswered = this.answerOf(node) !== undefined;
		let nUnread = 0;
		const { result } = await runAgent<string, 'acted' | 'submitted'>(log, parent, {
			...{
				toolset: this.deps.toolset,
				protocol: steppedBy(protocol, step),
				context: this.toolContext(parent),
				leavesFeedback: true,
			},
			limits: { maxRounds: 1 + maxAgain, maxCalls: 1 },
			stage: {
				open: async () => node,
				read: async (_node, reply) => this.read(node, reply, { isLast: nUnread++ === maxAgain, wasAnswered }),
			},
		});
		if (this.nodeOf(node).state === 'open') {
			await this.keep(node, wasAnswered);
		}
		return { end: result ?? 'exit_format', protocol };
	}

	/** A step that states how many calls are left. The number is recorded: other branches use them up as well. */
	private async stepWithin(node: string): Promise<Step> {
		const { log, start, options } = this.context;
		const { parent } = this.nodeOf(node);
		const nLeft = await log.value(node, 'calls left', {}, async () =>
			turnsLeft(treeTurns(log.run, start, options), options, { at: parent, root: growthRoot(this.context) }),
		);
		const aside = fillTemplate(callsLeft, { calls: counted(nLeft, 'call') });
		return protocol => protocol.step(node, undefined, { aside });
	}

	/** An answer that makes a call and submits as well makes the call. */
	private async read(
		node: string,
		{ calls, report, problems }: AgentStep<string>,
		{ isLast, wasAnswered }: { readonly isLast: boolean; readonly wasAnswered: boolean },
	): Promise<Reading<'acted' | 'submitted'>> {
		const [call] = calls;
		if (call !== undefined) {
			if (this.nodeOf(node).state === 'open' && !wasAnswered) {
				await this.prepare(node, call.tool);
			}
			return { result: 'acted', remarks: [] };
		}
		if (report.length > 0) {
			return { result: 'submitted', remarks: [] };
		}
		return { remarks: problems.length > 0 ? problems : [nothingDone], isGivenUp: isLast };
	}

	/** Records the state of the files after the action of a node. */
	private async keep(node: string, wasAnswered: boolean): Promise<void> {
		const [call] = this.nodeOf(node).calls;
		const hasChanged = call !== undefined && this.changes(call.tool);
		const change = async () => (hasChanged && wasAnswered ? this.repeat(node, call) : undefined);
		await this.deps.bench.keep(node, hasChanged ? change : undefined);
	}

	/**
	 * If a process was killed after it recorded an action and before it recorded the files, their state is not known: the
	 * action is repeated, and any difference is noted.
	 */
	private async repeat(node: string, { tool, args, answer }: RunNode['calls'][number]): Promise<void> {
		const { parent = '' } = this.nodeOf(node);
		await this.prepare(node, tool);
		const again = await callTool(this.deps.toolset.tools, tool, args, this.toolContext(parent));
		if (again.text !== answer?.text) {
			const text = `Repeated ${tool} after an interruption, with another result than before.`;
			await this.context.log.once(node, { type: 'noted', text });
		}
	}

	/** The files for the action of a node: as they were after the one before. */
	private async prepare(node: string, tool: string): Promise<void> {
		const { bench } = this.deps;
		await bench.restore(this.nodeOf(node).parent ?? '', node);
		if (this.changes(tool)) {
			bench.leave();
		}
	}

	private changes(name: string): boolean {
		return this.deps.toolset.tools.some(tool => tool.name === name && tool.changes);
	}

	private toolContext(parent: string): ToolContext {
		const { log, start, stageDeps } = this.context;
		const { workbench } = this.deps.bench;
		const path = pathTo(log.run, parent);
		const turns = path.slice(path.findIndex(({ id }) => id === start) + 1);
		const results = turns.flatMap(({ calls }) => calls.flatMap(({ answer }) => answer?.text ?? []));
		return {
			...{ ...stageDeps.context, workbench, results },
			// When the tool runs: the files are restored before.
			get workspace() {
				return workbench.workspace;
			},
		};
	}

	private conversationAfter(node: string): Promise<Protocol<string>> {
		const known = this.conversations.get(node) ?? this.replayed(node);
		this.conversations.set(node, known);
		return known;
	}

	private async replayed(node: string): Promise<Protocol<string>> {
		if (node === this.context.start) {
			return this.opened();
		}
		const { kind, parent = '', title } = this.nodeOf(node);
		if (kind !== 'feedback') {
			return (await this.turn(node)).protocol;
		}
		const protocol = (await this.conversationAfter(parent)).fork();
		await protocol.addResults(node, { results: [], remarks: [fillTemplate(remark, { remark: title })] });
		return protocol;
	}

	private opened(): Protocol<string> {
		const { log, options, stageDeps } = this.context;
		const { toolset, opening } = this.deps;
		const { agent } = stageDeps;
		const prompts = agentPrompts(agent.model.replyForm, toolset.tools, opening);
		const nFullResults = options.nFullObservations;
		return openProtocol(log, agent, { toolset, prompts, temperature: baseTemperature, nFullResults });
	}

	private nodeOf(id: string): RunNode {
		const node = this.context.log.run.nodes[id];
		if (node === undefined) {
			throw new Error(`there is no node ${id}`);
		}
		return node;
	}

	private answerOf(node: string) {
		return this.nodeOf(node).calls[0]?.answer;
	}
}

/** Asks for the next answer. */
type Step = (protocol: Protocol<string>) => Promise<AgentStep<string>>;

/**
 * A conversation in which each step is made so. Its rounds are attempts at one call, and the model needs no number for
 * them.
 */
function steppedBy(protocol: Protocol<string>, step: Step): Protocol<string> {
	return {
		statesRounds: true,
		step: () => step(protocol),
		addResults: (node, results) => protocol.addResults(node, results),
		sentResults: call => protocol.sentResults(call),
		fork: options => steppedBy(protocol.fork(options), step),
	};
}
