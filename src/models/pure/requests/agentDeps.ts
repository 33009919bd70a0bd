import type { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Clock } from '../../../system/pure/clock';
import type { ChatModel } from '../chatModel';
import { ContextWindow } from '../context/contextWindow';
import type { Spending } from '../limits/spending';
import type { Supervisor } from '../limits/supervisor';
import type { ToolContext } from '../tools/tool';

/** What talking to a model needs. */
export interface AgentDeps {
	readonly model: ChatModel;
	/** Of the run: what is sent to the model passes it. */
	readonly gate: OutgoingGate;
	/** What is known of the model's context window, in all conversations but forks: each of these learns for itself. */
	readonly window: ContextWindow;
	/** Another model of the same server, which compares what the first one wrote. */
	readonly judge?: ChatModel;
	readonly spending: Spending;
	readonly supervisor: Supervisor;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Called with each piece of an answer as it comes in, for the live view; it is not stored. */
	readonly onText?: (node: string, piece: string) => void;
}

/** For conversations that nothing else of the run may change: none knows what others learned of the context window. */
export function withNewWindow(agent: AgentDeps): AgentDeps {
	return { ...agent, window: new ContextWindow(agent.model.contextTokens) };
}

/** For a stage that compares what the model wrote: with the judge, where there is one. */
export function judgingDeps({ log, agent, context }: StageDeps): StageDeps {
	return { log, agent: withNewWindow({ ...agent, model: agent.judge ?? agent.model }), context };
}

/** What a stage with a model needs. */
export interface StageDeps {
	readonly log: RunLog;
	readonly agent: AgentDeps;
	/** What its tools see. */
	readonly context: ToolContext;
}
