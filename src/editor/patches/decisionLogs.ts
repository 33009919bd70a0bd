import type { DecisionLog } from '../../patches/pure/acceptance/patchWrites';
import type { PatchDecisions } from '../../runs/pure/events/patchDecisions';
import type { RunEventBody } from '../../runs/pure/events/runEvent';
import { rootNode } from '../../runs/pure/fold/run';
import { foldRun } from '../../runs/pure/fold/runFold';
import { RunLog } from '../../runs/pure/log/runLog';
import type { RunStore } from '../../runs/pure/log/runStore';
import type { Clock } from '../../system/pure/clock';
import type { ShownRun } from '../currentRun/shownRun';

/** Decisions about patches in the logs of their runs: of the run shown and of others. */
export class DecisionLogs implements DecisionLog {
	constructor(
		private readonly runs: RunStore,
		private readonly shown: ShownRun,
		private readonly clock: Clock,
	) {}

	async decisions(runId: string): Promise<PatchDecisions> {
		return foldRun(await this.runs.read(runId)).decisions;
	}

	async emit(runId: string, body: RunEventBody): Promise<void> {
		const { run, log } = this.shown;
		const own = run?.id === runId ? log : undefined;
		await (own ?? (await RunLog.reopen(this.runs, this.clock, runId))).emit(rootNode, body);
	}
}
