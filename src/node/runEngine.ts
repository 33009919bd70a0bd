import { setTimeout as wait } from 'node:timers/promises';
import { type Caps, Spending } from '../core/agent/spending';
import type { Supervisor } from '../core/agent/supervisor';
import type { Run } from '../core/model/run';
import type { RunResumed } from '../core/model/runEvent';
import type { Price } from '../core/model/spent';
import type { ChatModel, Clock } from '../core/ports';
import type { LocateParts } from '../core/stages/locate/agent/locateParts';
import { locateWithModel } from '../core/stages/locate/agent/locateWithModel';
import { locateEmbedded } from '../core/stages/locate/embedded/locateEmbedded';
import { fixIssue } from '../core/strategies/fix/fixIssue';
import type { FixParts } from '../core/strategies/fix/fixParts';
import type { Locate } from '../core/strategies/performRun';

/** Who locates, and how the run names them. */
export interface RunEngine {
	/** `embedded`, or the model's name. */
	readonly engine: string;
	readonly server?: string;
	readonly locate: Locate;
}

/** What a run that goes on begins with: another model than before is said. */
export function resumedBy({ engine, server }: RunEngine, run: Run, goal?: 'fix'): RunResumed {
	const isSame = engine === run.engine && server === run.server;
	return {
		type: 'runResumed',
		...(goal !== undefined && { goal }),
		...(!isSame && { engine, ...(server !== undefined && { server }) }),
	};
}

/** How a run with a model is to go. */
export interface ModelRunOptions {
	readonly clock: Clock;
	readonly supervisor: Supervisor;
	readonly onText: (node: string, piece: string) => void;
	readonly maxRounds: number;
	readonly seeds: boolean;
	readonly caps: Caps;
	readonly price: Price | undefined;
}

/** The localizer that needs no model. */
export const embeddedEngine: RunEngine = { engine: 'embedded', locate: locateEmbedded };

export function modelEngine(model: ChatModel, options: ModelRunOptions): RunEngine {
	const parts = locateParts(model, options);
	return {
		...{ engine: model.name, server: model.server },
		locate: (log, workspace, issue, signal) => locateWithModel(log, workspace, issue, { ...parts, signal }),
	};
}

/** The same, and then patches. */
export function fixEngine(
	model: ChatModel,
	options: ModelRunOptions & Pick<FixParts, 'execution' | 'nCandidates'>,
): RunEngine {
	const { execution, nCandidates, ...rest } = options;
	const parts = { ...locateParts(model, rest), execution, nCandidates };
	return {
		...{ engine: model.name, server: model.server },
		locate: (log, workspace, issue, signal) => fixIssue(log, workspace, issue, { ...parts, signal }),
	};
}

function locateParts(model: ChatModel, options: ModelRunOptions): Omit<LocateParts, 'signal'> {
	const { caps, supervisor, price, ...rest } = options;
	return { ...rest, model, supervisor, spending: new Spending(caps, supervisor, price), wait: waitMs };
}

async function waitMs(ms: number, signal: AbortSignal): Promise<void> {
	await wait(ms, undefined, { signal });
}
