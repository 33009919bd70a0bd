import type { StageDeps } from '../../models/pure/requests/agentDeps';
import { agreedLocations, issueAsSent } from '../../outgoing/pure/gate/issueAsSent';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { Patch, PatchedFile, PatchFaults, PatchReview } from '../../runs/pure/model/patch';
import type { Reproducer, ReproducerRun } from '../../runs/pure/model/reproducer';
import { type CrashCheck, crashProof } from '../../runs/pure/model/testing/crashCheck';
import { nBrokenBy, type ValidationRun } from '../../runs/pure/model/testing/validation';
import type { PatchedCopy } from '../../sandbox/pure/execution/patchedCopy';
import { UserError } from '../../system/pure/errors/userError';
import type { ModelContext } from '../context';
import type { ReproducerRuns } from '../stages/reproduce/reproducerRuns';
import { ranText, reviewPatch } from '../stages/review/reviewPatch';
import { CrashChecks, type CrashChecksDeps } from '../stages/validate/crashChecks';
import { crashFault } from '../stages/validate/crashTexts';
import { testCode } from '../stages/validate/testCode';
import { type PlainTestRun, type ValidationDeps, ValidationRuns } from '../stages/validate/validationRuns';
import { brokenTestsText, notConfirmedText } from '../stages/validate/validationTexts';
import type { BesideSearch } from './besideSearch';
import { plainCheck } from './plainCheck';
import { plainTests } from './plainTests';
import type { ShownBug } from './reproducerClues';

/** The verdict on a patch and on the reproducer it was judged by. */
export interface Verdict {
	readonly isPatchRight: boolean;
	/** True if there is no reproducer. */
	readonly isTestRight: boolean;
	/** For the next attempt. */
	readonly faults: PatchFaults;
	readonly testAnalysis: string;
	/** What ran with the patch, and how it ended, in sentences; '' if nothing did. */
	readonly ran: string;
}

/** The copy in which programs run; without one, a patch is only reviewed. */
export interface JudgingPlace {
	readonly copy: PatchedCopy;
	readonly runs: ReproducerRuns;
	/** The project's tests, if any. */
	readonly tests?: ProjectTests;
	/** The project's own build and reproducer commands, if any are set. */
	readonly commands?: ProjectCommands;
}

/** The tests of the project, and the facts known about them. */
export type ProjectTests = Omit<ValidationDeps, 'execution'>;

export type ProjectCommands = Omit<CrashChecksDeps, 'execution'>;

/** The executions with a patch. */
interface Executed {
	/** How it ended, in sentences. */
	readonly ran?: string;
	/** The project's own build and reproducer commands. */
	readonly crash?: CrashCheck;
	/** They prove that the patch is wrong, so that nothing else was executed. */
	readonly isRefuted?: boolean;
	/** The reproducer. */
	readonly after?: ReproducerRun;
	/** The project's tests. */
	readonly tests?: ValidationRun;
	/** The code of those that it breaks. */
	readonly brokenCode?: string;
}

/**
 * Judges patches: by the project's own build and reproducer commands, unless they refute it by the reproducer, by the
 * project's tests unless that fails, and by a review that sees all of it. Executions outweigh the review. Each step is a node that follows the node `at`.
 */
export class Judging {
	private readonly validations: ValidationRuns | undefined;
	private readonly plainTests: BesideSearch<PlainTestRun | undefined> | undefined;
	private readonly checks: CrashChecks | undefined;
	private readonly plainCheck: BesideSearch<CrashCheck> | undefined;

	constructor(
		private readonly log: RunLog,
		private readonly context: ModelContext,
		private readonly place: JudgingPlace | undefined,
	) {
		const { execution, signal } = context;
		if (execution !== undefined && place?.tests !== undefined) {
			this.validations = new ValidationRuns(log, { execution, ...place.tests });
			this.plainTests = plainTests(log, { execution, validations: this.validations, signal });
		}
		if (execution !== undefined && place?.commands !== undefined) {
			this.checks = new CrashChecks(log, { execution, ...place.commands });
			this.plainCheck = plainCheck(log, { checkouts: execution.checkouts, checks: this.checks, signal });
		}
	}

	/** Has the project's tests and own commands run without a patch, beside the next steps. */
	startPlain(): void {
		this.plainCheck?.start();
		this.plainTests?.start();
	}

	/** `isReviewed`: also if an execution speaks against the patch, whose author can see that. */
	async judge(
		at: string,
		patch: Patch,
		{ shown, isReviewed = true }: { readonly shown: ShownBug | undefined; readonly isReviewed?: boolean },
	): Promise<{ readonly at: string; readonly verdict: Verdict }> {
		const executed = await this.execute(at, patch, shown);
		const { after, tests, crash } = executed;
		const contested = contestedTests(executed);
		const seen = verdictOf(shown?.reproducer, executed, undefined);
		if (!isReviewed && !seen.isPatchRight && contested.length === 0) {
			return { at: executed.at, verdict: seen };
		}
		const node = await this.open(executed.at, 'review', 'Review the patch');
		const review = await reviewPatch(node, this.stageDeps, {
			issue: issueAsSent(this.log.run),
			locations: agreedLocations(this.log.run, node),
			patch,
			...(shown && after && { reproduced: { reproducer: shown.reproducer, before: shown.ran, after } }),
			...(tests && { tests }),
			...(contested.length > 0 && {
				contested: { tests: contested, code: await testCode(contested, this.context.workspace) },
			}),
			...(crash && { crash }),
		}).catch(error => this.noteTooLong(node, error));
		if (review !== undefined) {
			await this.log.once(node, { type: 'patchReviewed', review });
		}
		const failed = { kind: 'failed', next: 'Review this patch yourself.' } as const;
		await this.log.close(node, reviewedText(review), review === undefined ? failed : undefined);
		return { at: node, verdict: verdictOf(shown?.reproducer, executed, review) };
	}

	/** A patch that does not fit into the window of its reviewer is not reviewed; that is no failure of the run. */
	private async noteTooLong(node: string, error: unknown): Promise<undefined> {
		const request = this.log.run.nodes[node]?.requests.at(-1);
		const isTooLong = request?.answer === undefined && request?.failures.at(-1)?.kind === 'contextTooLong';
		if (!isTooLong || !(error instanceof UserError)) {
			throw error;
		}
		await this.log.once(node, { type: 'noted', text: `The patch is not reviewed. ${error.message}` });
	}

	/** The tests of some files, without a patch or with it too. Undefined if the tests of the project are not run. */
	async testsIn(files: readonly string[], patch: Patch | undefined): Promise<ValidationRun | undefined> {
		const { place, validations } = this;
		const own = place && { copy: place.copy, signal: this.context.signal };
		return own && validations?.inFiles(files, patch, own);
	}

	/** The paths of the test files that are nearest to some changes, as for judging them. */
	async nearestTo(changed: readonly PatchedFile[]): Promise<readonly string[]> {
		return (await this.place?.tests?.affected(changed))?.files ?? [];
	}

	/** Ends tasks that still run. */
	async dispose(): Promise<void> {
		await this.plainCheck?.stop();
		await this.plainTests?.stop();
	}

	/** The project's own commands; unless they refute it the reproducer; and unless that fails, the project's tests. */
	private async execute(
		at: string,
		patch: Patch,
		shown: ShownBug | undefined,
	): Promise<Executed & { readonly at: string }> {
		const { place, validations } = this;
		const plain = await this.plainCheck?.result();
		if (place === undefined || (shown ?? plain ?? validations) === undefined) {
			return { at };
		}
		const node = await this.open(at, 'validate', 'Validate the patch');
		const own = { copy: place.copy, signal: this.context.signal };
		const crash = plain && (await this.checks?.run(node, patch, plain, own));
		const isRefuted = crash !== undefined && crashProof(crash, plain) === 'refuted';
		const after = isRefuted ? undefined : shown && (await place.runs.run(node, shown.reproducer, patch));
		const isRed = isRefuted || (after !== undefined && after.verdict !== 'passed');
		const before = isRed ? undefined : await this.plainTests?.result();
		const tests = before && (await validations?.run(node, patch, before, own));
		const broken = tests?.tests?.broken.map(({ id }) => id) ?? [];
		const brokenCode = broken.length === 0 ? '' : await testCode(broken, this.context.workspace);
		const whys = [crash?.why, after && afterText(after), tests?.why].flatMap(why => why ?? []);
		const ran = whys.join(' ');
		await this.log.close(node, ran);
		return {
			...{ at: node, ran },
			...(crash && { crash, isRefuted }),
			...(after && { after }),
			...(tests && { tests, brokenCode }),
		};
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

/**
 * The tests that a patch breaks, if it changes all of them, and they pass as changed: its author says that they assert
 * what the issue reports as wrong.
 */
function contestedTests({ tests }: Pick<Executed, 'tests'>): readonly string[] {
	const { broken = [], nBroken = 0 } = tests?.tests ?? {};
	const passing = broken.flatMap(({ id, passesAsChanged }) => (passesAsChanged === true ? [id] : []));
	return passing.length === nBroken ? passing : [];
}

function verdictOf(
	reproducer: Reproducer | undefined,
	{ crash, isRefuted, after, tests, brokenCode, ran = '' }: Executed,
	review: PatchReview | undefined,
): Verdict {
	const isTestRight = review?.testCorrect !== false;
	// A wrong test is no evidence about the patch.
	const isRed = after !== undefined && after.verdict !== 'passed' && isTestRight;
	const isBroken = tests !== undefined && nBrokenBy(tests, review) > 0;
	const contested = review === undefined || !isBroken ? [] : contestedTests({ ...(tests && { tests }) });
	// A patch that fails to build as the code without it does is not to blame.
	const crashed = crash && (isRefuted || crash.verdict === 'otherCrash') ? crashFault(crash) : undefined;
	const reviewed = joined(review?.patchAnalysis, review?.patchAdvice);
	const faults: PatchFaults = {
		...(crashed !== undefined && { crash: crashed }),
		...(isRed && reproducer !== undefined && { program: reproducer.text, output: ranText(after) }),
		...(isBroken && {
			tests: contested.length > 0 ? notConfirmedText(contested) : brokenTestsText(tests, brokenCode),
		}),
		// An approval is no criticism, even if something else speaks against the patch.
		...(reviewed !== '' && review?.patchCorrect === false && { review: reviewed }),
	};
	return {
		isPatchRight: crashed === undefined && !isRed && !isBroken && review?.patchCorrect !== false,
		isTestRight,
		faults,
		testAnalysis: joined(review?.testAnalysis, review?.testAdvice),
		ran,
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
