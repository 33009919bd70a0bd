import { fixOf } from '../../../../runs/pure/fold/runFix';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import type { Patch } from '../../../../runs/pure/model/patch';
import { headAndTail } from '../../../../sandbox/pure/execution/patchedCopy';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { ranText } from '../../../stages/review/reviewPatch';
import { gradePatch } from '../../../stages/select/gradePatch';
import { brokenTestsText } from '../../../stages/validate/validationTexts';
import { newestSubmission } from '../../changes/submissions';
import failedProgram from './failedProgram.md';
import noOutcome from './noOutcome.md';
import outcome from './outcome.md';

/** The outcome of the newest patch submitted from a turn on, for a model. */
export async function attemptOutcome(log: RunLog, turn: string): Promise<string> {
	const patch = await newestSubmission(log, turn);
	return patch === undefined ? noOutcome.trim() : patchOutcome(log, patch);
}

/**
 * A patch and what was found about it, for a model. `isShort`: without the outputs of what fails.
 */
export function patchOutcome({ run }: RunLog, patch: Patch, isShort = false): string {
	const fix = fixOf(run);
	const after = fix.reproducerRuns.findLast(ran => ran.patch === patch.id);
	const tests = fix.validationRuns.findLast(ran => ran.patch === patch.id);
	const failures = [
		...(after === undefined || after.verdict === 'passed' || isShort
			? []
			: [fillTemplate(failedProgram, { output: headAndTail(ranText(after)) })]),
		...(tests?.verdict === 'failed' && !isShort ? [brokenTestsText(tests)] : []),
	];
	const { reasons } = gradePatch(patch, fix);
	return fillTemplate(outcome, {
		diff: headAndTail(patch.diff),
		reasons: reasons.slice(0, -1).join(' '),
		failures: failures.join('\n\n'),
	}).trim();
}
