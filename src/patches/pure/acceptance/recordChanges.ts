import { rootNode } from '../../../runs/pure/fold/run';
import { resultSummary } from '../../../runs/pure/fold/runResult';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Patch, PreparedFiles } from '../../../runs/pure/model/patch';
import { counted } from '../../../system/pure/text/counted';

/** What the user's files have that a commit does not, written by anybody. */
export interface TreeChanges extends PreparedFiles {
	/** In git's style, against the commit. */
	readonly diff: string;
	/** The commit, as git takes it: `HEAD`. */
	readonly revision: string;
	/** `abc1234 Subject` */
	readonly since: string;
}

/** Data about the run that `recordChanges` makes. */
export interface ChangesStamp {
	readonly runId: string;
	/** Names of the folders. */
	readonly workspace: readonly string[];
	/** Of Faultline. */
	readonly version: string;
}

/** Makes a whole run of changes of the working tree, so that they are reviewed as a patch is. Returns the patch. */
export async function recordChanges(
	log: RunLog,
	{ files, leftOut, diff, revision, since }: TreeChanges,
	stamp: ChangesStamp,
): Promise<Patch> {
	const source = { kind: 'command', ref: `git diff ${revision}` } as const;
	const issue = { title: `Changes since ${since}`, body: '', source };
	await log.emit(rootNode, { type: 'runStarted', readOnly: true, goal: 'fix', engine: 'git', issue, ...stamp });
	const patch: Patch = {
		...{ id: log.newId('p'), diff, files, isInFiles: true },
		...(leftOut.length > 0 && { leftOut }),
	};
	const node = await log.open(rootNode, { key: 'changes', kind: 'stage', phase: 'patch', title: 'Changed files' });
	await log.emit(node, { type: 'patchWritten', patch });
	await log.close(node, `${counted(files.length, 'file')} changed`);
	await log.emit(rootNode, { type: 'runEnded', outcome: 'done', summary: resultSummary(log.run) });
	return patch;
}
