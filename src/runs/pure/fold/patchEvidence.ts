import { counted } from '../../../system/pure/text/counted';
import { keptText, type TakenHunks, takenText } from '../events/patchDecisions';
import type { Execution } from '../model/execution';
import type { PatchEvaluation } from '../model/imported';
import type { PatchReview } from '../model/patch';
import { type ReproducerRun, verdictTexts } from '../model/reproducer';
import { type CrashCheck, crashProof } from '../model/testing/crashCheck';
import { type HunkJudgment, judgedHunkText, judgmentText } from '../model/testing/hunkJudgment';
import { brokenTestText, findingsText } from '../model/testing/testFindings';
import { failedPlainText, nBrokenBy, type ValidationRun } from '../model/testing/validation';
import type { PatchCandidate } from './patchCandidates';
import { isJudged, patchProof, proofText } from './patchProof';
import { crashTexts, evaluationVerdicts, hasFailed, type Verdict, wholeVerdict } from './patchVerdict';

/** One piece of evidence about a patch, as shown in a row. */
export interface PatchEvidence {
	readonly label: string;
	readonly text: string;
	readonly verdict: Verdict;
	/** Further text, shown unchanged and without markdown. */
	readonly details: string;
}

/** What the user's files have of a patch. */
interface InFiles {
	/** How much of each of its files. */
	readonly files: readonly { readonly path: string; readonly taken: TakenHunks }[];
	readonly judgment?: HunkJudgment;
}

/** All that is known about a patch. */
export function patchEvidence(
	candidate: PatchCandidate,
	taken: TakenHunks,
	{ files, judgment }: InFiles,
): PatchEvidence[] {
	const { number, why, reasons, before, after, validation } = candidate;
	const { crash, plainCrash, evaluation, review } = candidate;
	const label = number === 1 ? 'Why first' : 'Why here';
	const withIt = taken.state === 'part' ? ' with the whole patch' : '';
	return [
		...decisionEvidence(candidate, taken, files),
		...(judgment === undefined ? [] : [judgmentEvidence(judgment)]),
		...proofEvidence(candidate, taken),
		...whyEvidence(label, why, reasons),
		...(evaluation === undefined ? [] : [evaluationEvidence(evaluation)]),
		...(plainCrash === undefined ? [] : [plainCrashEvidence(plainCrash)]),
		...(crash === undefined ? [] : [crashEvidence(crash, plainCrash, withIt)]),
		...(before === undefined ? [] : [beforeEvidence(before)]),
		...(after === undefined ? [] : [afterEvidence(after, before, withIt)]),
		...(validation === undefined ? [] : [validationEvidence(candidate, validation, withIt)]),
		...(review === undefined ? [] : [reviewEvidence(review)]),
		...leftOutEvidence(candidate),
	];
}

function judgmentEvidence(judgment: HunkJudgment): PatchEvidence {
	const { tests, hunks } = judgment;
	const lines = hunks.map(each => {
		const numbers = each.hunks.map(hunk => hunk + 1).join(', ');
		return `${each.path}, change ${numbers}: ${judgedHunkText(each)}`;
	});
	return {
		label: 'Judged',
		text: judgmentText(judgment),
		verdict: tests.nBroken > 0 ? 'bad' : hunks.every(({ needed }) => needed.n > 0) ? 'good' : 'unsure',
		details: [...lines, ...tests.broken.map(brokenTestText)].join('\n'),
	};
}

/** Nothing for a patch that nothing judged. */
function proofEvidence(candidate: PatchCandidate, taken: TakenHunks): PatchEvidence[] {
	const proof = patchProof(candidate, taken);
	return isJudged(candidate)
		? [{ label: 'Proof', text: proofText(proof), verdict: proof.isFixed ? 'good' : 'unsure', details: '' }]
		: [];
}

function whyEvidence(label: string, why: string | undefined, reasons: readonly string[]): PatchEvidence[] {
	const [text, details] = why === undefined ? [reasons.join(' '), ''] : [why, reasons.join('\n')];
	return text === '' ? [] : [{ label, text, verdict: 'unsure', details }];
}

/** The user's decision, with details for each file. */
function decisionEvidence(
	candidate: PatchCandidate,
	taken: TakenHunks,
	files: readonly { readonly path: string; readonly taken: TakenHunks }[],
): PatchEvidence[] {
	const { isInFiles } = candidate.patch;
	const textOf = isInFiles ? keptText : takenText;
	const text = textOf(taken);
	if (text === undefined) {
		return [];
	}
	const passed = wholeVerdict(candidate).verdict === 'good' ? 'The whole patch passed the reproducer. No' : 'No';
	const details = [
		...(taken.state === 'part' && !isInFiles ? [`${passed} reproducer was run with the accepted part.`] : []),
		...files.map(file => `${file.path}: ${textOf(file.taken) ?? 'nothing decided'}`),
	];
	return [{ label: 'Decision', text, verdict: taken.state === 'all' ? 'good' : 'unsure', details: details.join('\n') }];
}

function evaluationEvidence({ outcome, file, output }: PatchEvaluation): PatchEvidence {
	const texts = { resolved: 'resolves the issue', unresolved: 'does not resolve the issue', failed: 'gave no result' };
	const { verdict } = evaluationVerdicts[outcome];
	return { label: 'Evaluation', text: `${texts[outcome]}, according to ${file}`, verdict, details: output };
}

/** The project's own commands without the patch: a crash is the good case. */
function plainCrashEvidence(ran: CrashCheck): PatchEvidence {
	return {
		label: 'Crash before',
		text: ran.why,
		verdict: ran.verdict === 'sameCrash' ? 'good' : 'unsure',
		details: crashDetails(ran),
	};
}

function crashEvidence(ran: CrashCheck, plain: CrashCheck | undefined, withIt: string): PatchEvidence {
	const { verdict, nRuns } = ran;
	const runs = verdict === 'noCrash' ? ` in ${counted(nRuns, 'run')}` : '';
	return {
		label: 'Crash after',
		text: `${crashTexts[verdict]}${runs}${withIt}`,
		verdict: ({ proved: 'good', refuted: 'bad', unclear: 'unsure' } as const)[crashProof(ran, plain)],
		details: crashDetails(ran),
	};
}

function crashDetails({ commands: { build, reproduce }, why, execution }: CrashCheck): string {
	const commands = [build, reproduce].flatMap(command => command ?? []).join('\n');
	return [commands, why, outputOf(execution)].filter(text => text !== '').join('\n\n');
}

/** A reproducer that fails without the patch shows the bug: this is the good case. */
function beforeEvidence(ran: ReproducerRun): PatchEvidence {
	return {
		label: 'Before',
		text: `reproducer ${verdictTexts[ran.verdict]}, ${endText(ran.execution)}`,
		verdict: ran.verdict === 'reproduced' ? 'good' : 'unsure',
		details: ranDetails(ran),
	};
}

function afterEvidence(ran: ReproducerRun, before: ReproducerRun | undefined, withIt: string): PatchEvidence {
	const isGood = ran.verdict === 'passed' && before?.verdict === 'reproduced';
	return {
		label: 'After',
		text: `reproducer ${verdictTexts[ran.verdict]}${withIt}, ${endText(ran.execution)}`,
		verdict: isGood ? 'good' : hasFailed(ran) ? 'bad' : 'unsure',
		details: ranDetails(ran),
	};
}

function ranDetails({ why, execution }: ReproducerRun): string {
	return [why, outputOf(execution)].filter(text => text !== '').join('\n\n');
}

function validationEvidence({ plainTests, review }: PatchCandidate, ran: ValidationRun, withIt: string): PatchEvidence {
	const { command, verdict, why, execution, tests } = ran;
	const byExitCode = tests?.isByExitCode === true ? ' (known by exit code only)' : '';
	const plain = verdict === 'unclear' && plainTests !== undefined ? failedPlainText(plainTests) : '';
	return {
		label: 'Tests',
		text:
			tests === undefined || tests.isByExitCode === true
				? `${validationTexts[verdict]}${verdict === 'passed' ? withIt : ''}, ${endText(execution)}${byExitCode}`
				: `${findingsText(tests, 'patch')}${withIt}`,
		verdict: ({ passed: 'good', failed: nBrokenBy(ran, review) > 0 ? 'bad' : 'unsure', unclear: 'unsure' } as const)[
			verdict
		],
		details: [command, why, ...(tests?.broken.map(brokenTestText) ?? []), plain, outputOf(execution)]
			.filter(text => text !== '')
			.join('\n\n'),
	};
}

const validationTexts: Readonly<Record<ValidationRun['verdict'], string>> = {
	passed: 'pass',
	failed: 'pass without it and fail with it',
	unclear: 'fail, and give no verdict on it',
};

function reviewEvidence({ patchCorrect, patchAdvice, patchAnalysis }: PatchReview): PatchEvidence {
	return {
		label: 'Review',
		text: patchCorrect ? 'resolves the issue' : `does not resolve the issue. ${patchAdvice}`,
		verdict: patchCorrect ? 'good' : 'bad',
		details: [patchAnalysis, patchAdvice].filter(text => text !== '').join('\n\n'),
	};
}

function leftOutEvidence({ patch: { leftOut = [] } }: PatchCandidate): PatchEvidence[] {
	const text = leftOut.map(({ path, what }) => `${path} (${what})`).join(', ');
	return text === '' ? [] : [{ label: 'Left out', text, verdict: 'unsure', details: '' }];
}

function endText({ exitCode, signal }: Execution): string {
	return signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}`;
}

function outputOf({ stdout, stderr }: Execution): string {
	const streams = [`stdout:\n${stdout.trimEnd()}`, `stderr:\n${stderr.trimEnd()}`];
	return streams.filter(text => !/^\w+:\n$/.test(text)).join('\n\n');
}
