import * as vscode from 'vscode';
import type { ChangedFile, ChangedHunk } from '../../../engine/hunks/judgeHunks';
import { exchangedHunks } from '../../../runs/pure/diff/textReview';
import { withLineEndsOf } from '../../../runs/pure/diff/withLineEnds';
import { judgmentText } from '../../../runs/pure/model/testing/hunkJudgment';
import { UserError } from '../../../system/pure/errors/userError';
import { showMessage } from '../../display';
import { engineText } from '../../engineText';
import { runTestStep } from '../../execution/testStep';
import type { Services } from '../../services';
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
function changedFile(file: ReviewedFile, userFiles: JudgeReviewDeps['userFiles']): ChangedFile {
	const { path, live, review } = file;
	const { hunks: pending } = file.pending;
	const own = new Map(pending.map(hunk => [changedHunk(file, hunk), hunk] as const));
	const textWithout = (hunks: readonly ChangedHunk[]) => {
		const left = pending.filter(hunk => hunks.some(each => own.get(each) === hunk));
		const isWhole = review.whole === 'created' && left.length === pending.length;
		return isWhole ? undefined : exchangedHunks(live, left, 'current');
	};
	return {
		...{ path, now: review.decidedFile(live), before: textWithout([...own.keys()]), hunks: [...own.keys()] },
		async without(hunks) {
			const [text, bytes] = [textWithout(hunks), await userFiles.read(path)];
			const old = bytes && (await userFiles.decode(path, bytes));
			return text === undefined
				? undefined
				: userFiles.encode(path, old === undefined ? text : withLineEndsOf(text, old));
		},
	};
}

/** A pending hunk as a judgment names it. */
export function changedHunk(
	{ review, live }: ReviewedFile,
	hunk: ReviewedFile['pending']['hunks'][number],
): ChangedHunk {
	const { hunks } = review.decide('reject', live, [hunk]);
	return { hunks, size: [hunk.baseline.text.length, hunk.current.text.length] };
}
