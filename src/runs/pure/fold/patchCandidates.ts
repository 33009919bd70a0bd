import type { PatchEvaluation } from '../model/imported';
import type { Patch, PatchReview } from '../model/patch';
import type { ReproducerRun } from '../model/reproducer';
import type { CrashCheck } from '../model/testing/crashCheck';
import type { ValidationRun } from '../model/testing/validation';
import type { RunFix } from './runFix';
import type { RunNode } from './runNode';

/** A patch the user can choose, with the evidence for and against it. */
export interface PatchCandidate {
	/** From 1; see `patchNumbers`. */
	readonly number: number;
	readonly patch: Patch;
	/** Of the first one: why it is first, in one line. */
	readonly why?: string;
	/** The reasons for its rank; empty while nothing is ranked. */
	readonly reasons: readonly string[];
	/** The reproducer without the patch. */
	readonly before?: ReproducerRun;
	/** The reproducer with the patch. */
	readonly after?: ReproducerRun;
	/** The project's tests with the patch. */
	readonly validation?: ValidationRun;
	/** The project's tests without any patch. */
	readonly plainTests?: ValidationRun;
	/** The project's own build and reproducer commands with the patch. */
	readonly crash?: CrashCheck;
	/** The same without any patch. */
	readonly plainCrash?: CrashCheck;
	/** The latest one. */
	readonly evaluation?: PatchEvaluation;
	/** The latest review. */
	readonly review?: PatchReview;
}

/**
 * The number of each patch, by its id, in every view: ranked patches in their order, best first, then the others in the
 * order they were written in. So a number changes only when patches are ranked, at the end of a fix.
 */
export function patchNumbers({ ranking, patches }: RunFix): ReadonlyMap<string, number> {
	const written = patches.map(({ id }) => id);
	const ranked = ranking.map(({ patch }) => patch).filter(id => written.includes(id));
	const ids = [...new Set([...ranked, ...written])];
	return new Map(ids.map((id, at) => [id, at + 1]));
}

/** The ranked patches, best first; after them the unranked ones that no other patch replaces or equals. */
export function patchCandidates(fix: RunFix): PatchCandidate[] {
	const equal = new Set(fix.ranking.flatMap(({ same = [] }) => same));
	return [...patchNumbers(fix)].flatMap(([id, number]) => {
		const patch = fix.patches.find(each => each.id === id);
		const ranked = fix.ranking.find(each => each.patch === id);
		const isReplaced = equal.has(id) || fix.patches.some(({ replaces }) => replaces === id);
		if (patch === undefined || (ranked === undefined && isReplaced)) {
			return [];
		}
		const { why, reasons = [] } = ranked ?? {};
		return [{ number, patch, ...(why !== undefined && { why }), reasons, ...evidenceOf(fix, id) }];
	});
}

/** `Patch 2: ` for a node of the run that wrote, ran or reviewed that patch; '' for any other. */
export function patchPrefix(node: RunNode, numbers: ReadonlyMap<string, number>): string {
	const { patches, reproducerRuns, validationRuns, crashChecks, reviews } = node;
	const judged = [...reproducerRuns, ...validationRuns, ...crashChecks, ...reviews].flatMap(({ patch }) => patch ?? []);
	const number = numbers.get(patches.at(-1)?.id ?? judged.at(-1) ?? '');
	return number === undefined ? '' : `Patch ${number}: `;
}

function evidenceOf(
	fix: RunFix,
	patch: string,
): Pick<
	PatchCandidate,
	'before' | 'after' | 'validation' | 'plainTests' | 'crash' | 'plainCrash' | 'evaluation' | 'review'
> {
	const review = fix.reviews.findLast(each => each.patch === patch);
	const after = fix.reproducerRuns.findLast(
		run => run.patch === patch && (review === undefined || run.reproducer === review.reproducer),
	);
	const before = fix.reproducerRuns.findLast(
		run => run.patch === undefined && run.reproducer === (after?.reproducer ?? review?.reproducer ?? run.reproducer),
	);
	const validation = fix.validationRuns.findLast(run => run.patch === patch);
	const plainTests = fix.validationRuns.findLast(run => run.patch === undefined);
	const crash = fix.crashChecks.findLast(check => check.patch === patch);
	const evaluation = fix.evaluations.findLast(each => each.patch === patch);
	const plainCrash = fix.crashChecks.findLast(check => check.patch === undefined);
	return {
		...(before !== undefined && { before }),
		...(after !== undefined && { after }),
		...(validation !== undefined && { validation }),
		...(plainTests !== undefined && { plainTests }),
		...(crash !== undefined && { crash }),
		...(plainCrash !== undefined && { plainCrash }),
		...(evaluation !== undefined && { evaluation }),
		...(review !== undefined && { review }),
	};
}
