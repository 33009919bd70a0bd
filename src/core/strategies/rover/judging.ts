import type { StageDeps } from '../../agent/agentDeps';
import type { PatchedCopy } from '../../execution/patchedCopy';
import type { Patch, PatchFaults, PatchReview } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import type { ValidationRun } from '../../model/testing/validation';
import type { RunLog } from '../../runLog';
import { agreedLocations, issueAsSent } from '../../stages/locate/agent/issueAsSent';
import type { ReproducerRuns } from '../../stages/reproduce/reproducerRuns';
import { ranText, reviewPatch } from '../../stages/review/reviewPatch';
import { type PlainTestRun, type ValidationDeps, ValidationRuns } from '../../stages/validate/validationRuns';
import { brokenTestsText } from '../../stages/validate/validationTexts';
import type { ModelContext } from './locateIssue';
import { PlainTests } from './plainTests';
import type { ShownBug } from './reproducerClues';

/** The verdict on a patch and on the reproducer it was judged by. */
export interface Verdict {
	readonly isPatchRight: boolean;
	/** True where there is no reproducer. */
	readonly isTestRight: boolean;
	/** For the next attempt. */
	readonly faults: PatchFaults;
	readonly testAnalysis: string;
}

/** Where programs run; without one, a patch is only reviewed. */
export interface JudgingPlace {
	readonly copy: PatchedCopy;
	readonly runs: ReproducerRuns;
	/** The project's tests, where there are some. */
	readonly tests?: ProjectTests;
}

/** The tests of the project, and what is known of them. */
export type ProjectTests = Omit<ValidationDeps, 'execution'>;

/** What was executed with a patch. */
interface Executed {
	/** The reproducer. */
	readonly after?: ReproducerRun;
	/** The project's tests. */
	readonly tests?: ValidationRun;
}

/**
 * Judges patches: by the reproducer, by the project's tests unless the reproducer fails, and by a review that sees both.
 * Executions outweigh the review. Each step is a node that follows the node `at`.
 */
export class Judging {
	private readonly validations: ValidationRuns | undefined;
	private readonly plainTests: PlainTests | undefined;

	constructor(
		private readonly log: RunLog,
		private readonly context: ModelContext,
		private readonly place: JudgingPlace | undefined,
	) {
		const { execution, signal } = context;
		if (execution !== undefined && place?.tests !== undefined) {
			this.validations = new ValidationRuns(log, { execution, ...place.tests });
			this.plainTests = new PlainTests(log, { execution, validations: this.validations, signal });
		}
	}

	/** Has the project's tests run without a patch, beside what follows. */
	startTests(): void {
		this.plainTests?.start();
	}

	/** Undefined where no tests of the project are known. Throws as `PlainTests.result` does. */
	async testsWithoutPatch(): Promise<PlainTestRun | undefined> {
		return this.plainTests?.result();
	}

	async judge(
		at: string,
		patch: Patch,
		shown: ShownBug | undefined,
	): Promise<{ readonly at: string; readonly verdict: Verdict }> {
		const executed = await this.execute(at, patch, shown);
		const { after, tests } = executed;
		const node = await this.open(executed.at, 'review', 'Review the patch');
		const review = await reviewPatch(node, this.stageDeps, {
			issue: issueAsSent(this.log.run),
			locations: agreedLocations(this.log.run, node),
			patch,
			...(shown && after && { reproduced: { reproducer: shown.reproducer, before: shown.ran, after } }),
			...(tests && { tests }),
		});
		if (review !== undefined) {
			await this.log.once(node, { type: 'patchReviewed', review });
		}
		await this.log.close(node, reviewedText(review));
		return { at: node, verdict: verdictOf(shown?.reproducer, executed, review) };
	}

	/** Ends what still runs. */
	async dispose(): Promise<void> {
		await this.plainTests?.stop();
	}

	/** Runs the reproducer and, unless it fails, the project's tests. */
	private async execute(
		at: string,
		patch: Patch,
		shown: ShownBug | undefined,
	): Promise<Executed & { readonly at: string }> {
		const { place, validations } = this;
		const before = await this.testsWithoutPatch();
		if (place === undefined || (shown === undefined && before === undefined)) {
			return { at };
		}
		const node = await this.open(at, 'validate', 'Validate the patch');
		const after = shown && (await place.runs.run(node, shown.reproducer, patch));
		const isRed = after !== undefined && after.verdict !== 'passed';
		const testsPlace = { copy: place.copy, signal: this.context.signal };
		const tests = isRed || before === undefined ? undefined : await validations?.run(node, patch, before, testsPlace);
		await this.log.close(node, [...(after ? [afterText(after)] : []), ...(tests ? [tests.why] : [])].join(' '));
		return { at: node, ...(after && { after }), ...(tests && { tests }) };
	}

	private get stageDeps(): StageDeps {
		const { agent, workspace, signal } = this.context;
		return { log: this.log, agent, context: { workspace, signal } };
	}

	private async open(at: string, key: string, title: string): Promise<string> {
		this.context.signal.throwIfAborted();
		return this.log.open(at, { kind: 'stage', phase: 'patch', key, title });
	}
}

function verdictOf(
	reproducer: Reproducer | undefined,
	{ after, tests }: Executed,
	review: PatchReview | undefined,
): Verdict {
	const isTestRight = review?.testCorrect !== false;
	// What a wrong test shows is no evidence about the patch.
	const isRed = after !== undefined && after.verdict !== 'passed' && isTestRight;
	const isBroken = tests?.verdict === 'failed';
	const reviewed = joined(review?.patchAnalysis, review?.patchAdvice);
	const faults: PatchFaults = {
		...(isRed && reproducer !== undefined && { program: reproducer.text, output: ranText(after) }),
		...(isBroken && { tests: brokenTestsText(tests) }),
		...(reviewed !== '' && { review: reviewed }),
	};
	return {
		isPatchRight: !isRed && !isBroken && review?.patchCorrect !== false,
		isTestRight,
		faults,
		testAnalysis: joined(review?.testAnalysis, review?.testAdvice),
	};
}

function joined(...texts: readonly (string | undefined)[]): string {
	return texts.filter(text => text !== undefined && text !== '').join('\n\n');
}

function afterText({ verdict }: ReproducerRun): string {
	return verdict === 'passed'
		? 'The reproducer passes with the patch.'
		: 'The reproducer does not pass with the patch.';
}

function reviewedText(review: PatchReview | undefined): string {
	if (review === undefined) {
		return 'The reviewer gave no verdict';
	}
	const onTest = review.testCorrect === false ? ', and rejects the reproducer' : '';
	return `The reviewer ${review.patchCorrect ? 'approves' : 'rejects'} the patch${onTest}`;
}
