import type { FoundPlace } from '../model/run/runEvent';
import type { ToolAnswer } from '../model/toolAnswer';
import type { RunLog } from '../runLog';
import { callKey } from '../tools/callKey';
import { callTool } from '../tools/callTool';
import type { Tool, ToolContext } from '../tools/tool';
import { fillTemplate } from './fillTemplate';
import type { ReadCall } from './reply/agentReply';

/** A call with its answer. */
export interface CallResult {
	readonly call: ReadCall;
	readonly text: string;
	readonly answer: ToolAnswer;
}

/** What a round showed: for evidence. */
export interface ShownPlaces {
	readonly node: string;
	readonly places: readonly FoundPlace[];
}

/**
 * Runs the calls of a trajectory, recorded in its nodes. Where there is a prompt for it, a call that changes nothing runs
 * once: a repetition is answered with the round that has its result.
 */
export class CallRunner {
	/** What the calls found so far, oldest first. */
	readonly shown: ShownPlaces[] = [];
	/** The round in which a call was made first, counted from 1. */
	private readonly rounds = new Map<string, number>();
	/** How often a call that changes something was made. */
	private readonly changes = new Map<string, number>();

	constructor(
		private readonly log: RunLog,
		private readonly tools: readonly Tool[],
		private readonly context: ToolContext,
		/** Template of the answer to a repeated call: `{{round}}`. */
		private readonly repeatedCall?: string,
	) {}

	/** The results in the order of the calls. */
	async run(node: string, round: number, calls: readonly ReadCall[]): Promise<CallResult[]> {
		const results: CallResult[] = [];
		for (const call of calls) {
			this.context.signal?.throwIfAborted();
			const answer = await this.answer(node, round, call);
			const text = call.remark === undefined ? answer.text : `${call.remark}\n\n${answer.text}`;
			results.push({ call, text, answer });
			this.shown.push({ node, places: answer.places });
		}
		return results;
	}

	private async answer(node: string, round: number, { tool, args }: ReadCall): Promise<ToolAnswer> {
		const key = callKey({ tool, args });
		const changes = this.tools.some(each => each.name === tool && each.changes);
		const { repeatedCall } = this;
		const earlier = changes || repeatedCall === undefined ? undefined : this.rounds.get(key);
		this.rounds.set(key, earlier ?? round);
		const nth = changes ? (this.changes.get(key) ?? 0) + 1 : 1;
		this.changes.set(key, nth);
		const { ok, text, places } = await this.log.step(node, key, { tool, args, nth }, async ({ id: call }) => {
			await this.log.emit(node, { type: 'toolCalled', call, tool, args });
			const answer =
				earlier === undefined || repeatedCall === undefined
					? await callTool(this.tools, tool, args, this.context)
					: repeated(repeatedCall, earlier);
			return { type: 'toolAnswered', call, ...answer };
		});
		return { ok, text, places };
	}
}

function repeated(repeatedCall: string, round: number): ToolAnswer {
	return { ok: false, text: fillTemplate(repeatedCall, { round: String(round) }), places: [] };
}
