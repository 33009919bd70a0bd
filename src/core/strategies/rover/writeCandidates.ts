import type { Patch } from '../../model/patch';
import type { FailedPatch } from '../../stages/patch/writePatch';
import type { FixSteps } from './fixSteps';
import type { ShownBug } from './judging';

/** The most reviews of a candidate: AutoCodeRover's number of rounds. */
const maxReviews = 5;

/** Where candidates branch off, and what they are judged by. */
export interface CandidatesOrder {
	readonly at: string;
	readonly shown: ShownBug | undefined;
	readonly nCandidates: number;
}

/**
 * Writes the candidates, each on its own branch that follows `at`, until there is no complaint about it or its reviews
 * are used up. A candidate is shown those before it. Without a reproducer they are not reviewed: only the project's
 * tests then judge them.
 */
export async function writeCandidates(steps: FixSteps, { at, shown, nCandidates }: CandidatesOrder): Promise<void> {
	const others: Patch[] = [];
	let test = shown;
	while (others.length < nCandidates) {
		const candidate = await new CandidateWriter(steps, at, { others, shown: test }).write();
		if (candidate === undefined) {
			return;
		}
		others.push(candidate.patch);
		test = candidate.shown;
	}
}

interface Candidate {
	readonly patch: Patch;
	/** The newest reproducer; undefined where the review rejected it, and no other could be written. */
	readonly shown: ShownBug | undefined;
}

/**
 * Writes one candidate. Each patch is judged, the last one too; of patch and reproducer, what is wrong is rewritten, the
 * reproducer first.
 */
class CandidateWriter {
	private readonly steps: FixSteps;
	private readonly others: readonly Patch[];
	private readonly failures: FailedPatch[] = [];
	private at: string;
	private shown: ShownBug | undefined;
	private nPatches = 0;

	constructor(
		steps: FixSteps,
		at: string,
		{ others, shown }: { readonly others: readonly Patch[]; readonly shown: ShownBug | undefined },
	) {
		this.steps = steps;
		this.at = at;
		this.others = [...others];
		this.shown = shown;
	}

	/** Undefined where the model gives no patch that can be applied. */
	async write(): Promise<Candidate | undefined> {
		let newest: Patch | undefined;
		let patch = await this.patch();
		for (let round = 1; patch !== undefined; round++) {
			newest = patch;
			const { at, verdict } = await this.steps.judging.judge(this.at, patch, this.shown);
			this.at = at;
			const { isPatchRight, isTestRight, patchAnalysis, testAnalysis } = verdict;
			if ((isPatchRight && isTestRight) || round === maxReviews) {
				break;
			}
			if (!isTestRight) {
				// What it showed is no evidence: the patch is judged again, by another reproducer or by none.
				await this.rewriteReproducer(testAnalysis);
				continue;
			}
			this.failures.push({ patch, analysis: patchAnalysis });
			patch = await this.patch();
		}
		return newest && { patch: newest, shown: this.shown };
	}

	private async patch(): Promise<Patch | undefined> {
		const isFirst = this.nPatches++ === 0;
		const key = isFirst && this.others.length > 0 ? `candidate ${this.others.length + 1}` : 'patch';
		const { at, patch } = await this.steps.patch(this.at, { failures: this.failures, others: this.others }, key);
		this.at = at;
		return patch;
	}

	private async rewriteReproducer(analysis: string): Promise<void> {
		if (this.shown !== undefined) {
			const failure = { reproducer: this.shown.reproducer, analysis };
			const { at, shown } = await this.steps.reproduce(this.at, [failure]);
			this.at = at;
			this.shown = shown;
		}
	}
}
