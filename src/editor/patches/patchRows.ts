import { hunkCounts } from '../../core/acceptance/offeredFile';
import { changedLines } from '../../core/diff/changedLines';
import { type FileChange, fileChanges } from '../../core/diff/fileChanges';
import type { Execution } from '../../core/model/execution';
import type { ReproducerRun, ReproducerVerdict } from '../../core/model/reproducer';
import type { PatchCandidate } from '../../core/model/run/patchCandidates';
import { noDecisions, type PatchDecisions, takenHunks, takenText } from '../../core/model/run/patchDecisions';
import type { ValidationRun } from '../../core/model/validation';

/** A row of the list of patches: a candidate, or below it a piece of evidence or a file. */
export type PatchRow =
	| { readonly kind: 'patch'; readonly candidate: PatchCandidate }
	| { readonly kind: 'evidence'; readonly candidate: PatchCandidate; readonly evidence: Evidence }
	| ({ readonly kind: 'file'; readonly candidate: PatchCandidate } & FileChange);

/** One piece of evidence about a patch, as shown in a row. */
export interface Evidence {
	readonly label: string;
	readonly text: string;
	readonly verdict: 'good' | 'bad' | 'unsure';
	/** Further text, shown unchanged and without markdown. */
	readonly details: string;
}

export function rowsBelow(candidate: PatchCandidate, decisions: PatchDecisions = noDecisions): PatchRow[] {
	return [
		...evidenceOf(candidate, decisions).map((evidence): PatchRow => ({ kind: 'evidence', candidate, evidence })),
		...fileChanges(candidate.patch.files).map((change): PatchRow => ({ kind: 'file', candidate, ...change })),
	];
}

export function evidenceOf(candidate: PatchCandidate, decisions: PatchDecisions = noDecisions): Evidence[] {
	const { number, reasons, before, after, validation, review } = candidate;
	const why: Evidence = {
		label: number === 1 ? 'Why first' : 'Why here',
		text: reasons.join(' '),
		verdict: 'unsure',
		details: '',
	};
	return [
		...decisionEvidence(candidate, decisions),
		...(reasons.length > 0 ? [why] : []),
		...(before === undefined ? [] : [reproducerEvidence('Before', before, 'reproduced')]),
		...(after === undefined ? [] : [reproducerEvidence('After', after, 'passed')]),
		...(validation === undefined ? [] : [validationEvidence(validation)]),
		...(review === undefined
			? []
			: [
					{
						label: 'Review',
						text: review.patchCorrect ? 'resolves the issue' : `does not resolve the issue. ${review.patchAdvice}`,
						verdict: review.patchCorrect ? ('good' as const) : ('bad' as const),
						details: [review.patchAnalysis, review.patchAdvice].filter(text => text !== '').join('\n\n'),
					},
				]),
	];
}

/** One phrase that follows the name of a candidate. */
export function summaryOf(candidate: PatchCandidate): string {
	const { patch, after, review } = candidate;
	const ran = after === undefined ? [] : [`reproducer ${verdictTexts[after.verdict]}`];
	const judged = review === undefined ? [] : [review.patchCorrect ? 'reviewed' : 'rejected by review'];
	const changes = fileChanges(patch.files);
	const [only] = changes;
	const where = changes.length === 1 ? fileName(only?.file.path ?? '') : `${changes.length} files`;
	return [`${countsText(changes)} in ${where}`, ...(ran.length > 0 ? ran : judged)].join(' · ');
}

/** The overall verdict on a candidate. */
export function verdictOf({ after, validation, review }: PatchCandidate): Evidence['verdict'] {
	if (validation?.verdict === 'failed') {
		return 'bad';
	}
	if (after !== undefined && after.verdict !== 'passed') {
		return after.verdict === 'reproduced' ? 'bad' : 'unsure';
	}
	return review?.patchCorrect === false ? 'bad' : after === undefined ? 'unsure' : 'good';
}

/** `+4 −1` */
export function countsText(changes: readonly FileChange[]): string {
	const counts = changes.map(changedLines);
	const nAdded = counts.reduce((sum, each) => sum + each.nAdded, 0);
	const nRemoved = counts.reduce((sum, each) => sum + each.nRemoved, 0);
	return `+${nAdded} −${nRemoved}`;
}

export function fileName(path: string): string {
	return path.split('/').at(-1) ?? path;
}

const verdictTexts: Readonly<Record<ReproducerVerdict, string>> = {
	reproduced: 'fails',
	passed: 'passes',
	flaky: 'is flaky',
	environment: 'cannot run here',
	otherError: 'fails otherwise',
	timedOut: 'timed out',
};

/** The user's decision, with details for each file. */
function decisionEvidence({ patch }: PatchCandidate, decisions: PatchDecisions): Evidence[] {
	const counts = hunkCounts(patch.files);
	const taken = takenHunks(decisions, patch.id, counts);
	const text = takenText(taken);
	const files = counts.map(file => {
		return `${file.path}: ${takenText(takenHunks(decisions, patch.id, [file])) ?? 'nothing decided'}`;
	});
	return text === undefined
		? []
		: [{ label: 'Decision', text, verdict: taken.state === 'all' ? 'good' : 'unsure', details: files.join('\n') }];
}

function validationEvidence({ command, verdict, why, execution }: ValidationRun): Evidence {
	return {
		label: 'Tests',
		text: `${validationTexts[verdict]}, ${endText(execution)}`,
		verdict: ({ passed: 'good', failed: 'bad', unclear: 'unsure' } as const)[verdict],
		details: [command, why, outputOf(execution)].filter(text => text !== '').join('\n\n'),
	};
}

const validationTexts: Readonly<Record<ValidationRun['verdict'], string>> = {
	passed: 'pass',
	failed: 'pass without it and fail with it',
	unclear: 'fail, and give no verdict on it',
};

function endText({ exitCode, signal }: Execution): string {
	return signal === undefined ? `exit code ${exitCode}` : `ended by ${signal}`;
}

function outputOf({ stdout, stderr }: Execution): string {
	const streams = [`stdout:\n${stdout.trimEnd()}`, `stderr:\n${stderr.trimEnd()}`];
	return streams.filter(text => !/^\w+:\n$/.test(text)).join('\n\n');
}

function reproducerEvidence(label: string, ran: ReproducerRun, expected: ReproducerVerdict): Evidence {
	const failed = ran.verdict === 'reproduced' || ran.verdict === 'otherError' || ran.verdict === 'timedOut';
	return {
		label,
		text: `reproducer ${verdictTexts[ran.verdict]}, ${endText(ran.execution)}`,
		verdict: ran.verdict === expected ? (expected === 'passed' ? 'good' : 'bad') : failed ? 'bad' : 'unsure',
		details: [ran.why, outputOf(ran.execution)].filter(text => text !== '').join('\n\n'),
	};
}
