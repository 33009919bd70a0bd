import type { DecisionLog } from '../../core/acceptance/patchWrites';
import type { Clock } from '../../core/clock';
import type { PatchDecisions } from '../../core/model/run/patchDecisions';
import { rootNode } from '../../core/model/run/run';
import type { RunEventBody } from '../../core/model/run/runEvent';
import { foldRun } from '../../core/model/run/runFold';
import { RunLog } from '../../core/runLog';
import type { RunStore } from '../../core/runStore';
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
