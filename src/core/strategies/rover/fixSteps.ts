import type { StageDeps } from '../../agent/agentDeps';
import { PatchedCopy } from '../../execution/patchedCopy';
import type { CodeLine } from '../../model/location';
import type { Patch, PatchReview } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import { fixOf, type RunFix } from '../../model/run/runFix';
import { pathTo, resultOf } from '../../model/run/runTree';
import { readAiIgnore } from '../../outgoing/aiIgnore';
import { visibleWorkspace } from '../../outgoing/visibleWorkspace';
import { ProgramMissingError } from '../../ports';
import { executedSymbols } from '../../rank/executedSymbols';
import type { NewNode, RunLog } from '../../runLog';
import { type EmbeddedFindings, embeddedFindings } from '../../stages/locate/agent/embeddedFindings';
import { agreedIssue, agreedLocations, issueAsSent } from '../../stages/locate/agent/issueAsSent';
import { type FailedPatch, writePatch } from '../../stages/patch/writePatch';
import { locatedCode } from '../../stages/reproduce/locatedCode';
import { MissingModuleError } from '../../stages/reproduce/missingModule';
import { projectFacts } from '../../stages/reproduce/projectFacts';
import { reproducerLanguages } from '../../stages/reproduce/reproducerLanguages';
import { ReproducerRuns } from '../../stages/reproduce/reproducerRuns';
import {
	type EarlierAttempt,
	type FailedReproducer,
	type ReproducerLanguage,
	type ReproducerTask,
	writeReproducer,
} from '../../stages/reproduce/writeReproducer';
import { ranText, reviewPatch } from '../../stages/review/reviewPatch';
import { brokenText, ValidationRuns } from '../../stages/validate/validationRuns';
import type { KnownBefore, ModelContext } from './locateIssue';
import { calledFunctionsClue, failureClue } from './reproducerClues';

/** A reproducer that fails because of the bug. */
export interface ShownBug {
	readonly reproducer: Reproducer;
	readonly ran: ReproducerRun;
}

/** The outcome of writing a reproducer. */
export interface Reproduction {
	/** The node that follows. */
	readonly at: string;
	readonly shown: ShownBug | undefined;
	/** Another attempt is of no use. */
	readonly isFinal: boolean;
}

/** The verdict on a patch and on the reproducer it was judged by. */
export interface Verdict {
	readonly isPatchRight: boolean;
	readonly isTestRight: boolean;
	/** For the next attempt. */
	readonly patchAnalysis: string;
	readonly testAnalysis: string;
}

/** What a patch is written for: the failed ones before it, and other candidates. */
export interface PatchOrder {
	readonly failures: readonly FailedPatch[];
	readonly others: readonly Patch[];
}

const reproduceKey = 'reproduce';

/**
 * The steps of a fix. Each is a node that follows the node `at`, and returns itself as the new `at`, so that a
 * candidate is a path of the run tree. A step that is in the log with its outcome is not repeated.
 */
export class FixSteps {
	private readonly copy: PatchedCopy | undefined;
	private readonly runs: ReproducerRuns | undefined;
	private readonly validations: ValidationRuns | undefined;

	private constructor(
		private readonly log: RunLog,
		private readonly context: ModelContext,
	) {
		const { execution, signal, workspace } = context;
		if (execution !== undefined) {
			const copy = new PatchedCopy(execution.checkouts, log.run.id, signal);
			const { testCommand: command } = execution;
			this.copy = copy;
			this.runs = new ReproducerRuns(log, workspace, { execution, copy, signal });
			this.validations =
				command === undefined ? undefined : new ValidationRuns(log, { execution, copy, signal, command });
		}
	}

	/** The steps see only the files that the model may see. */
	static async create(log: RunLog, context: ModelContext): Promise<FixSteps> {
		const workspace = visibleWorkspace(context.workspace, await readAiIgnore(context.workspace.files));
		return new FixSteps(log, { ...context, workspace });
	}

	/**
	 * A reproducer that shows the bug, or undefined, with the reason in the node's summary. Unless one failed, a reproducer
	 * of another branch serves as well.
	 */
	async reproduce(at: string, failures: readonly FailedReproducer[]): Promise<Reproduction> {
		const { runs } = this;
		if (runs === undefined) {
			return { at, shown: undefined, isFinal: true };
		}
		const known = failures.length === 0 && !this.isStarted(at) ? shownBug(fixOf(this.log.run)) : undefined;
		if (known !== undefined) {
			return { at, shown: known, isFinal: true };
		}
		const earlier = failures.length === 0 ? this.earlierAttempt(at) : undefined;
		const title = reproduceTitle(failures, earlier);
		const node = await this.open(at, { key: reproduceKey, phase: 'reproduce', title });
		const languages = reproducerLanguages(this.context.workspace);
		const task = {
			...{ node, issue: issueAsSent(this.log.run), failures, languages },
			...(await this.projectPrompts(node, languages)),
			...(earlier !== undefined && { earlier }),
		};
		const run = (reproducer: Reproducer) => runs.run(node, reproducer);
		const written = await writeReproducer(task, { ...this.stageDeps, run }).catch(error =>
			this.noteNotInstalled(node, error),
		);
		const isShown = 'reproducer' in written;
		await this.summarize(node, isShown ? `Reproduced: ${written.ran.why}` : `Not reproduced. ${written.why}`);
		return { at: node, shown: isShown ? written : undefined, isFinal: isShown || written.isFinal === true };
	}

	/** How the reproducer of a node failed and what it called, for the search that follows. */
	async known(node: string, shown: ShownBug | undefined): Promise<KnownBefore> {
		if (shown === undefined) {
			return { clues: [] };
		}
		const { workspace } = this.context;
		const failure = failureClue(shown.reproducer, shown.ran);
		const executed = executedSymbols((await this.runs?.trace(node, shown.reproducer)) ?? [], workspace);
		if (executed.length === 0) {
			return { clues: [failure] };
		}
		const called = executed.map(({ file, nameLine }) => ({ file, line: nameLine }));
		const { ranking } = await this.embedded(node, called);
		return { clues: [failure, calledFunctionsClue(executed, ranking)], called };
	}

	/** The attempt before the bug was located; undefined where this is the first. */
	private earlierAttempt(at: string): EarlierAttempt | undefined {
		const { run } = this.log;
		const node = pathTo(run, at).findLast(({ key }) => key === reproduceKey);
		const ran = node?.reproducerRuns.at(-1);
		const reproducer = node?.reproducers.find(({ id }) => id === ran?.reproducer);
		const [location] = resultOf(run, at).locations;
		const file = location && this.context.workspace.index.file(location.file);
		return (
			node && {
				language: file?.language,
				...(ran !== undefined && reproducer !== undefined && { tried: { reproducer, ran } }),
			}
		);
	}

	/** Recorded: files that are edited later do not change the questions that were asked. */
	private async projectPrompts(
		node: string,
		languages: readonly ReproducerLanguage[],
	): Promise<Pick<ReproducerTask, 'project' | 'located'>> {
		const { workspace } = this.context;
		const locations = agreedLocations(this.log.run, node);
		const suspects =
			locations.length > 0 ? locations.map(({ file }) => file) : (await this.embedded(node)).ranking.files;
		return this.log.value(node, 'project facts', { suspects }, async () => ({
			project: await projectFacts(workspace, { languages, suspects }),
			located: await locatedCode(workspace, locations),
		}));
	}

	/** What the embedded localizer finds: the search that follows the node finds it recorded. */
	private async embedded(node: string, called?: readonly CodeLine[]): Promise<EmbeddedFindings> {
		const { agent, workspace, signal } = this.context;
		const { issue: whole, brief } = this.log.run;
		if (brief === undefined) {
			throw new Error('a run has its brief before a reproducer is written');
		}
		const issue = agreedIssue(whole, brief.edited, agent.gate);
		const input = { issue, brief, signal, ...(called !== undefined && { called }) };
		return embeddedFindings(this.log, node, workspace, input);
	}

	/** A resumed run may reproduce what could not be reproduced before. */
	private async summarize(node: string, summary: string): Promise<void> {
		const { state, summary: before } = this.log.run.nodes[node] ?? {};
		if (state === 'open' || before !== summary) {
			await this.log.emit(node, { type: 'nodeClosed', summary });
		}
	}

	/** A missing interpreter or module does not keep a patch from being written. */
	private async noteNotInstalled(
		node: string,
		error: unknown,
	): Promise<{ readonly why: string; readonly isFinal: true }> {
		if (!(error instanceof ProgramMissingError || error instanceof MissingModuleError)) {
			throw error;
		}
		const { message: why, cures } = error;
		await this.log.once(node, { type: 'noted', text: why, cures });
		return { why, isFinal: true };
	}

	/** A patch other than those of earlier candidates; undefined if the model gives none that can be applied. */
	async patch(
		at: string,
		order: PatchOrder,
		key: string,
	): Promise<{ readonly at: string; readonly patch: Patch | undefined }> {
		const node = await this.open(at, { key, phase: 'patch', title: patchTitle(order) });
		const locations = agreedLocations(this.log.run, node);
		const task = { node, issue: issueAsSent(this.log.run), locations, ...order };
		const patch = await writePatch(task, this.stageDeps);
		await this.log.close(node, patch === undefined ? 'No patch could be applied' : writtenText(patch));
		return { at: node, patch };
	}

	/** Runs the reproducer on the patched workspace and has the difference reviewed. Executions outweigh the review. */
	async judge(at: string, patch: Patch, shown: ShownBug): Promise<{ readonly at: string; readonly verdict: Verdict }> {
		const node = await this.open(at, { key: 'review', phase: 'patch', title: 'Review the patch' });
		const after = await this.runs?.run(node, shown.reproducer, patch);
		if (after === undefined) {
			throw new Error('a reproducer was shown, so reproducers can be run');
		}
		const review = await this.review(node, patch, { ...shown, after });
		await this.log.close(node, reviewText(after, review));
		return { at: node, verdict: verdictOf(after, review) };
	}

	/**
	 * Runs the project's tests on the patched workspace. `complaint`: how the patch breaks them; undefined if it does
	 * not.
	 */
	async validate(at: string, patch: Patch): Promise<{ readonly at: string; readonly complaint: string | undefined }> {
		if (this.validations === undefined) {
			return { at, complaint: undefined };
		}
		const node = await this.open(at, { key: 'validate', phase: 'patch', title: 'Validate the patch' });
		const ran = await this.validations.run(node, patch);
		await this.log.close(node, ran.why);
		return { at: node, complaint: ran.verdict === 'failed' ? brokenText(ran) : undefined };
	}

	/** Deletes the scratch copy. */
	async dispose(): Promise<void> {
		await this.copy?.dispose();
	}

	private async review(
		node: string,
		patch: Patch,
		{ reproducer, ran: before, after }: ShownBug & { readonly after: ReproducerRun },
	): Promise<PatchReview | undefined> {
		const issue = issueAsSent(this.log.run);
		const review = await reviewPatch(node, this.stageDeps, { issue, patch, reproducer, before, after });
		if (review !== undefined) {
			await this.log.once(node, { type: 'patchReviewed', review });
		}
		return review;
	}

	private get stageDeps(): StageDeps {
		const { agent, workspace, signal } = this.context;
		return { log: this.log, agent, context: { workspace, signal } };
	}

	private async open(at: string, stage: Omit<NewNode, 'kind'>): Promise<string> {
		this.context.signal.throwIfAborted();
		return this.log.open(at, { kind: 'stage', ...stage });
	}

	private isStarted(at: string): boolean {
		const { nodes } = this.log.run;
		return nodes[at]?.children.some(child => nodes[child]?.key === reproduceKey) === true;
	}
}

function reproduceTitle(failures: readonly FailedReproducer[], earlier: EarlierAttempt | undefined): string {
	if (failures.length > 0) {
		return 'Write another reproducer';
	}
	return earlier === undefined ? 'Reproduce the issue' : 'Reproduce the issue with the located code';
}

/** The newest reproducer of a run that shows the bug. */
function shownBug({ reproducers, reproducerRuns }: RunFix): ShownBug | undefined {
	const ran = reproducerRuns.findLast(each => each.patch === undefined && each.verdict === 'reproduced');
	const reproducer = reproducers.find(({ id }) => id === ran?.reproducer);
	return ran === undefined || reproducer === undefined ? undefined : { reproducer, ran };
}

function verdictOf(after: ReproducerRun, review: PatchReview | undefined): Verdict {
	const isGreen = after.verdict === 'passed';
	const isTestRight = review?.testCorrect !== false;
	return {
		// What a wrong test shows is no evidence about the patch.
		isPatchRight: (isGreen || !isTestRight) && review?.patchCorrect !== false,
		isTestRight,
		patchAnalysis: [...(isGreen ? [] : [ranText(after)]), review?.patchAnalysis ?? '', review?.patchAdvice ?? ''].join(
			'\n\n',
		),
		testAnalysis: [review?.testAnalysis ?? '', review?.testAdvice ?? ''].join('\n\n'),
	};
}

function patchTitle({ failures, others }: PatchOrder): string {
	if (failures.length > 0) {
		return 'Rewrite the patch';
	}
	return others.length === 0 ? 'Write a patch' : 'Write another candidate';
}

function writtenText({ files }: Patch): string {
	return `Wrote a patch of ${files.map(({ path }) => path).join(', ')}`;
}

function reviewText(after: ReproducerRun, review: PatchReview | undefined): string {
	const ran =
		after.verdict === 'passed' ? 'The reproducer passes with the patch' : 'The reproducer does not pass with the patch';
	const reviewed =
		review === undefined ? 'no review' : review.patchCorrect ? 'the reviewer approves it' : 'the reviewer rejects it';
	return `${ran}, ${reviewed}`;
}
