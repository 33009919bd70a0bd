import * as vscode from 'vscode';
import type { DecisionLog, PatchWrites, UndoneFile } from '../../patches/pure/acceptance/patchWrites';
import type { PatchCandidate } from '../../runs/pure/fold/patchCandidates';
import { UserError } from '../../system/pure/errors/userError';
import { askModal, showStatus } from '../display';
import { engineText } from '../engineText';
import { uriOfPath } from '../workspacePaths';
import { openChanges } from './openChanges';
import { patchSideUri } from './patchDocuments';

interface UndoPatchDeps {
	readonly writes: PatchWrites;
	readonly log: DecisionLog;
}

/** Undoes a patch in the user's files. Later edits are kept; if they conflict, the user is asked. */
export async function undoPatch(
	{ writes, log }: UndoPatchDeps,
	runId: string,
	candidate: PatchCandidate,
): Promise<void> {
	const { number, patch } = candidate;
	const { written, takenBack } = await log.decisions(runId);
	const plan = await writes.planUndo(
		runId,
		[...written, ...takenBack].filter(write => write.patch === patch.id),
	);
	if (plan.length === 0) {
		throw new UserError(`Nothing of Patch ${number} is ${patch.isInFiles ? 'taken back' : 'accepted'}.`);
	}
	const conflicting = plan.filter(({ conflicts }) => conflicts.length > 0);
	if (conflicting.length > 0 && !(await undoesRest(runId, candidate, plan))) {
		return;
	}
	const undone = plan.filter(file => !conflicting.includes(file));
	for (const { path, writes: ofFile } of undone) {
		await writes.undo(
			{ runId, path },
			ofFile.map(({ write }) => write),
			'undone',
		);
	}
	const merged = undone.filter(({ isMerged }) => isMerged).map(({ path }) => path);
	const [first] = undone;
	const where = first !== undefined && undone.length === 1 ? first.path : vscode.l10n.t('{0} files', undone.length);
	const text =
		merged.length === 0
			? vscode.l10n.t('Patch {0} undone in {1}', number, where)
			: vscode.l10n.t('Patch {0} undone in {1}; later edits in {2} are kept', number, where, merged.join(', '));
	showStatus(`$(discard) ${text}`, 8000);
}

async function undoesRest(
	runId: string,
	{ number, patch }: PatchCandidate,
	plan: readonly UndoneFile[],
): Promise<boolean> {
	const conflicting = plan.filter(({ conflicts }) => conflicts.length > 0);
	const [show, rest] = [vscode.l10n.t('Show Conflicts'), vscode.l10n.t('Undo in Other Files')];
	const answer = await askModal(
		conflicting.length === plan.length
			? vscode.l10n.t('Patch {0} cannot be undone without losing later edits. Nothing was changed.', number)
			: vscode.l10n.t('Patch {0} cannot be undone everywhere without losing later edits. Nothing was changed.', number),
		conflicting.flatMap(({ conflicts }) => conflicts.map(engineText)).join('\n'),
		...[show, ...(conflicting.length < plan.length ? [rest] : [])],
	);
	if (answer === show) {
		const files = conflicting.map(({ path, before }) => {
			const uri = uriOfPath(path);
			const kept = patchSideUri({ run: runId, patch: patch.id, path, side: 'kept' }, uri);
			return { path, left: kept, right: before && uri };
		});
		await openChanges(vscode.l10n.t('Before Patch {0} ↔ Now', number), files);
	}
	return answer === rest;
}
