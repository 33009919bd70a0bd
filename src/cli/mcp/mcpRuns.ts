import { isAbsolute } from 'node:path';
import type { PublicRunStart, PublicRuns } from '../../mcp/publicTool';
import { RunFiles } from '../../runs/node/runFiles';
import { StoredRuns } from '../../runs/node/storedRuns';
import type { Run } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import { isWithin } from '../../system/node/files/isWithin';
import { realPath } from '../../system/node/files/realPath';
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
