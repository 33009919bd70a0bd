import type { Patch } from '../../../runs/pure/model/patch';
import type { FailedPatch } from '../../stages/patch/faultsText';
import type { PatchWriter, WrittenPatch } from '../../stages/patch/patchWriter';
import { withoutOtherInputs } from '../../stages/reproduce/otherInputs';
import type { FixSteps } from './fixSteps';
import type { ShownBug } from './reproducerClues';

/** The most reviews of a candidate: AutoCodeRover's number of rounds. */
const maxReviews = 5;
/** After so many wrong patches, the bug is located again. */
const patchesPerSearch = 2;

/** The nodes at which candidates branch off, and the evidence they are judged by. */
export interface CandidatesOrder {
	/** The nodes at which searches ended, best first; the candidates follow them in turn, then the first one. */
	readonly located: readonly [string, ...string[]];
	readonly shown: ShownBug | undefined;
	readonly nCandidates: number;
}

/**
 * Writes the candidates, each on its own branch that follows a search, until nothing speaks against it or its reviews are
 * used up. All after the first of a search are samples: one that is the same patch as an earlier one is the same candidate.
 */
export async function writeCandidates(
	steps: FixSteps,
	{ located, shown, nCandidates }: CandidatesOrder,
): Promise<void> {
	const others: Patch[] = [];
	let test = shown;
	for (let number = 1; number <= nCandidates; number++) {
		const at = located[number - 1] ?? located[0];
		const isSample = number > located.length;
		const candidate = await new CandidateWriter(steps, { at, number, isSample, others, shown: test }).write();
		if (candidate === undefined) {
			return;
		}
		test = candidate.shown;
		others.push(...candidate.written);
	}
}

interface Candidate {
	/** Its patches, oldest first, rejected ones included. */
	readonly written: readonly Patch[];
	/** The newest reproducer; undefined if the review rejected it, and no other could be written. */
	readonly shown: ShownBug | undefined;
}

interface CandidateStart {
	readonly at: string;
	/** From 1. */
	readonly number: number;
	/** Another candidate is written from the same search. */
	readonly isSample: boolean;
	readonly others: readonly Patch[];
	readonly shown: ShownBug | undefined;
}

/**
 * Writes one candidate. Each patch is judged, the last one too; a wrong reproducer is rewritten first, then a wrong
 * patch. That a patch does not build or crashes is reported once: after that, the candidate keeps its verdict.
 */
class CandidateWriter {
	private failures: readonly FailedPatch[] = [];
	private nRejected = 0;
	private at: string;
	private shown: ShownBug | undefined;
	/** Of the conversation that is continued. */
	private writer: PatchWriter | undefined;
	/** How many conversations gave no patch that can be applied. */
	private nFailed = 0;
	private nPatches = 0;
	/** The model was shown how a patch fails to build or crashes: it gets that once. */
	private isCrashShown = false;

	constructor(
		private readonly steps: FixSteps,
		private readonly start: CandidateStart,
	) {
		this.at = start.at;
		this.shown = start.shown;
	}

	/** Undefined if the model gives no patch that can be applied. */
	async write(): Promise<Candidate | undefined> {
		const patches: Patch[] = [];
		let written = await this.patch();
		for (let round = 1; written !== undefined; round++) {
			const { patch } = written;
			if (written.isKnown) {
				return { written: patches, shown: this.shown };
			}
			patches.push(patch);
			const { at, verdict } = await this.steps.judging.judge(this.at, patch, { shown: this.shown });
			this.at = at;
			const { isPatchRight, isTestRight, faults, testAnalysis } = verdict;
			const isCrashAgain = faults.crash !== undefined && this.isCrashShown;
			if ((isPatchRight && isTestRight) || round === maxReviews || isCrashAgain) {
				break;
			}
			if (!isTestRight) {
				// The result of a wrong reproducer is no evidence: the patch is judged again, by another reproducer or by none.
				await this.rewriteReproducer(testAnalysis);
				continue;
			}
			this.isCrashShown ||= faults.crash !== undefined;
			await this.reject({ patch, faults });
			written = await this.patch();
		}
		return patches.length === 0 ? undefined : { written: patches, shown: this.shown };
	}

	/** If three answers cannot be applied, a new conversation begins, as often as there are temperatures for it. */
	private async patch(): Promise<WrittenPatch | undefined> {
		const { number, isSample } = this.start;
		const isFirst = this.nPatches++ === 0;
		const key = isFirst && number > 1 ? `candidate ${number}` : 'patch';
		const title = isFirst ? (number > 1 ? 'Write another candidate' : 'Write a patch') : 'Rewrite the patch';
		const temperatures = this.steps.temperatures(this.at, isSample);
		for (let again = ''; this.nFailed < temperatures.length; again = ', started over') {
			const more = this.nFailed > 1 ? ` ${this.nFailed}` : '';
			const node = again === '' ? { key, title } : { key: `${key}${again}${more}`, title: `${title}, starting over` };
			const written = await this.writeWith(node, temperatures[this.nFailed]);
			if (written !== undefined) {
				return written;
			}
			this.nFailed++;
			this.writer = undefined;
		}
		return undefined;
	}

	private async writeWith(
		node: { readonly key: string; readonly title: string },
		temperature: number | undefined,
	): Promise<WrittenPatch | undefined> {
		const { at, writer, written } = await this.steps.patch(this.at, node, {
			...{ writer: this.writer, failures: this.failures, others: this.start.others, shown: this.shown },
			...(temperature !== undefined && { temperature }),
		});
		this.writer = writer;
		this.at = written === undefined ? this.at : at;
		return written;
	}

	/** Shows the model the faults. After two wrong patches the bug is located again, and a new conversation begins. */
	private async reject(failure: FailedPatch): Promise<void> {
		this.failures = [...this.failures, failure];
		const located =
			++this.nRejected === patchesPerSearch
				? await this.steps.locateAgain(this.start, this.failures, this.shown)
				: undefined;
		if (located === undefined) {
			await this.writer?.reject(this.at, failure, this.shown && withoutOtherInputs(this.shown.reproducer.text));
			return;
		}
		this.at = located;
		this.writer = undefined;
	}

	private async rewriteReproducer(analysis: string): Promise<void> {
		if (this.shown !== undefined) {
			const failure = { reproducer: this.shown.reproducer, analysis };
			const { at, shown } = await this.steps.reproduce(this.at, [failure]);
			this.at = at;
			this.failures = withoutProgram(this.failures, withoutOtherInputs(failure.reproducer.text));
			this.shown = shown;
		}
	}
}

/** The results of a program that turned out to be wrong are no evidence; a patch with no other faults is dropped. */
function withoutProgram(failures: readonly FailedPatch[], program: string): FailedPatch[] {
	return failures.flatMap(failure => {
		const { program: shown, output: _output, ...others } = failure.faults;
		const isLeft = Object.keys(others).length > 0;
		return shown !== program ? [failure] : isLeft ? [{ ...failure, faults: others }] : [];
	});
}
