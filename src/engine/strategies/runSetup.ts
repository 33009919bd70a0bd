import type { ChatModel } from '../../models/pure/chatModel';
import { ContextWindow } from '../../models/pure/context/contextWindow';
import { type Caps, Spending } from '../../models/pure/limits/spending';
import type { Supervisor } from '../../models/pure/limits/supervisor';
import type { AgentDeps } from '../../models/pure/requests/agentDeps';
import { OutgoingGate } from '../../outgoing/pure/gate/outgoingGate';
import type { RunResumed } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import type { Price } from '../../runs/pure/fold/spent';
import { originText } from '../../runs/pure/model/imported';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import type { Clock } from '../../system/pure/clock';
import { UserError } from '../../system/pure/errors/userError';
import { defaultOptions, type RunOptions } from '../agent/options';
import type { Strategy } from './strategy';

/** The engine of a run, and how the run names it. */
export interface RunSetup {
	readonly strategy: Strategy;
	/** `embedded`, or the model's name. */
	readonly engine: string;
	readonly server?: string;
	readonly agent?: Omit<AgentDeps, 'signal'>;
	/** Why the model cannot be asked: the run names the embedded localizer's findings, and fails with this. */
	readonly unavailable?: UserError;
	readonly execution?: ExecutionDeps;
	readonly options: RunOptions;
}

/** Options of a run with a model. */
export interface ModelOptions extends Partial<RunOptions> {
	readonly clock: Clock;
	readonly supervisor: Supervisor;
	readonly onText?: (node: string, piece: string) => void;
	/** Another model of the same server, which compares alternatives and patches. */
	readonly judge?: ChatModel | undefined;
	readonly caps: Caps;
	readonly price?: Price | undefined;
	/** Absent if nothing may be executed. */
	readonly execution?: ExecutionDeps | undefined;
}

export const embeddedEngine = 'embedded';

/** The localizer that needs no model. */
export function embeddedSetup(strategy: Strategy): RunSetup {
	return { strategy, engine: embeddedEngine, options: defaultOptions };
}

/** A run with a model that could not be opened. `server` is its recipient, if any. */
export function unavailableSetup(
	strategy: Strategy,
	{ engine, server }: Pick<RunSetup, 'engine' | 'server'>,
	reason: UserError,
): RunSetup {
	const model = { engine, ...(server !== undefined && { server }) };
	return { strategy, ...model, unavailable: reason, options: defaultOptions };
}

export function modelSetup(
	strategy: Strategy,
	model: ChatModel,
	{ clock, supervisor, onText, judge, caps, price, execution, ...options }: ModelOptions,
): RunSetup {
	const spending = new Spending(caps, supervisor, price);
	return {
		strategy,
		engine: model.name,
		server: model.server,
		agent: {
			...{ model, gate: new OutgoingGate(), window: new ContextWindow(model.contextTokens) },
			...(judge !== undefined && { judge }),
			...{ spending, supervisor, clock, ...(onText !== undefined && { onText }) },
		},
		...(execution !== undefined && { execution }),
		options: { ...defaultOptions, ...options },
	};
}

/** The event a continued run begins with: it names the engine if that has changed. */
export function resumedBy({ engine, server, execution }: RunSetup, run: Run, goal?: 'fix'): RunResumed {
	const isSame = engine === run.engine && server === run.server;
	return {
		type: 'runResumed',
		...(goal !== undefined && { goal }),
		...(execution !== undefined && { executes: true }),
		...(!isSame && { engine, ...(server !== undefined && { server }) }),
	};
}

/** Throws `UserError` for a run that can be read but not continued. */
export function refuseReadOnly(run: Run): void {
	if (run.isReadOnly) {
		const why = `This run was ${originText(run) ?? 'created by an older version of Faultline, or its log is damaged'}.`;
		throw new UserError(`${why} It can be read but not continued.`, { cures: [{ kind: 'locate' }] });
	}
}
