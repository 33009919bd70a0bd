import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { ChangedFile } from '../../../engine/hunks/judgeHunks';
import type { TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { withLineEndsOf } from '../../../runs/pure/diff/withLineEnds';
import { type HunkJudgment, type JudgedHunk, judgmentText } from '../../../runs/pure/model/testing/hunkJudgment';
import { UserError } from '../../../system/pure/errors/userError';
import { showMessage } from '../../display';
import { engineText } from '../../engineText';
import { runTestStep } from '../../execution/testStep';
import type { Services } from '../../services';
import { pathOfUri } from '../../workspacePaths';
import type { DecisionLogs } from '../decisionLogs';
import type { UserFiles } from '../userFiles';
import type { PatchReview } from './patchReview';
import type { ReviewedFile } from './reviewedFile';

interface JudgeReviewDeps {
	readonly review: PatchReview;
	readonly userFiles: Pick<UserFiles, 'read' | 'decode' | 'encode'>;
	readonly log: DecisionLogs;
}

/**
 * Has the tests near to the pending changes judge them, which are in the user's files, and records the result in the run. Asks the
 * user first.
 */
export async function judgeReview(services: Services, { review, userFiles, log }: JudgeReviewDeps): Promise<void> {
	const { subject } = review;
	if (subject === undefined || !review.isInFiles || review.nPending === 0) {
		throw new UserError('Review Changes in the Working Tree first: its pending changes are judged.');
	}
	const unsaved = vscode.workspace.textDocuments.find(
		({ uri, isDirty }) => isDirty && pathOfUri(uri) !== undefined && uri.scheme !== 'untitled',
	);
	const typed = unsaved ?? review.files.find(({ document }) => document?.isDirty)?.document;
	if (typed !== undefined) {
		throw new UserError(`Save ${basename(typed.uri.path)} first: tests run with the files as they are saved.`);
	}
	const title = vscode.l10n.t('Judging the changes');
	const what = vscode.l10n.t(
		'The tests near to these changes run in a copy of your workspace: with all changes, and without each.',
	);
	const judgment = await runTestStep(services, { title, what }, async ({ workspace, execution, signal, report }) => {
		const { judgeHunks } = await import('../../../engine/hunks/judgeHunks');
		const files = review.files.map(file => changedFile(file, userFiles));
		return judgeHunks(files, { workspace, execution, signal, onProgress: report });
	});
	if (judgment !== undefined) {
		const { runId, patchId: patch } = subject;
		await log.emit(runId, { type: 'hunksJudged', patch, judgment });
		const text = `${engineText(judgmentText(judgment))}.`;
		void (judgment.tests.nBroken > 0 ? showMessage('Warning', text) : showMessage('Information', text));
	}
}

/** The file as it is now: later edits and decisions do not change it. */
function changedFile(
	{ path, live, pending, review }: ReviewedFile,
	userFiles: JudgeReviewDeps['userFiles'],
): ChangedFile {
	const without = (hunks: readonly TextHunk[]) => review.decide('reject', live, hunks).file;
	return {
		...{ path, now: review.decidedFile(live), before: without(pending.hunks) },
		hunks: pending.hunks.map(hunk => ({
			...{ hunks: review.numbers(live, [hunk]), size: sizeOf([hunk]), without: without([hunk]) },
		})),
		async encode(text) {
			const bytes = await userFiles.read(path);
			const old = bytes && (await userFiles.decode(path, bytes));
			return userFiles.encode(path, old === undefined ? text : withLineEndsOf(text, old));
		},
	};
}

/** What the judgment says of a pending hunk; undefined if it was not judged, or was edited since. */
export function judgedHunk(
	{ path, live, pending, review }: ReviewedFile,
	hunk: TextHunk,
	{ hunks }: Pick<HunkJudgment, 'hunks'>,
): JudgedHunk | undefined {
	const numbers = review.numbers(live, [hunk]);
	const judged = hunks.find(each => each.path === path && numbers.some(number => each.hunks.includes(number)));
	const together = pending.hunks.filter(each =>
		review.numbers(live, [each]).every(number => judged?.hunks.includes(number)),
	);
	const [removed, added] = sizeOf(together);
	return judged?.size[0] === removed && judged.size[1] === added ? judged : undefined;
}

/** Characters that some hunks remove and add. */
function sizeOf(hunks: readonly TextHunk[]): JudgedHunk['size'] {
	const sum = (side: 'baseline' | 'current') => hunks.reduce((total, hunk) => total + hunk[side].text.length, 0);
	return [sum('baseline'), sum('current')];
}
