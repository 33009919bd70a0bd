import * as vscode from 'vscode';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { EditedFiles } from '../../code/node/listing/editedFiles';
import { visibleWorkspace } from '../../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../history/pure/workspace';
import type { PublicContext, PublicRuns } from '../../mcp/publicTool';
import { type HiddenFiles, readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import type { ExecutionDeps } from '../../sandbox/pure/execution/executionDeps';
import type { Disposals } from '../../system/pure/disposing/disposals';
import type { Progress } from '../../system/pure/progress';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import type { EditorLog } from '../editorLog';
import { unsavedTexts } from '../workspaceIndex/unsavedTexts';
import type { WorkspaceIndex } from '../workspaceIndex/workspaceIndex';
import { workspaceWithCode } from '../workspaceIndex/workspaceWithCode';
import { workspaceRoots } from '../workspacePaths';

interface ToolContextDeps extends VisibleCodeDeps {
	readonly runs: PublicRuns;
	readonly log: EditorLog;
}

interface VisibleCodeDeps {
	readonly index: Pick<WorkspaceIndex, 'upToDate' | 'status' | 'onDidChangeStatus'>;
}

/** One use of the code in this window. */
interface CodeUse extends Pick<PublicContext, 'signal' | 'onProgress'> {
	/** Of the code; they end with the call. */
	readonly uses: Disposals;
}

/** One call of a public tool in this window. */
interface ToolCall extends CodeUse, Pick<PublicContext, 'shown'> {
	/** Absent if no program may be run. */
	readonly execution: ExecutionDeps | undefined;
}

/** The services a call may use in this window. */
export function toolContext({ index, runs, log }: ToolContextDeps, call: ToolCall): PublicContext {
	const { uses: _, ...given } = call;
	return { ...given, runs, log, ...visibleCode({ index }, call) };
}

/** The code with unsaved editors, without files hidden from models. */
export function visibleCode(
	{ index }: VisibleCodeDeps,
	{ signal, onProgress, uses }: CodeUse,
): Pick<PublicContext, 'open' | 'hidden'> {
	return {
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
