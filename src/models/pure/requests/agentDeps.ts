import type { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Clock } from '../../../system/pure/clock';
import type { ChatModel } from '../chatModel';
import { ContextWindow } from '../context/contextWindow';
import type { Spending } from '../limits/spending';
import type { Supervisor } from '../limits/supervisor';
import type { ToolContext } from '../tools/tool';

/** The services needed to talk to a model. */
export interface AgentDeps {
	readonly model: ChatModel;
	/** The run's gate: all text sent to the model passes it. */
	readonly gate: OutgoingGate;
	/** The facts known about the model's context window, shared by all conversations but forks, which learn separately. */
	readonly window: ContextWindow;
	/** Another model of the same server, which compares the first one's answers. */
	readonly judge?: ChatModel;
	readonly spending: Spending;
	readonly supervisor: Supervisor;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Called with each piece of an answer as it comes in, for the live view; it is not stored. */
	readonly onText?: (node: string, piece: string) => void;
}

/** For conversations that nothing else of the run may change: they do not share knowledge of the context window. */
export function withNewWindow(agent: AgentDeps): AgentDeps {
	return { ...agent, window: new ContextWindow(agent.model.contextTokens) };
}

/** For a stage that compares the model's answers: with the judge, if any. */
export function judgingDeps({ log, agent, context }: StageDeps): StageDeps {
	return { log, agent: withNewWindow({ ...agent, model: agent.judge ?? agent.model }), context };
}

/** The services a stage with a model needs. */
export interface StageDeps {
	readonly log: RunLog;
	readonly agent: AgentDeps;
	/** The context its tools see. */
	readonly context: ToolContext;
}
