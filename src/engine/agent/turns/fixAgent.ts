import type { NamedPlace } from '../../../localizer/pure/resolve/namedPlaces';
import { type Reading, runAgent } from '../../../models/pure/loop/runAgent';
import { placesShownWhole, type ShownPlaces } from '../../../models/pure/loop/shownPlaces';
import { openProtocol } from '../../../models/pure/protocols/openProtocol';
import type { AgentStep, Protocol } from '../../../models/pure/protocols/protocol';
import { callTool } from '../../../models/pure/tools/callTool';
import type { FixActions, ToolContext } from '../../../models/pure/tools/tool';
import type { Toolset } from '../../../models/pure/tools/toolset';
import type { RunNode } from '../../../runs/pure/fold/runNode';
import { pathTo } from '../../../runs/pure/fold/runTree';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { NamedSuspects } from '../../stages/locate/agent/namedSuspects';
import { chooseAlternative } from '../branching/alternatives/alternatives';
import { turnsLeft } from '../branching/scheduler';
import { growthRoot, type TreeContext } from '../branching/treeContext';
import { replacedBy, treeTurns } from '../branching/treeTurns';
import type { TreeBench } from '../changes/treeBench';
import { type AgentOpening, agentPrompts } from './agentPrompts';
import callsLeft from './callsLeft.md';
import nothingDone from './nothingDone.md';
import placesKept from './placesKept.md';
import remark from './remark.md';

export interface FixAgentDeps {
	readonly bench: TreeBench;
	readonly toolset: Toolset<NamedPlace>;
	readonly opening: AgentOpening;
	/** The places it reports. */
	readonly suspects: NamedSuspects;
	/** What was measured beside the turns so far; '' if nothing is known. */
	readonly measured: () => Promise<string>;
	/** The steps that it can have done in a turn. */
	readonly fixing: (turn: string) => FixActions;
}

/** How a turn ended: with an action and its observation, or with the reason its branch ends. */
export type TurnEnd = 'acted' | 'exit_format' | 'dropped';

/** An agent that may make several calls in a turn is reminded only of so many last turns. */
const remindedTurns = 5;
/** So often an answer that cannot be read is asked for again. */
const maxAgain = 3;

/**
 * The agent of a fix, one turn at a time, each in a node of its own. The conversation after any node is made again from the
 * log, so that a branch is a fork of it, and a run that was killed continues.
 */
export class FixAgent {
	/** By the node that was last in it. */
	private readonly conversations = new Map<string, Promise<Protocol<NamedPlace>>>();

	/** What was measured, by the node of the turn before which the agent received it. */
	private readonly received = new Map<string, string>();

	constructor(
		private readonly context: TreeContext,
		private readonly deps: FixAgentDeps,
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

	private async turn(node: string): Promise<{ readonly end: TurnEnd; readonly protocol: Protocol<NamedPlace> }> {
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
		const step = alternative === undefined ? await this.stepWithin(node, protocol) : async () => alternative.reply;
		let nUnread = 0;
		let isPrepared = false;
		const { result } = await runAgent<NamedPlace, 'acted'>(log, parent, {
			...{
				toolset: this.deps.toolset,
				protocol: steppedBy(protocol, step),
				context: this.toolContext(node),
				leavesFeedback: true,
			},
			limits: { maxRounds: 1 + maxAgain, maxCalls: this.context.options.maxCalls },
			stage: {
				open: async () => node,
				read: async (_node, reply) => {
					const read = await this.read(node, reply, nUnread++ === maxAgain);
					const failed = alternative === undefined ? [] : [alternative.failed];
					const reading = { ...read, remarks: [...read.remarks, ...failed] };
					// Calls that are all recorded are not made: whether the files after them are recorded too is seen below.
					if (reading.result !== undefined && this.isToBeMade(node, reply.calls.length)) {
						isPrepared = true;
						await this.prepare(node, reply.calls);
					}
					return reading;
				},
			},
		});
		const { state, calls } = this.nodeOf(node);
		if (state === 'open') {
			const change = async () => (isPrepared ? undefined : this.prepare(node, calls));
			await this.deps.bench.keep(node, calls.some(({ tool }) => this.changes(tool)) ? change : undefined);
		}
		return { end: result ?? 'exit_format', protocol };
	}

	/**
	 * A step that states how many calls are left, after what was measured meanwhile. Both are recorded: other branches use up
	 * calls as well.
	 */
	private async stepWithin(node: string, protocol: Protocol<NamedPlace>): Promise<Step> {
		const { log, start, options } = this.context;
		const { parent } = this.nodeOf(node);
		const { nLeft, measured } = await log.value(node, 'before the turn', {}, async () => ({
			nLeft: turnsLeft(treeTurns(log.run, start, options), options, { at: parent, root: growthRoot(this.context) }),
			measured: await this.newlyMeasured(node),
		}));
		if (measured !== '') {
			this.received.set(node, measured);
			await protocol.addResults(node, { results: [], remarks: [measured] });
		}
		if (options.maxCalls > 1 && nLeft > remindedTurns) {
			return each => each.step(node);
		}
		const aside = fillTemplate(callsLeft, { calls: counted(nLeft, options.maxCalls > 1 ? 'turn' : 'call') });
		return each => each.step(node, undefined, { aside });
	}

	/** What was measured, unless the agent received it before; '' if nothing is known. */
	private async newlyMeasured(node: string): Promise<string> {
		const measured = await this.deps.measured();
		return this.turnsBefore(node).some(({ id }) => this.received.get(id) === measured) ? '' : measured;
	}

	/** An answer that makes calls and reports places as well does both. */
	private async read(
		node: string,
		{ calls, report, problems }: AgentStep<NamedPlace>,
		isLast: boolean,
	): Promise<Reading<'acted'>> {
		const named = await this.deps.suspects.name(node, { report, calls: [], problems: [] }, this.placesBefore(node));
		const isNamed = named.locations.length > 0;
		const remarks = [...problems, ...named.problems, ...(isNamed && calls.length === 0 ? [placesKept] : [])];
		if (calls.length === 0 && !isNamed) {
			return { remarks: remarks.length > 0 ? remarks : [nothingDone], isGivenUp: isLast };
		}
		return { result: 'acted', remarks };
	}

	private isToBeMade(node: string, nCalls: number): boolean {
		const { state, calls } = this.nodeOf(node);
		const nAnswered = calls.filter(({ answer }) => answer !== undefined).length;
		return state === 'open' && nAnswered < Math.min(nCalls, this.context.options.maxCalls);
	}

	/** The places that the turns before a node showed. */
	private placesBefore(node: string): readonly ShownPlaces[] {
		return this.turnsBefore(node).map(({ id, calls }) => ({
			node: id,
			places: calls.flatMap(({ answer }) => (answer === undefined ? [] : placesShownWhole(answer))),
		}));
	}

	/**
	 * The files for the calls of a node: as they were after the one before. If a process was killed after it recorded some of
	 * these calls and before it recorded the files, their state is not known: these are repeated, and any difference is noted.
	 */
	private async prepare(node: string, toMake: readonly { readonly tool: string }[]): Promise<void> {
		const { bench, toolset } = this.deps;
		const { parent = '', calls } = this.nodeOf(node);
		await bench.restore(parent, node);
		if (toMake.some(({ tool }) => this.changes(tool))) {
			bench.leave();
		}
		for (const { tool, args, answer } of calls.filter(call => call.answer !== undefined && this.changes(call.tool))) {
			const again = await callTool(toolset.tools, tool, args, this.toolContext(node));
			if (again.text !== answer?.text) {
				const text = `Repeated ${tool} after an interruption, with another result than before.`;
				await this.context.log.once(node, { type: 'noted', text });
			}
		}
	}

	private changes(name: string): boolean {
		return this.deps.toolset.tools.some(tool => tool.name === name && tool.changes);
	}

	/** The files whose code the turns before a node showed. */
	private filesShown(node: string): readonly string[] {
		return [...new Set(this.placesBefore(node).flatMap(({ places }) => places.map(({ file }) => file)))];
	}

	private turnsBefore(node: string): readonly RunNode[] {
		const { log, start } = this.context;
		const path = pathTo(log.run, node).slice(0, -1);
		return path.slice(path.findIndex(({ id }) => id === start) + 1);
	}

	private toolContext(node: string): ToolContext {
		const { workbench } = this.deps.bench;
		const results = this.turnsBefore(node).flatMap(({ calls }) => calls.flatMap(({ answer }) => answer?.text ?? []));
		return {
			...{ ...this.context.stageDeps.context, workbench, results, fixing: this.deps.fixing(node) },
			focus: { filesInMemory: () => this.filesShown(node), reportedLines: [], onlyOrders: true },
			// When the tool runs: the files are restored before.
			get workspace() {
				return workbench.workspace;
			},
		};
	}

	private conversationAfter(node: string): Promise<Protocol<NamedPlace>> {
		const known = this.conversations.get(node) ?? this.replayed(node);
		this.conversations.set(node, known);
		return known;
	}

	private async replayed(node: string): Promise<Protocol<NamedPlace>> {
		if (node === this.context.start) {
			return this.opened();
		}
		const { kind, parent = '', title } = this.nodeOf(node);
		if (kind === 'stage') {
			// The turn whose changes it judges has the verdict.
			return this.conversationAfter(parent);
		}
		if (kind !== 'feedback') {
			return (await this.turn(node)).protocol;
		}
		const protocol = (await this.conversationAfter(parent)).fork();
		await protocol.addResults(node, { results: [], remarks: [fillTemplate(remark, { remark: title })] });
		return protocol;
	}

	private opened(): Protocol<NamedPlace> {
		const { log, options, stageDeps } = this.context;
		const { toolset, opening } = this.deps;
		const { agent } = stageDeps;
		const prompts = agentPrompts(agent.model.replyForm, { tools: toolset.tools, maxCalls: options.maxCalls }, opening);
		const nFullResults = options.nFullObservations;
		return openProtocol(log, agent, {
			...{ toolset, prompts, temperature: options.temperature },
			...(nFullResults !== undefined && { nFullResults }),
		});
	}

	private nodeOf(id: string): RunNode {
		const node = this.context.log.run.nodes[id];
		if (node === undefined) {
			throw new Error(`there is no node ${id}`);
		}
		return node;
	}
}

/** Asks for the next answer. */
type Step = (protocol: Protocol<NamedPlace>) => Promise<AgentStep<NamedPlace>>;

/**
 * A conversation in which each step is made so. Its rounds are attempts at one call, and the model needs no number for
 * them.
 */
function steppedBy(protocol: Protocol<NamedPlace>, step: Step): Protocol<NamedPlace> {
	return {
		statesRounds: true,
		step: () => step(protocol),
		addResults: (node, results) => protocol.addResults(node, results),
		sentResults: call => protocol.sentResults(call),
		fork: options => steppedBy(protocol.fork(options), step),
	};
}
