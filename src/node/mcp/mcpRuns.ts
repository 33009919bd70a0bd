import { isAbsolute } from 'node:path';
import type { Issue } from '../../core/model/issue';
import type { Run } from '../../core/model/run/run';
import type { PublicRuns } from '../../core/publicTools/publicTool';
import { RunLog } from '../../core/runLog';
import type { RunSetup } from '../../core/strategies/runSetup';
import { UserError } from '../../core/util/userError';
import type { CommandCall } from '../cli/command';
import { startCliRun } from '../cli/startCliRun';
import { isWithin } from '../isWithin';
import { realPath } from '../realPath';
import { RunFiles } from '../runs/runFiles';
import { systemClock } from '../systemClock';
import type { McpFolders } from './mcpFolders';

const mostListed = 10;

/** The runs of the folders of a server, in the storage that it shares with the command line. */
export class McpRuns implements PublicRuns {
	private readonly runs: RunFiles;

	constructor(
		private readonly folders: McpFolders,
		private readonly call: CommandCall,
	) {
		this.runs = new RunFiles(call.storage, call.log);
	}

	start(issue: Issue, setup: RunSetup): Promise<RunLog> {
		return startCliRun(this.call, { issue, folders: this.folders.list, setup });
	}

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

	/** Another workspace may be private. A run of the editor names its folders without their places. */
	private isOwn({ workspace }: Run): boolean {
		const within = (folder: string) =>
			isAbsolute(folder) && this.folders.list.some(own => isWithin(realPath(folder), realPath(own)));
		return workspace.length > 0 && workspace.every(within);
	}
}
