import { isAbsolute } from 'node:path';
import type { Run } from '../../../core/model/run/run';
import type { PublicRunStart, PublicRuns } from '../../../core/publicTools/publicTool';
import type { RunLog } from '../../../core/runLog';
import { isWithin } from '../../isWithin';
import { realPath } from '../../realPath';
import { RunFiles } from '../../runs/runFiles';
import { StoredRuns } from '../../runs/storedRuns';
import type { CommandCall } from '../command';
import { startCliRun } from '../startCliRun';
import type { McpFolders } from './mcpFolders';

/** The runs of the folders of a server, in the storage that it shares with the command line. */
export class McpRuns extends StoredRuns implements PublicRuns {
	constructor(
		private readonly folders: McpFolders,
		private readonly call: CommandCall,
	) {
		super(new RunFiles(call.storage, call.log), run => isOfFolders(run, folders));
	}

	start(started: PublicRunStart): Promise<RunLog> {
		return startCliRun(this.call, { ...started, folders: this.folders.list });
	}
}

/** A run of the editor names its folders without their places. */
function isOfFolders({ workspace }: Run, folders: McpFolders): boolean {
	const within = (folder: string) =>
		isAbsolute(folder) && folders.list.some(own => isWithin(realPath(folder), realPath(own)));
	return workspace.length > 0 && workspace.every(within);
}
