import type { RunLog } from '../../../runs/pure/log/runLog';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { SentResult } from '../context/exchange';
import roundsLeft from '../limits/roundsLeft.md';
import { memoryTexts, shownText } from '../memory/memoryText';
import previousRound from '../memory/previousRound.md';
import reportBesideCalls from '../memory/reportBesideCalls.md';
import type { TrajectoryMemory } from '../memory/trajectoryMemory';
import type { ReadCall } from '../reply/agentReply';
import type { AgentDeps } from '../requests/agentDeps';
import type { ForkOptions } from '../requests/conversation';
import { callKey } from '../tools/callKey';
import type { Toolset } from '../tools/toolset';
import { joinRemarks } from './joinRemarks';
import { openProtocol } from './openProtocol';
import type { AgentStep, Protocol, ProtocolPrompts, StepQuestion, ToolResults } from './protocol';

/** The parts of a conversation of single questions. */
export interface MemoryProtocolDeps<Report> {
	readonly log: RunLog;
	readonly agent: AgentDeps;
	readonly toolset: Toolset<Report>;
	/** `choose` asks for the next calls or for the report; `analyze` and `decide` are not used. */
	readonly prompts: ProtocolPrompts;
	readonly memory: TrajectoryMemory;
	readonly temperature?: number;
}

/** Of the model's last answer, so many characters are shown again. */
const longestStep = 4_000;

/**
 * A model that is asked a single question in each round: it is shown its working memory instead of the conversation, in
 * any form of answer. Closed entries are gone from the next request, and those it keeps begin every request in the same
 * way.
 */
export class MemoryProtocol<Report> implements Protocol<Report> {
	readonly statesRounds = true;
	private remarks: readonly string[] = [];
	private last = '';
	/** The last answer had a report beside searches, after which it is not final. */
	private isReportTentative = false;
	/** The forms of each result that were shown to the model. */
	private readonly sent = new Map<string, readonly SentResult[]>();

	constructor(private readonly deps: MemoryProtocolDeps<Report>) {}

	async step(node: string, nLeft?: number, question?: StepQuestion): Promise<AgentStep<Report>> {
		const { log, agent, toolset, prompts, memory, temperature } = this.deps;
		await memory.fit();
		const { current, limitTokens } = memory;
		const left = nLeft === undefined ? [] : [fillTemplate(roundsLeft, { rounds: counted(nLeft, 'round') })];
		const remarks = [...this.remarks, ...left];
		const opening = [
			...prompts.opening,
			...memoryTexts(current, limitTokens),
			...(this.last === '' ? [] : [fillTemplate(previousRound, { text: this.last })]),
			...(remarks.length === 0 ? [] : [joinRemarks(remarks)]),
		];
		memory.begin(node);
		const choose = (nLeft === 1 ? prompts.lastChance : undefined) ?? prompts.choose;
		const turn = openProtocol(log, agent, { toolset, prompts: { ...prompts, opening, choose }, temperature });
		const reply = await turn.step(node, undefined, question);
		this.last = reply.text.slice(0, longestStep).trim();
		this.isReportTentative = reply.report.length > 0 && reply.calls.some(({ tool }) => !this.changes(tool));
		for (const entry of current.entries) {
			const isWhole = entry.parts.every(
				({ state, shownCharacters }) => state === 'open' && shownCharacters === undefined,
			);
			this.remember(callKey(entry.call), { text: shownText(entry), isWhole });
		}
		return reply;
	}

	/**
	 * Results in the memory are shown there; only results of calls that change the memory, or fail to, are passed on with
	 * the remarks.
	 */
	async addResults(node: string, { results, remarks }: ToolResults): Promise<void> {
		const { log, memory } = this.deps;
		const made = new Set(results.map(({ call }) => callKey(call)));
		const calls = (log.run.nodes[node]?.calls ?? []).filter(call => made.has(callKey(call)));
		await memory.remember(
			node,
			calls.filter(({ tool }) => !this.changes(tool)),
		);
		const changed = results.filter(({ call }) => this.changes(call.tool)).map(({ text }) => text);
		this.remarks = [...(this.isReportTentative ? [reportBesideCalls.trim()] : []), ...changed, ...remarks];
	}

	sentResults(call: ReadCall): readonly SentResult[] {
		return this.sent.get(callKey(call)) ?? [];
	}

	fork({
		deps: agent = this.deps.agent,
		temperature = this.deps.temperature,
	}: ForkOptions = {}): MemoryProtocol<Report> {
		const copy = new MemoryProtocol({
			...this.deps,
			agent,
			memory: this.deps.memory.fork(),
			...(temperature !== undefined && { temperature }),
		});
		copy.remarks = this.remarks;
		copy.last = this.last;
		copy.isReportTentative = this.isReportTentative;
		for (const [key, results] of this.sent) {
			copy.sent.set(key, results);
		}
		return copy;
	}

	private changes(name: string): boolean {
		return this.deps.toolset.tools.some(tool => tool.name === name && tool.changes);
	}

	private remember(key: string, result: SentResult): void {
		const known = this.sent.get(key) ?? [];
		if (result.text !== '' && !known.some(({ text }) => text === result.text)) {
			this.sent.set(key, [...known, result]);
		}
	}
}
