import type { Patch } from '../../model/patch';
import type { FailedPatch } from '../../stages/patch/writePatch';
import type { FixSteps, ShownBug, Verdict } from './fixSteps';

/** How often a patch is judged at most: AutoCodeRover's number of rounds. */
const maxReviews = 5;

/**
 * Writes the candidates, each until nothing speaks against it or its reviews are used up. A candidate is told of those
 * before it. Without a reproducer they are not reviewed: only the project's tests then say anything about them.
 */
export async function writeCandidates(
	steps: FixSteps,
	shown: ShownBug | undefined,
	nCandidates: number,
): Promise<void> {
	const others: Patch[] = [];
	let test = shown;
	while (others.length < nCandidates) {
		const written = await writeCandidate(steps, test, others);
		if (written === undefined) {
			return;
		}
		others.push(written.patch);
		test = written.shown;
	}
}

interface Candidate {
	readonly patch: Patch;
	/** The newest reproducer. */
	readonly shown: ShownBug | undefined;
}

/** Judges each patch that is written, the last one too; whichever of patch and reproducer is wrong is written anew. */
async function writeCandidate(
	steps: FixSteps,
	first: ShownBug | undefined,
	others: readonly Patch[],
): Promise<Candidate | undefined> {
	const failures: FailedPatch[] = [];
	let shown = first;
	let newest: Patch | undefined;
	let patch = await steps.patch(failures, others);
	for (let round = 1; patch !== undefined; round++) {
		newest = patch;
		const verdict = shown && (await steps.judge(patch, shown));
		const complaint = await complaintOf(steps, patch, verdict);
		const isTestWrong = verdict?.isTestRight === false;
		if ((complaint === undefined && !isTestWrong) || round === maxReviews) {
			break;
		}
		if (isTestWrong && shown !== undefined) {
			shown = (await steps.reproduce([{ reproducer: shown.reproducer, analysis: verdict.testAnalysis }])) ?? shown;
		}
		if (complaint !== undefined) {
			failures.push({ patch, analysis: complaint });
			patch = await steps.patch(failures, others);
		}
	}
	return newest && { patch: newest, shown };
}

/** What speaks against a patch. Tests are run only where its review is over. */
async function complaintOf(steps: FixSteps, patch: Patch, verdict: Verdict | undefined): Promise<string | undefined> {
	if (verdict?.isPatchRight === false) {
		return verdict.patchAnalysis;
	}
	return verdict?.isTestRight === false ? undefined : steps.validate(patch);
}
