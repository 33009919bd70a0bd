import { feedbackAfter } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { RoundBudget, type RoundLimits } from '../limits/roundBudget';
import type { AgentStep, Protocol } from '../protocols/protocol';
import type { ToolContext } from '../tools/tool';
import type { Toolset } from '../tools/toolset';
import { type CallResult, CallRunner } from './callRunner';
import { type ShownPlaces, ShownToModel } from './shownPlaces';

/** The parts of an agent. */
export interface Agent<Report, Result> {
	readonly toolset: Toolset<Report>;
	readonly protocol: Protocol<Report>;
	/** Without them, feedback is passed on as it was written. */
	readonly prompts?: AgentPrompts;
	readonly context: ToolContext;
	readonly limits: RoundLimits;
	/** The caller chooses which node comes next: feedback on a round is left to it. */
	readonly leavesFeedback?: true;
	readonly stage: AgentStage<Report, Result>;
}

/** Templates for the messages the loop itself sends to the model. */
export interface AgentPrompts {
	/** For the user's feedback on a round: `{{feedback}}`. */
	readonly feedback: string;
}

/** The way one stage handles the rounds of its agent. */
export interface AgentStage<Report, Result> {
	/** The node of round `round` of this trajectory, counted from 1, which follows node `at`. */
	readonly open: (at: string, round: number) => Promise<string>;
	/** Interprets the reply. `shown`: the places found by its calls, as sent to the model, oldest first. */
	readonly read: (node: string, reply: AgentStep<Report>, shown: readonly ShownPlaces[]) => Promise<Reading<Result>>;
}

export interface Reading<Result> {
	/** Ends the agent; absent while the model is to continue. */
	readonly result?: Result;
	/** Ends the agent without a result: it makes no progress. */
	readonly isGivenUp?: boolean;
	/** The calls of the reply are not made: the rest of it is the answer. */
	readonly skipsCalls?: boolean;
	/** The problems of the reply, for the model. */
	readonly remarks: readonly string[];
	/** Closes the round's node, unless other rounds share it. */
	readonly summary?: (results: readonly CallResult[]) => string;
}

/** How an agent ended: with a result, given up, or at its limit. */
export interface AgentEnd<Result> extends Pick<Reading<Result>, 'result' | 'isGivenUp'> {
	/** The node of its last round, or the feedback after it. */
	readonly node: string;
}

/** How many problems of one answer are reported. */
const mostRemarks = 32;

/**
 * The agent loop: ask, read the reply, run its calls, add the results, until the reply ends it or the limit is reached.
 * It starts after node `start` and follows the selected trajectory, so that recorded rounds are replayed; feedback on
 * the way is passed on to the model, and begins a new count of rounds.
 */
export async function runAgent<Report, Result>(
	log: RunLog,
	start: string,
	agent: Agent<Report, Result>,
): Promise<AgentEnd<Result>> {
	const { protocol, prompts, limits, context, leavesFeedback, stage } = agent;
	const calls = new CallRunner(log, agent.toolset.tools, context);
	const shown = new ShownToModel(protocol);
	const budget = new RoundBudget(limits);
	let at = start;
	for (let round = 1; !budget.isUsedUp; round++) {
		context.signal?.throwIfAborted();
		const node = await stage.open(at, round);
		const reply = await protocol.step(node, budget.nLeft);
		const reading = await stage.read(node, reply, shown.places());
		const results = await calls.run(node, budget.spend(reading.skipsCalls === true ? [] : reply.calls));
		shown.add(node, results);
		const feedback = leavesFeedback === true ? undefined : feedbackAfter(log.run, node);
		const { result, isGivenUp = false } = reading;
		const isEnd = (result !== undefined || isGivenUp) && feedback === undefined;
		// The calls of the last answer are answered too: the conversation may be continued.
		if (!isEnd || results.length > 0 || reading.remarks.length > 0) {
			const isReminded =
				!isEnd && agent.toolset.tools.length > 0 && feedback === undefined && protocol.statesRounds !== true;
			const limited = [...budget.remarks, ...(isReminded ? budget.reminder : [])];
			await protocol.addResults(node, { results, remarks: [...reading.remarks.slice(0, mostRemarks), ...limited] });
		}
		for (const text of budget.notes) {
			await log.once(node, { type: 'noted', text });
		}
		if (reading.summary !== undefined) {
			await log.close(node, reading.summary(results));
		}
		at = node;
		if (isEnd) {
			return { node, isGivenUp, ...(result !== undefined && { result }) };
		}
		if (feedback !== undefined) {
			await protocol.addResults(node, {
				results: [],
				remarks: [fillTemplate(prompts?.feedback ?? '{{feedback}}', { feedback: feedback.title })],
			});
			at = feedback.id;
			budget.reset();
		}
	}
	return { node: at };
}
