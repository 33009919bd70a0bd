import { gradePatch } from '../../../engine/stages/select/gradePatch';
import type { RunFix } from '../../../runs/pure/fold/runFix';
import type { PatchEvaluation } from '../../../runs/pure/model/imported';
import type { Patch } from '../../../runs/pure/model/patch';
import type { ValidationRun } from '../../../runs/pure/model/testing/validation';

/** 2: no test of a kind fails. 0: all do. 1: some do. */
type Score = 0 | 1 | 2;

/** Test results of a patch, as in DARS's labels. */
export interface TestScores {
	/**
	 * By checks that fail without the patch and should pass: the reproducer, the project's own commands, and its tests.
	 */
	readonly fix: Score;
	/** By the tests that pass without the patch. Absent if they were not run, as when the reproducer fails. */
	readonly risk?: Score;
	/** The tests that fail with it: two patches with the same key fail the same ones. */
	readonly failingKey: string;
}

const evaluatedScores: Readonly<Record<PatchEvaluation['outcome'], TestScores | undefined>> = {
	resolved: { fix: 2, risk: 2, failingKey: '[]' },
	// Which tests failed is not known, so all such patches are in one bucket.
	unresolved: { fix: 0, failingKey: 'unresolved' },
	failed: undefined,
};

/** The scores of a patch; undefined if no test shows whether it fixes the bug. */
export function testScores(patch: Patch, fix: RunFix): TestScores | undefined {
	const evaluation = fix.evaluations.findLast(each => each.patch === patch.id);
	if (evaluation !== undefined) {
		return evaluatedScores[evaluation.outcome];
	}
	const ran = fix.validationRuns.findLast(each => each.patch === patch.id);
	const outcomes = [...programOutcomes(patch, fix), ...projectOutcomes(ran, fix)];
	if (outcomes.length === 0) {
		return undefined;
	}
	const failing = outcomes.filter(({ passes }) => !passes).map(({ name }) => name);
	const { broken = [], nBroken = 0 } = ran?.tests ?? {};
	const review = fix.reviews.findLast(each => each.patch === patch.id);
	// Whether a test that was confirmed to be wrong is broken says nothing about the patch.
	const risk = review?.wrongTests === undefined ? riskOf(ran) : undefined;
	return {
		fix: scoreOf(failing.length, outcomes.length),
		...(risk !== undefined && { risk }),
		failingKey: JSON.stringify([...failing, ...broken.map(({ id }) => id), ...(nBroken === 0 ? [] : [nBroken])].sort()),
	};
}

/** Whether the scores of a patch mark it as right. In a project without tests, only its reproducer decides. */
export function isRight({ fix: score, risk }: TestScores, { validationRuns }: RunFix): boolean {
	const hasTests = validationRuns.some(({ patch, verdict }) => patch === undefined && verdict !== 'failed');
	return score === 2 && (risk === 2 || (risk === undefined && !hasTests));
}

/** Whether the scores of a patch mark it as wrong. */
export function isWrong({ fix: score, risk = 2 }: TestScores): boolean {
	return score < 2 || risk < 2;
}

function scoreOf(nFailing: number, n: number): Score {
	return nFailing === 0 ? 2 : nFailing === n ? 0 : 1;
}

interface Outcome {
	readonly name: string;
	readonly passes: boolean;
}

/** Of the reproducer and of the project's own commands. */
function programOutcomes(patch: Patch, fix: RunFix): Outcome[] {
	const { reproducer, refuted, cleared } = gradePatch(patch, fix).grades;
	return [
		...(reproducer === 0 ? [] : [{ name: 'the reproducer', passes: reproducer > 0 }]),
		...(refuted + cleared === 0 ? [] : [{ name: "the project's own commands", passes: cleared > 0 }]),
	];
}

/** Of the project's tests that fail without a patch, and pass with this one or another: such a test can be fixed. */
function projectOutcomes(ran: ValidationRun | undefined, { validationRuns }: RunFix): Outcome[] {
	const { failing, fixed } = ran?.tests ?? {};
	const fixable = new Set(validationRuns.flatMap(({ tests }) => tests?.fixed.names ?? []));
	// Of long lists only the first names are recorded.
	return [...fixable]
		.filter(name => failing?.names.includes(name) === true && fixed?.n === fixed?.names.length)
		.map(name => ({ name, passes: fixed?.names.includes(name) === true }));
}

function riskOf(ran: ValidationRun | undefined): Score | undefined {
	if (ran === undefined || ran.verdict === 'unclear') {
		return undefined;
	}
	const { nPassed = 0, nBroken = ran.verdict === 'failed' ? 1 : 0 } = ran.tests ?? {};
	return scoreOf(nBroken, nBroken + nPassed);
}
