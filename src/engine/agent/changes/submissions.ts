import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import { beforeDiff } from '../../../runs/pure/diff/beforeDiff';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { LocationsNamed, NodeOutcome, PatchWritten, Stepped } from '../../../runs/pure/events/runEvent';
import type { BranchExit } from '../../../runs/pure/events/treeEvents';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { branchRoot, resultOf, subtreeOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Patch, PatchedFile } from '../../../runs/pure/model/patch';
import { UserError } from '../../../system/pure/errors/userError';
import { shownBug } from '../../evidence/fixEvidence';
import type { Judging, Verdict } from '../../evidence/judging';
import { rankingWith } from '../../stages/locate/agent/namedSuspects';
import { preparePatch } from '../../stages/select/preparePatch';
import type { TreeContext } from '../branching/treeContext';
import { isAcceptedPatch, isLastTry, isSubmission, submissionsOf } from '../branching/treeTurns';
import { changedLocations } from './changedLocations';
import type { TreeBench } from './treeBench';

export interface SubmissionDeps {
	readonly bench: TreeBench;
	readonly judging: Judging;
}

interface Submission extends SubmissionDeps {
	readonly key: string;
	/** The files are as they are now; else as they were after the turn. */
	readonly isNow?: true;
	/** `exit_api`, `exit_cost`: the model cannot be asked any more. */
	readonly exit: BranchExit | 'exit_api' | 'exit_cost';
}

/** What became of a submission. */
export type Submitted =
	| { readonly kind: 'judged'; readonly verdict: Verdict; readonly patch: Patch }
	/** The same patch was submitted before; `isAccepted`: as one that ends a path. */
	| { readonly kind: 'known'; readonly isAccepted: boolean }
	/** There is no change. */
	| { readonly kind: 'empty' }
	| { readonly kind: 'failed' };

/**
 * Submits the changes of a turn as a patch, in a node of its own, and has it judged. `exit`: why it is submitted.
 */
export async function submitChanges(
	tree: TreeContext,
	turn: string,
	{ key, exit, bench, judging, isNow }: Submission,
): Promise<Submitted> {
	const { log, stageDeps } = tree;
	const { workspace } = stageDeps.context;
	const node = await log.open(turn, { kind: 'stage', phase: 'patch', key, title: 'Submit the changes' });
	const written = await log.step(node, submitStep, {}, async (): Promise<PatchWritten | Stepped> => {
		try {
			return await changesAsPatch(tree, bench, { node, ...(isNow !== true && { turn }) });
		} catch (error) {
			stageDeps.agent.signal.throwIfAborted();
			if (!(error instanceof UserError)) {
				throw error;
			}
			// Other branches and their patches are not lost with this one.
			await log.once(node, { type: 'noted', text: error.message });
			return { type: 'stepped', output: notSubmitted };
		}
	});
	if (written.type === 'patchWritten') {
		const { id, files } = written.patch;
		await log.step(node, 'name locations', { patch: id }, async (): Promise<LocationsNamed> => {
			const { locations: named, isProvisional, ranking } = resultOf(log.run, node);
			const reported = isProvisional ? [] : named;
			const others = changedLocations(files, workspace, node).filter(({ id }) =>
				reported.every(each => each.id !== id),
			);
			const locations = [...reported, ...others];
			return { type: 'locationsNamed', locations, ranking: rankingWith(locations, ranking) };
		});
	}
	await log.close(node, submittedText(written, exit), outcomeOf(written));
	// The last one is, whatever speaks against it: the reproducer may be wrong.
	const isReviewed = isLastTry(log.run, turn, tree.options);
	if (written.type === 'patchWritten') {
		const { verdict } = await judging.judge(node, written.patch, { shown: shownBug(fixOf(log.run)), isReviewed });
		return { kind: 'judged', verdict, patch: written.patch };
	}
	const known = unjudged(log, written.output);
	if (known !== undefined) {
		const { verdict } = await judging.judge(node, known, { shown: shownBug(fixOf(log.run)), isReviewed });
		return { kind: 'judged', verdict, patch: known };
	}
	if (written.output === null || written.output === notSubmitted) {
		return { kind: written.output === null ? 'empty' : 'failed' };
	}
	return { kind: 'known', isAccepted: isAcceptedPatch(log.run, written.output, tree.options) };
}

/**
 * A patch that was submitted before, if that was judged by another reproducer than what there is now: a newer one, or none
 * after the reviewer rejected it.
 */
function unjudged({ run }: RunLog, id: unknown): Patch | undefined {
	const fix = fixOf(run);
	const patch = fix.patches.find(each => each.id === id);
	const reproducer = shownBug(fix)?.reproducer.id;
	const isJudged =
		reproducer === undefined
			? fix.reviews.findLast(each => each.patch === id)?.testCorrect !== false
			: fix.reproducerRuns.some(ran => ran.patch === id && ran.reproducer === reproducer);
	return isJudged ? undefined : patch;
}

const submitStep = 'submit the changes';
/** Recorded instead of a patch's id if the submission failed; null is recorded if there is no change. */
const notSubmitted = false;

/** The changes up to a turn, or those of now, as a new patch, or the id of the same one. */
async function changesAsPatch(
	tree: TreeContext,
	bench: TreeBench,
	{ turn, node }: { readonly turn?: string; readonly node: string },
): Promise<PatchWritten | Stepped> {
	const { log, stageDeps } = tree;
	if (turn !== undefined) {
		await bench.restore(turn, node);
	}
	const { changed, unread } = await changedFiles(await bench.workbench.diff(), bench.workbench.workspace);
	if (unread.length > 0) {
		const text = `Not in the patch, because they are not text files or hidden from the model: ${unread.join(', ')}.`;
		await log.once(node, { type: 'noted', text });
	}
	const paths = (await stageDeps.context.workspace.files.list()).map(({ path }) => path);
	const prepared = preparePatch(changed, paths);
	const diff = printDiff(prepared.files);
	// Patches are ranked within the branch that is shown: the same one elsewhere would not be its result.
	const known = fixOf(log.run, branchRoot(log.run)).patches.find(each => each.diff === diff);
	if (prepared.files.length === 0 || known !== undefined) {
		return { type: 'stepped', output: known?.id ?? null };
	}
	const { leftOut } = prepared;
	const patch: Patch = { id: log.newId('p'), diff, files: prepared.files, ...(leftOut.length > 0 && { leftOut }) };
	return { type: 'patchWritten', patch };
}

/** Whether a turn submitted a patch that was accepted before: it ends its path as well. */
export async function repeatsAccepted({ log, options }: TreeContext, turn: string): Promise<boolean> {
	const patch = submissionsOf(log.run, turn).length === 0 ? undefined : await newestSubmission(log, turn);
	return patch !== undefined && isAcceptedPatch(log.run, patch.id, options);
}

/** The newest patch that was submitted from a turn on; also one that was submitted before, by another branch. */
export async function newestSubmission(log: RunLog, turn: string): Promise<Patch | undefined> {
	const submissions = subtreeOf(log.run, turn).filter(node => isSubmission(node) && node.state === 'closed');
	const { patches } = fixOf(log.run);
	const nothing: Stepped = { type: 'stepped', output: null };
	for (const { id } of submissions.reverse()) {
		const written = await log.step(id, submitStep, {}, async (): Promise<PatchWritten | Stepped> => nothing);
		const patch = written.type === 'patchWritten' ? written.patch : patches.find(each => each.id === written.output);
		if (patch !== undefined) {
			return patch;
		}
	}
	return undefined;
}

function outcomeOf(written: PatchWritten | Stepped): NodeOutcome | undefined {
	if (written.type === 'patchWritten') {
		return undefined;
	}
	switch (written.output) {
		case null:
			return { kind: 'nothing' };
		case notSubmitted:
			return { kind: 'failed', next: 'Give feedback on an earlier round.' };
		default:
			return { kind: 'same' };
	}
}

function submittedText(written: PatchWritten | Stepped, exit: Submission['exit']): string {
	const status = exit === 'submitted' ? exit : `submitted (${exit})`;
	if (written.type === 'patchWritten') {
		return `${status}: a patch of ${written.patch.files.map(({ path }) => path).join(', ')}`;
	}
	switch (written.output) {
		case null:
			return `${exit}: there is no change to submit`;
		case notSubmitted:
			return `${exit}: the changes could not be submitted`;
		default:
			return `${status}: the same patch as another branch`;
	}
}

/** The files of a diff of a workspace as it is now; `unread`: paths of those that are not text files, or hidden from models. */
export async function changedFiles(
	diff: string,
	{ files }: Pick<Workspace, 'files'>,
): Promise<{ readonly changed: readonly PatchedFile[]; readonly unread: readonly string[] }> {
	const changed: PatchedFile[] = [];
	const unread: string[] = [];
	for (const change of parseDiff(diff)) {
		const { oldPath, newPath, named, isBinary } = change;
		const after = newPath === undefined ? '' : await readIfText(files, newPath);
		const before = beforeDiff(after, change);
		if (before === undefined || isBinary) {
			unread.push(newPath ?? oldPath ?? '');
		} else if (oldPath === newPath || oldPath === undefined || newPath === undefined) {
			const path = newPath ?? oldPath ?? '';
			changed.push({ path, ...(oldPath !== undefined && { before }), ...(newPath !== undefined && { after }) });
		} else {
			changed.push({ path: newPath, after }, ...(named === 'copied' ? [] : [{ path: oldPath, before }]));
		}
	}
	return { changed, unread };
}
