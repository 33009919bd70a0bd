import type { RunFiles } from '../runs/node/runFiles';
import type { Clock } from '../system/pure/clock';
import type { RememberedTrees } from './chats/rememberedTrees';
import type { CodeSearch } from './codeSearch/codeSearch';
import type { PatchList } from './currentRun/patchList';
import type { Replays } from './currentRun/replays';
import type { RunController } from './currentRun/runController';
import type { RunDocuments } from './currentRun/runDocuments';
import type { SendingAgreements } from './currentRun/sendingAgreements';
import type { ShownRun } from './currentRun/shownRun';
import type { TrackedLocations } from './currentRun/trackedLocations';
import type { TrajectoryRequests } from './currentRun/trajectoryRequests';
import type { EarlyServices } from './earlyServices';
import type { EditorLog } from './editorLog';
import type { ExecutionPlace } from './execution/executionPlace';
import type { WorkspaceCheckouts } from './execution/workspaceCheckouts';
import type { Models } from './models/models';
import type { WorkspaceIndex } from './workspaceIndex/workspaceIndex';

/** The services the features share. Each is created once, by `createServices`, and disposed with the extension. */
export interface Services extends EarlyServices {
	readonly log: EditorLog;
	readonly clock: Clock;
	readonly index: WorkspaceIndex;
	readonly runs: RunFiles;
	readonly shown: ShownRun;
	readonly patches: PatchList;
	readonly locations: TrackedLocations;
	readonly controller: RunController;
	readonly trajectory: TrajectoryRequests;
	readonly models: Models;
	readonly codeSearch: CodeSearch;
	/** The agreements to send text without a review. */
	readonly agreements: SendingAgreements;
	/** Creates copies of the workspace in its current state. */
	readonly checkouts: WorkspaceCheckouts;
	readonly execution: ExecutionPlace;
	readonly documents: RunDocuments;
	readonly replays: Replays;
	readonly trees: RememberedTrees;
}
