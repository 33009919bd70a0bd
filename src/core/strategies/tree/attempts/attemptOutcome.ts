import { fillTemplate } from '../../../agent/fillTemplate';
import { headAndTail } from '../../../execution/patchedCopy';
import type { Run } from '../../../model/run/run';
import { fixOf } from '../../../model/run/runFix';
import { subtreeOf } from '../../../model/run/runTree';
import { ranText } from '../../../stages/review/reviewPatch';
import { gradePatch } from '../../../stages/select/gradePatch';
import { brokenTestsText } from '../../../stages/validate/validationTexts';
import failedProgram from './failedProgram.md';
import noOutcome from './noOutcome.md';
import outcome from './outcome.md';

/** What the newest patch that was submitted from a turn on showed, with the names of the tests that fail, for a model. */
export function attemptOutcome(run: Run, turn: string): string {
	const patch = subtreeOf(run, turn)
		.flatMap(({ patches }) => patches)
		.at(-1);
	if (patch === undefined) {
		return noOutcome.trim();
	}
	const fix = fixOf(run);
	const after = fix.reproducerRuns.findLast(ran => ran.patch === patch.id);
	const tests = fix.validationRuns.findLast(ran => ran.patch === patch.id);
	const failures = [
		...(after === undefined || after.verdict === 'passed'
			? []
			: [fillTemplate(failedProgram, { output: headAndTail(ranText(after)) })]),
		...(tests?.verdict === 'failed' ? [brokenTestsText(tests)] : []),
	];
	const { reasons } = gradePatch(patch, fix);
	return fillTemplate(outcome, {
		diff: headAndTail(patch.diff),
		reasons: reasons.slice(0, -1).join(' '),
		failures: failures.join('\n\n'),
	}).trim();
}
