import { fillTemplate } from '../../../agent/fillTemplate';
import type { CallResult } from '../../../agent/protocol';
import type { ReadCall } from '../../../agent/reply/agentReply';
import type { RunCall } from '../../../model/runNode';
import type { RunLog } from '../../../runLog';
import { callKey } from '../../../tools/callKey';
import { callTool } from '../../../tools/callTool';
import type { ToolAnswer } from '../../../tools/tool';
import type { Workspace } from '../../../workspace';
import type { RoundPlaces } from '../resolve/locationOfPiece';
import repeatedCall from './repeatedCall.md';

/** Makes the calls of the rounds, each once: a call made before is answered with where its result stands. */
export class RoundCalls {
	/** What the rounds showed so far, oldest first. */
	readonly shown: RoundPlaces[] = [];
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	private readonly signal: AbortSignal;
	/** The round in which a call was made, counted from 1. */
	private readonly rounds = new Map<string, number>();

	constructor(log: RunLog, workspace: Workspace, signal: AbortSignal) {
		this.log = log;
		this.workspace = workspace;
		this.signal = signal;
	}

	/** The results in the order of the calls. */
	async answer(node: string, round: number, calls: readonly ReadCall[]): Promise<AnsweredCall[]> {
		const answered: AnsweredCall[] = [];
		for (const [at, call] of calls.entries()) {
			this.signal.throwIfAborted();
			const answer = await this.answerOne({ node, id: `${node}.${at + 1}`, round }, call);
			answered.push({ call, text: answer.text, answer });
			this.shown.push({ node, places: answer.places });
		}
		return answered;
	}

	private async answerOne({ node, id, round }: Where, call: ReadCall): Promise<ToolAnswer> {
		const key = callKey(call);
		const earlier = this.rounds.get(key);
		this.rounds.set(key, earlier ?? round);
		const recorded = this.recorded(node, id, key);
		if (recorded !== undefined) {
			return recorded;
		}
		const { tool, args } = call;
		await this.log.emit(node, { type: 'toolCalled', call: id, tool, args });
		const answer = earlier === undefined ? await callTool(tool, args, this.workspace, this.signal) : repeated(earlier);
		await this.log.emit(node, { type: 'toolAnswered', call: id, ...answer });
		return answer;
	}

	private recorded(node: string, id: string, key: string): ToolAnswer | undefined {
		const calls: readonly RunCall[] = this.log.run.nodes.find(each => each.id === node)?.calls ?? [];
		return calls.find(call => call.id === id && callKey(call) === key)?.answer;
	}
}

export interface AnsweredCall extends CallResult {
	readonly answer: ToolAnswer;
}

interface Where {
	readonly node: string;
	readonly id: string;
	readonly round: number;
}

function repeated(round: number): ToolAnswer {
	return { ok: false, text: fillTemplate(repeatedCall, { round: String(round) }), places: [] };
}
