import { findRepository, type Repository, requireCommit } from '../../history/node/git/repository';
import { takenHunks } from '../../runs/pure/events/patchDecisions';
import type { Run } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import type { FileCopies } from '../../runs/pure/log/fileCopies';
import type { RootFolder } from '../../system/node/files/rootFolder';
import { UserError } from '../../system/pure/errors/userError';
import { hunkCounts } from '../pure/acceptance/offeredFile';
import { type AcceptedPatches, acceptedPatches } from '../pure/delivery/acceptedPatches';
import { freeBranch, requireBranchName, suggestedBranch } from '../pure/delivery/branchName';
import { type DeliveredProof, type DeliveryText, deliveryText } from '../pure/delivery/deliveryText';
import { changesOn, type FileChange, inOneFolder, placeOf, type TouchedFolder, touchedFiles } from './acceptedFiles';
import { branchHead, branchNames, requireChanges, treeOf } from './commitOnBranch';

export interface DeliverySource {
	readonly run: Run;
	readonly roots: readonly RootFolder[];
	readonly copies: FileCopies;
	/** Delivers this whole patch, by its id, instead of the changes in the user's files. */
	readonly patch?: string | undefined;
	/** The proof records of the run's patches, by their ids. */
	readonly proofs?: ReadonlyMap<string, DeliveredProof>;
}

/** The content of a delivery, before its base is known. */
export interface PreparedDelivery {
	readonly run: Run;
	readonly patches: AcceptedPatches['patches'];
	readonly touched: TouchedFolder;
	readonly repository: Repository | undefined;
	readonly proofs?: ReadonlyMap<string, DeliveredProof>;
}

/** Reads the accepted changes. Throws `UserError` if there are none, or they cannot be delivered. */
export async function prepareDelivery({
	run,
	roots,
	copies,
	patch,
	proofs,
}: DeliverySource): Promise<PreparedDelivery> {
	if (patch !== undefined) {
		const found = fixOf(run).patches.find(({ id }) => id === patch);
		if (found === undefined) {
			throw new UserError(`Run ${run.id} has no patch ${patch}.`);
		}
		const touched = inOneFolder(
			found.files.map(({ path, before, after }) => {
				const { folder, inside } = placeOf(path, roots);
				return { folder, file: { path: inside, writes: [{ before, after }], now: { text: after } } };
			}),
		);
		const { nHunks } = takenHunks(run.decisions, patch, hunkCounts(found.files));
		const taken = { state: 'all', nHunks, nAccepted: nHunks, nRejected: 0, nUndone: 0, nPending: 0 } as const;
		const patches = [{ id: patch, taken }];
		return { run, patches, touched, repository: await findRepository(touched.folder), ...(proofs && { proofs }) };
	}
	const accepted = acceptedPatches(run);
	const touched = await touchedFiles(run.id, accepted, roots, copies);
	const repository = await findRepository(touched.folder);
	return { run, patches: accepted.patches, touched, repository, ...(proofs && { proofs }) };
}

/** A commit that was made, or is to be made. */
export interface PlannedCommit {
	readonly root: string;
	readonly base: string;
	readonly branch: string;
	readonly changes: readonly FileChange[];
	readonly text: DeliveryText;
	/** The number of the issue, if it is one of the same repository. */
	readonly closes?: number;
	/** The user chose the name of the branch. */
	readonly isNamed?: true;
	/** Id of the commit, if an earlier call made it. */
	readonly made?: string;
}

export interface CommitOptions {
	/** The parent; the user's newest commit unless given. */
	readonly base?: string | undefined;
	/** Unless given, one that is not taken. */
	readonly branch?: string | undefined;
	/** The number of the issue, if it is one of the same repository. */
	readonly closes?: number | undefined;
}

/**
 * The commit of the accepted changes. One that was made for the same content, and whose branch is still there, is used
 * again. Throws `UserError` if there is nothing to commit, or nothing to commit to.
 */
export async function planCommit(prepared: PreparedDelivery, options: CommitOptions = {}): Promise<PlannedCommit> {
	const { run, touched, patches, proofs } = prepared;
	const repository = requireCommit(prepared.repository, touched.folder);
	const { root } = repository;
	const base = options.base ?? repository.head;
	const changes = await changesOn(touched, repository, base);
	requireChanges(changes);
	const edited = changes.filter(({ isEdited }) => isEdited).map(({ path }) => path);
	const { closes, branch } = options;
	const text = deliveryText(run, {
		patches,
		edited,
		...(proofs && { proofs }),
		...(closes !== undefined && { closes }),
	});
	const tree = await treeOf({ root, base, changes });
	const planned = { root, base, changes, text, ...(closes !== undefined && { closes }) };
	for (const known of run.deliveries.toReversed()) {
		const isSame = known.tree === tree && known.base === base && (branch ?? known.branch) === known.branch;
		if (isSame && (await branchHead(root, known.branch)) === known.commit) {
			return { ...planned, branch: known.branch, made: known.commit };
		}
	}
	if (branch !== undefined) {
		requireBranchName(branch);
		return { ...planned, branch, isNamed: true };
	}
	const taken = new Set((await branchNames(root)).map(name => name.toLowerCase()));
	const free = freeBranch(suggestedBranch(text.title.replace(/^Fix: /, ''), closes), name => taken.has(name));
	return { ...planned, branch: free };
}
