import * as vscode from 'vscode';
import type { ExecutionDeps } from '../../core/execution/executionDeps';
import type { Workspace } from '../../core/history/workspace';
import { type HiddenFiles, readAiIgnore } from '../../core/outgoing/aiIgnore';
import { visibleWorkspace } from '../../core/outgoing/visibleWorkspace';
import type { Progress } from '../../core/progress';
import type { PublicContext, PublicRuns } from '../../core/publicTools/publicTool';
import type { Disposals } from '../../core/util/disposing/disposals';
import { untilAborted } from '../../core/util/untilAborted';
import { DiskFiles } from '../../node/diskFiles';
import { EditedFiles } from '../../node/editedFiles';
import type { EditorLog } from '../editorLog';
import { unsavedTexts } from '../workspaceIndex/unsavedTexts';
import type { WorkspaceIndex } from '../workspaceIndex/workspaceIndex';
import { workspaceWithCode } from '../workspaceIndex/workspaceWithCode';
import { workspaceRoots } from '../workspacePaths';

interface ToolContextDeps {
	readonly index: Pick<WorkspaceIndex, 'upToDate' | 'status' | 'onDidChangeStatus'>;
	readonly runs: PublicRuns;
	readonly log: EditorLog;
}

/** One call of a public tool in this window. */
interface ToolCall extends Pick<PublicContext, 'signal' | 'onProgress'> {
	/** Absent where no program may be run. */
	readonly execution: ExecutionDeps | undefined;
	/** Of the code; they end with the call. */
	readonly uses: Disposals;
}

/** What a call may use in this window: the code with unsaved editors, without what is hidden from models. */
export function toolContext({ index, runs, log }: ToolContextDeps, call: ToolCall): PublicContext {
	const { uses, ...given } = call;
	const { signal, onProgress } = given;
	return {
		...{ ...given, runs, log },
		async open(): Promise<Workspace> {
			const listening = index.onDidChangeStatus(() => {
				const building = buildProgress(index.status);
				if (building !== undefined) {
					onProgress(building);
				}
			});
			try {
				const indexed = workspaceWithCode(() => index.upToDate(uses), 'the tool needs it. Call it again to build it.');
				const workspace = await untilAborted(indexed, signal);
				return visibleWorkspace(workspace, await readAiIgnore(workspace.files));
			} finally {
				listening.dispose();
			}
		},
		hidden: (): Promise<HiddenFiles> => readAiIgnore(new EditedFiles(new DiskFiles(workspaceRoots()), unsavedTexts)),
	};
}

function buildProgress(status: WorkspaceIndex['status']): Progress | undefined {
	return status.state === 'building'
		? { done: status.done, total: status.total, message: vscode.l10n.t('Indexing') }
		: undefined;
}
