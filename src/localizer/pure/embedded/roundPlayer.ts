import { CallRunner } from '../../../models/pure/loop/callRunner';
import { callKey } from '../../../models/pure/tools/callKey';
import type { ToolContext } from '../../../models/pure/tools/tool';
import { searchTools } from '../../../models/pure/tools/toolTable';
import type { StageLog } from '../../../runs/pure/log/runLog';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import type { FoundEvidence } from '../ranking/foundEvidence';
import type { PlannedCall } from './plannedCall';

/** One round before it is played. */
export interface PlannedRound {
	readonly title: string;
	/** Why these calls, in plain words. */
	readonly reasoning: readonly string[];
	readonly calls: readonly PlannedCall[];
	/** Verb, object and outcome, from the answers. */
	readonly summary: (answered: readonly AnsweredCall[]) => string;
}

export interface AnsweredCall {
	readonly call: PlannedCall;
	readonly answer: ToolAnswer;
}

/**
 * Plays rounds, each following the one before it: runs their calls in order and records everything in the run's log.
 */
export class RoundPlayer {
	/** The last round that was played; before the first one, the node it follows. */
	node: string;
	private readonly calls: CallRunner;
	private readonly signal: AbortSignal | undefined;
	private readonly asked = new Set<string>();

	constructor(
		private readonly log: StageLog,
		start: string,
		context: ToolContext,
	) {
		this.node = start;
		this.calls = new CallRunner(log, searchTools, context);
		this.signal = context.signal;
	}

	/** Calls not made in an earlier round, each once. */
	notAsked(calls: readonly PlannedCall[]): PlannedCall[] {
		const seen = new Set(this.asked);
		return calls.filter(call => {
			const key = callKey(call);
			const isNew = !seen.has(key);
			seen.add(key);
			return isNew;
		});
	}

	/** Runs a round and returns the evidence it found. Throws when the signal is aborted. */
	async play({ title, reasoning, calls, summary }: PlannedRound): Promise<FoundEvidence[]> {
		this.signal?.throwIfAborted();
		this.node = await this.log.open(this.node, { key: 'round', kind: 'round', title });
		for (const text of reasoning) {
			this.signal?.throwIfAborted();
			await this.log.once(this.node, { type: 'reasoned', text });
		}
		const answered: AnsweredCall[] = [];
		for (const call of calls) {
			this.asked.add(callKey(call));
			const [result] = await this.calls.run(this.node, [{ ...call, written: callKey(call) }]);
			answered.push(...(result === undefined ? [] : [{ call, answer: result.answer }]));
		}
		this.signal?.throwIfAborted();
		await this.log.close(this.node, summary(answered));
		return answered.flatMap(each => evidenceFrom(each, this.node));
	}
}

function evidenceFrom({ call, answer }: AnsweredCall, node: string): FoundEvidence[] {
	if (!answer.ok || answer.places.length === 0 || call.meaning === undefined) {
		return [];
	}
	const { line, ...meaning } = call.meaning;
	const places = line === undefined ? answer.places : nearest(answer, line);
	return [{ ...meaning, node, places }];
}

/** The one place nearest to a line; the first of equally near ones. */
function nearest({ places }: ToolAnswer, line: number): ToolAnswer['places'] {
	const distances = places.map(({ startLine, endLine }) => Math.max(0, startLine - line, line - endLine));
	const least = Math.min(...distances);
	return places.filter((_, at) => distances[at] === least).slice(0, 1);
}
