import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import { hunkCounts } from '../../../patches/pure/acceptance/offeredFile';
import { takenHunks } from '../../../runs/pure/events/patchDecisions';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { UserError } from '../../../system/pure/errors/userError';
import { counted } from '../../../system/pure/text/counted';
import { type LabelledSet, labelledSets } from './labelledSets';
import { eachDiffOnce, type Shareable, shareablePatches } from './shareablePatches';

/** `preferences`: the user's choices. `labelled`: test results. */
export const trainingFormats = ['preferences', 'labelled'] as const;
export type TrainingFormat = (typeof trainingFormats)[number];

export interface TrainingOptions {
	readonly format: TrainingFormat;
	/** Of the workspace: patches that change such files are left out. */
	readonly hidden: HiddenFiles;
	/** For `labelled`: decides the selection and the order. */
	readonly seed: string;
	/** For `labelled`: the diff of the fix that was committed. */
	readonly committed?: string;
}

/** Two patches for one issue; the user preferred one of them; the keys are a contract. */
export interface PreferencePair extends Pick<Shareable, 'issue'> {
	readonly run: string;
	/** Unified diffs: the one that was accepted, and the one that was rejected, both as a whole. */
	readonly chosen: string;
	readonly rejected: string;
}

/** Training data from a run, as it may leave the machine. */
export interface TrainingExport {
	/** A JSON line each. */
	readonly rows: readonly (PreferencePair | LabelledSet)[];
	/** Patches left out as they change hidden files. */
	readonly nHidden: number;
}

/** Throws `UserError` if there is nothing to export. */
export async function trainingExport(
	run: Run,
	{ format, hidden, seed, committed }: TrainingOptions,
): Promise<TrainingExport> {
	const others = committed === undefined ? [] : [{ id: committedId, diff: committed }];
	const shareable = shareablePatches(run, hidden, others);
	const { nHidden } = shareable;
	const rows =
		format === 'preferences'
			? preferencePairs(run, shareable)
			: await labelledSets(run, shareable, { seed, ...(committed !== undefined && { committed: committedId }) });
	if (rows.length === 0) {
		const patches = counted(fixOf(run).patches.length, 'patch', 'patches');
		throw new UserError(
			`Run ${run.id} (${patches}, ${nHidden} of them hidden) has nothing to export. ${advice[format]}`,
		);
	}
	return { rows, nHidden };
}

/** No id of a patch of a run. */
const committedId = 'committed';

const advice: Readonly<Record<TrainingFormat, string>> = {
	preferences: 'A pair needs a patch that you accepted and one that you rejected, each as a whole.',
	labelled: 'A set needs a wrong and a right patch by the tests; --fix FILE takes the fix that was committed.',
};

/**
 * Each diff that was accepted beside each that was only rejected: rejecting it again, as another patch, is no
 * preference. Nor are patches decided in part, or undone.
 */
function preferencePairs(run: Run, { issue, patches }: Shareable): readonly PreferencePair[] {
	const decided = fixOf(run).patches.map(({ id, files }) => ({
		id,
		taken: takenHunks(run.decisions, id, hunkCounts(files)),
	}));
	const patchesOf = (isWanted: (each: (typeof decided)[number]) => boolean) => {
		const ids = decided.filter(isWanted).map(({ id }) => id);
		return patches.filter(({ patch }) => ids.includes(patch.id));
	};
	const accepted = eachDiffOnce(patchesOf(({ taken }) => taken.state === 'all'));
	const rejected = patchesOf(({ taken: { nHunks, nRejected } }) => nHunks > 0 && nRejected === nHunks);
	const onlyRejected = eachDiffOnce(rejected, accepted);
	return accepted.flatMap(({ diff: chosen }) =>
		onlyRejected.map(({ diff }) => ({ run: run.id, issue, chosen, rejected: diff })),
	);
}
