import { ModelCaller } from '../../agent/modelCaller';
import { PatchedCopy } from '../../execution/patchedCopy';
import type { Patch, PatchReview } from '../../model/patch';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import { rootNode } from '../../model/run';
import { readAiIgnore } from '../../outgoing/aiIgnore';
import { visibleWorkspace } from '../../outgoing/visibleWorkspace';
import { ProgramMissingError } from '../../ports';
import type { RunLog } from '../../runLog';
import { issueAsSent } from '../../stages/locate/agent/issueAsSent';
import { type FailedPatch, writePatch } from '../../stages/patch/writePatch';
import { reproducerLanguages } from '../../stages/reproduce/reproducerLanguages';
import { ReproducerRuns } from '../../stages/reproduce/reproducerRuns';
import { type FailedReproducer, writeReproducer } from '../../stages/reproduce/writeReproducer';
import { ranText, reviewPatch } from '../../stages/review/reviewPatch';
import { brokenText, ValidationRuns } from '../../stages/validate/validationRuns';
import type { Workspace } from '../../workspace';
import type { FixParts } from './fixParts';

/** A reproducer that fails because of the bug. */
export interface ShownBug {
	readonly reproducer: Reproducer;
	readonly ran: ReproducerRun;
}

/** What became of a patch and the reproducer it was judged by. */
export interface Verdict {
	readonly isPatchRight: boolean;
	readonly isTestRight: boolean;
	/** For who writes the next ones. */
	readonly patchAnalysis: string;
	readonly testAnalysis: string;
}

/**
 * The steps of a fix, each a node of the run. A step the log holds with its outcome is not done again; one that was
 * broken off goes over its recorded answers.
 */
export class FixSteps {
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	private readonly parts: FixParts;
	private readonly caller: ModelCaller;
	private readonly copy: PatchedCopy | undefined;
	private readonly runs: ReproducerRuns | undefined;
	private readonly validations: ValidationRuns | undefined;
	/** Patches of a branch are others than those before it. */
	private readonly branch: string;
	private nReproducers = 0;
	private nPatches = 0;
	private nReviews = 0;
	private nValidations = 0;

	private constructor(log: RunLog, workspace: Workspace, parts: FixParts) {
		this.log = log;
		this.workspace = workspace;
		this.parts = parts;
		this.caller = new ModelCaller(log, parts);
		const branch = log.run.nodes.findLast(({ kind }) => kind === 'branch');
		this.branch = branch === undefined ? '' : `${branch.id}.`;
		const { execution, signal } = parts;
		if (execution !== undefined) {
			const copy = new PatchedCopy(execution.checkouts, log.run.id, signal);
			const { testCommand: command } = execution;
			this.copy = copy;
			this.runs = new ReproducerRuns(log, workspace, { parts: execution, copy, signal });
			this.validations =
				command === undefined ? undefined : new ValidationRuns(log, { parts: execution, copy, signal, command });
		}
	}

	/** What the model may not see, no step shows it. */
	static async open(log: RunLog, workspace: Workspace, parts: FixParts): Promise<FixSteps> {
		return new FixSteps(log, visibleWorkspace(workspace, await readAiIgnore(workspace.files)), parts);
	}

	/** A reproducer that shows the bug, or undefined, with the reason in the node's summary. */
	async reproduce(failures: readonly FailedReproducer[]): Promise<ShownBug | undefined> {
		const { runs } = this;
		if (runs === undefined) {
			return undefined;
		}
		const id = `t${++this.nReproducers}`;
		await this.open(id, failures.length === 0 ? 'Reproduce the issue' : 'Write another reproducer');
		const task = { id, issue: issueAsSent(this.log.run), languages: reproducerLanguages(this.workspace), failures };
		const run = (reproducer: Reproducer) => runs.run(id, reproducer);
		const written = await writeReproducer(task, { ...this.stageParts, run }).catch(notInstalled);
		if ('why' in written) {
			await this.close(id, `Not reproduced. ${written.why}`);
			return undefined;
		}
		await this.close(id, `Reproduced: ${written.ran.why}`);
		return written;
	}

	/** One that is neither of the candidates before it; undefined where the model gives none that can be made on the files. */
	async patch(failures: readonly FailedPatch[], others: readonly Patch[]): Promise<Patch | undefined> {
		const id = `${this.branch}p${++this.nPatches}`;
		await this.open(id, patchTitle(failures, others));
		const known = this.log.run.fix.patches.find(patch => patch.id === id);
		const { locations } = this.log.run;
		const task = { id, issue: issueAsSent(this.log.run), locations, failures, others };
		const patch = known ?? (await writePatch(task, { ...this.stageParts, workspace: this.workspace }));
		if (known === undefined && patch !== undefined) {
			await this.log.emit(id, { type: 'patchWritten', patch });
		}
		await this.close(id, patch === undefined ? 'No patch could be taken' : writtenText(patch));
		return patch;
	}

	/** Runs the reproducer on the patched workspace and has the difference reviewed. What was executed goes before what is said. */
	async judge(patch: Patch, shown: ShownBug): Promise<Verdict> {
		const id = `${this.branch}v${++this.nReviews}`;
		await this.open(id, `Review patch ${patch.id}`);
		const after = await this.runs?.run(id, shown.reproducer, patch);
		if (after === undefined) {
			throw new Error('a reproducer was shown, so reproducers can be run');
		}
		const review = await this.review(id, patch, { ...shown, after });
		const isGreen = after.verdict === 'passed';
		const isTestRight = review?.testCorrect !== false;
		// What a wrong test shows says nothing about the patch.
		const isPatchRight = (isGreen || !isTestRight) && review?.patchCorrect !== false;
		await this.close(id, reviewText(patch, after, review));
		return {
			isPatchRight,
			isTestRight,
			patchAnalysis: [
				...(isGreen ? [] : [ranText(after)]),
				review?.patchAnalysis ?? '',
				review?.patchAdvice ?? '',
			].join('\n\n'),
			testAnalysis: [review?.testAnalysis ?? '', review?.testAdvice ?? ''].join('\n\n'),
		};
	}

	/** Runs the project's tests on the patched workspace. What they say against the patch; undefined for nothing. */
	async validate(patch: Patch): Promise<string | undefined> {
		if (this.validations === undefined) {
			return undefined;
		}
		const id = `${this.branch}c${++this.nValidations}`;
		await this.open(id, `Validate patch ${patch.id}`);
		const ran = await this.validations.run(id, patch);
		await this.close(id, ran.why);
		return ran.verdict === 'failed' ? brokenText(ran) : undefined;
	}

	/** Leaves nothing of what was run. */
	async dispose(): Promise<void> {
		await this.copy?.dispose();
	}

	private async review(
		id: string,
		patch: Patch,
		{ reproducer, ran: before, after }: ShownBug & { readonly after: ReproducerRun },
	): Promise<PatchReview | undefined> {
		const isThis = (each: PatchReview) => each.patch === patch.id && each.reproducer === reproducer.id;
		const known = this.log.run.fix.reviews.find(isThis);
		const issue = issueAsSent(this.log.run);
		const review = known ?? (await reviewPatch(this.caller, id, { issue, patch, reproducer, before, after }));
		if (known === undefined && review !== undefined) {
			await this.log.emit(id, { type: 'patchReviewed', review });
		}
		return review;
	}

	private get stageParts() {
		return { log: this.log, agent: this.parts, caller: this.caller };
	}

	private async open(id: string, title: string): Promise<void> {
		this.parts.signal.throwIfAborted();
		if (!this.log.run.nodes.some(node => node.id === id)) {
			await this.log.emit(id, { type: 'nodeOpened', parent: rootNode, kind: 'stage', title });
		}
	}

	private async close(id: string, summary: string): Promise<void> {
		if (this.log.run.nodes.find(node => node.id === id)?.state === 'open') {
			await this.log.emit(id, { type: 'nodeClosed', summary });
		}
	}
}

function patchTitle(failures: readonly FailedPatch[], others: readonly Patch[]): string {
	if (failures.length > 0) {
		return 'Write the patch anew';
	}
	return others.length === 0 ? 'Write a patch' : 'Write another candidate';
}

function writtenText({ files }: Patch): string {
	return `Wrote a patch of ${files.map(({ path }) => path).join(', ')}`;
}

function reviewText({ id }: Patch, after: ReproducerRun, review: PatchReview | undefined): string {
	const ran = after.verdict === 'passed' ? 'the reproducer passes after it' : `the reproducer does not pass after it`;
	const said =
		review === undefined ? 'no review' : review.patchCorrect ? 'the reviewer agrees' : 'the reviewer says no';
	return `Patch ${id}: ${ran}, ${said}`;
}

/** Nothing on this machine can run it: then there is no reproducer. */
function notInstalled(error: unknown): { readonly why: string } {
	if (error instanceof ProgramMissingError) {
		return { why: error.message };
	}
	throw error;
}
