import type { StageDeps } from '../../agent/agentDeps';
import { askJson } from '../../agent/askJson';
import { fillTemplate } from '../../agent/fillTemplate';
import type { Patch, PatchReview } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import { tagged } from '../../util/fenced';
import reviewPrompt from './review.md';
import system from './system.md';

/** What a reviewer looks at: a reproducer before and after a patch. */
export interface Reviewed {
	readonly issue: string;
	readonly patch: Patch;
	readonly reproducer: Reproducer;
	readonly before: ReproducerRun;
	readonly after: ReproducerRun;
}

/**
 * Asks whether a patch resolves the issue, by what a reproducer does before and after it; both the patch and the
 * reproducer may be wrong (AutoCodeRover's reviewer). Undefined where the model gives no verdict.
 */
export async function reviewPatch(node: string, deps: StageDeps, reviewed: Reviewed): Promise<PatchReview | undefined> {
	const { issue, patch, reproducer, before, after } = reviewed;
	const verdicts = await askJson(node, deps, {
		purpose: 'review the patch',
		messages: [
			{ role: 'system', text: system.trim() },
			{
				role: 'user',
				text: fillTemplate(reviewPrompt, {
					issue,
					test: reproducer.text,
					before: ranText(before),
					patch: patch.diff,
					after: ranText(after),
				}),
			},
		],
		read: readVerdicts,
	});
	return verdicts && { patch: patch.id, reproducer: reproducer.id, ...verdicts };
}

/** How a run ended and what it wrote, for a model. */
export function ranText({ execution, why }: ReproducerRun): string {
	const { stdout, stderr, exitCode, timedOut } = execution;
	const ended = timedOut ? 'Timed out.' : `It ended with exit code ${exitCode}.`;
	return [[...new Set([ended, why])].join(' '), labelled('stdout', stdout), labelled('stderr', stderr)].join('\n');
}

function labelled(name: string, text: string): string {
	return text.trim() === '' ? `<${name}></${name}>` : tagged(name, text.trimEnd());
}

type Verdicts = Omit<PatchReview, 'patch' | 'reproducer'>;

function readVerdicts(object: Readonly<Record<string, unknown>>): { answer: Verdicts } | { problems: string[] } {
	const [patchCorrect, testCorrect] = [verdict(object['patch-correct']), verdict(object['test-correct'])];
	const problems = [
		...(patchCorrect === undefined ? ['"patch-correct" must be "yes" or "no".'] : []),
		...(testCorrect === undefined ? ['"test-correct" must be "yes" or "no".'] : []),
		...missingAdvice('patch', patchCorrect, object),
		...missingAdvice('test', testCorrect, object),
	];
	if (patchCorrect === undefined || testCorrect === undefined || problems.length > 0) {
		return { problems };
	}
	const [patchAnalysis, testAnalysis] = [textOf(object['patch-analysis']), textOf(object['test-analysis'])];
	const [patchAdvice, testAdvice] = [textOf(object['patch-advice']), textOf(object['test-advice'])];
	return { answer: { patchCorrect, testCorrect, patchAnalysis, testAnalysis, patchAdvice, testAdvice } };
}

/** Reports a "no" without advice: the next attempt needs some. */
function missingAdvice(
	what: 'patch' | 'test',
	correct: boolean | undefined,
	object: Readonly<Record<string, unknown>>,
) {
	const isMissing = correct === false && textOf(object[`${what}-advice`]) === '';
	return isMissing ? [`"${what}-correct" is no, so "${what}-advice" must say what to do instead.`] : [];
}

function verdict(value: unknown): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	return text === 'yes' || text === 'true' ? true : text === 'no' || text === 'false' ? false : undefined;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
