import { systemClock } from '../../system/node/systemClock';
import { UserError } from '../../system/pure/errors/userError';
import type { Run } from '../pure/fold/run';
import { RunLog } from '../pure/log/runLog';
import type { RunFiles } from './runFiles';

const mostListed = 10;

/** The runs on disk that a public tool may show. */
export class StoredRuns {
	/** `isOwn`: whether a run is of the workspace; another one may be private. */
	constructor(
		private readonly runs: RunFiles,
		private readonly isOwn: (run: Run) => boolean,
	) {}

	async read(id: string): Promise<Run> {
		const { run } = await RunLog.reopen(this.runs, systemClock, id);
		if (!this.isOwn(run)) {
			throw new UserError(`There is no run ${id} of this workspace; it may have been removed.`);
		}
		return run;
	}

	async list(): Promise<readonly Run[]> {
		const found: Run[] = [];
		for (const { id } of await this.runs.list()) {
			const { run } = await RunLog.reopen(this.runs, systemClock, id);
			if (this.isOwn(run)) {
				found.push(run);
			}
			if (found.length === mostListed) {
				break;
			}
		}
		return found;
	}
}
