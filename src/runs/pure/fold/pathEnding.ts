import type { BranchExit } from '../events/treeEvents';
import { capText } from './capText';
import { type Run, rootNode } from './run';
import type { RunNode } from './runNode';
import { compareIds, nodesOf, subtreeOf } from './runTree';

/** Why a path of a run ended without what it was begun for: a patch for a fix, else locations. */
export type EndReason = (typeof endReasons)[number];

/** `superseded`: newer feedback came first. `noResult`: the model named nothing new. */
export const endReasons = [
	...(['exit_format', 'exit_context', 'exit_error', 'exit_limit', 'dropped'] satisfies BranchExit[]),
	...(['pruned', 'superseded', 'noChange', 'notSubmitted', 'samePatch', 'noResult'] as const),
	...(['cap', 'cancelled', 'failed', 'interrupted'] as const),
] as const;

/** Two sentences about the end of a path: what the user can do, and why it ended. */
interface ReasonText {
	readonly next: string;
	readonly why: string;
}

const texts: Readonly<Record<Exclude<EndReason, 'cap'> | Exclude<BranchExit, 'submitted'>, ReasonText>> = {
	exit_format: {
		next: 'Try again, or choose another model.',
		why: 'The answers of the model could not be read.',
	},
	exit_context: {
		next: 'Choose a model with a larger context window.',
		why: "The model's context window is full.",
	},
	exit_error: { next: 'Give feedback on an earlier round.', why: 'An action could not be taken, twice.' },
	exit_limit: {
		next: 'Give feedback on an earlier round: as many actions may follow it again.',
		why: 'The limit of actions was reached.',
	},
	dropped: {
		next: 'Name another way in your feedback.',
		why: 'Every alternative repeats what was tried before.',
	},
	pruned: { next: 'Restore the branch to continue it.', why: 'You pruned it.' },
	superseded: {
		next: 'Give this feedback again if it still applies.',
		why: 'Newer feedback came before this could be followed.',
	},
	noChange: { next: 'Say in your feedback what to change.', why: 'The model changed nothing.' },
	notSubmitted: { next: 'Give feedback on an earlier round.', why: 'The changes could not be submitted.' },
	samePatch: {
		next: 'Say in your feedback what is wrong with the patch.',
		why: 'The model wrote the same patch as before.',
	},
	noResult: { next: 'Say in your feedback where to look.', why: 'The model named nothing new.' },
	cancelled: { next: 'Resume the run to continue.', why: 'The run was cancelled.' },
	failed: { next: 'Resume the run once its problem is solved.', why: 'The run failed.' },
	interrupted: { next: 'Resume the run to continue.', why: 'The run was interrupted.' },
};

export function reasonText(reason: EndReason, { reachedCap }: Pick<Run, 'reachedCap'>): ReasonText {
	if (reason !== 'cap') {
		return texts[reason];
	}
	return {
		next: 'Raise the limit in the settings, and try again.',
		why:
			reachedCap === undefined
				? 'A limit of this run is reached.'
				: `The limit of ${capText(reachedCap.cap, reachedCap.limit)} for this run is reached.`,
	};
}

/**
 * Why the path from a node on ended without a result: the node is feedback, the first node of an alternative or of a
 * trajectory, or the root. Undefined if it has a result.
 */
export function pathEnding(run: Run, start: string): EndReason | undefined {
	const own = ownNodes(run, start);
	const first = run.nodes[start];
	if (first === undefined || own.some(node => hasResult(run, node, start))) {
		return undefined;
	}
	if (own.some(({ isPruned }) => isPruned)) {
		return 'pruned';
	}
	const isNewer = ({ id, kind }: RunNode) => kind === 'feedback' && compareIds(id, start) > 0;
	if (first.kind === 'feedback' && own.length === 1 && nodesOf(run).some(isNewer)) {
		return 'superseded';
	}
	return unendedReason(run, own) ?? endedReason(own);
}

/** The nodes of a path, without those of later feedback. */
function ownNodes(run: Run, start: string): readonly RunNode[] {
	const later = new Set<string>();
	return subtreeOf(run, start).filter(({ id, kind, parent = '' }) => {
		const isLater = id !== start && (kind === 'feedback' || later.has(parent));
		if (isLater) {
			later.add(id);
		}
		return !isLater;
	});
}

/** What the embedded localizer names instead of a model is no answer to feedback. */
function hasResult({ goal }: Run, { patches, named }: RunNode, start: string): boolean {
	if (goal === 'fix') {
		return patches.length > 0;
	}
	return named !== undefined && named.locations.length > 0 && (start === rootNode || named.isEmbedded !== true);
}

function unendedReason({ state, reachedCap }: Run, own: readonly RunNode[]): EndReason | undefined {
	const isOpen = own.some(node => node.kind !== 'run' && node.kind !== 'feedback' && node.state === 'open');
	const hasTurns = own.some(({ exit }) => exit !== undefined);
	if (state === 'done') {
		return reachedCap === undefined ? undefined : 'cap';
	}
	return hasTurns && !isOpen ? undefined : state === 'cancelled' || state === 'failed' ? state : 'interrupted';
}

function endedReason(own: readonly RunNode[]): EndReason {
	const exit = own.findLast(node => node.exit !== undefined)?.exit;
	if (exit !== undefined && exit !== 'submitted') {
		return exit;
	}
	switch (own.findLast(({ kind, outcome }) => kind === 'stage' && outcome !== undefined)?.outcome?.kind) {
		case 'same':
			return 'samePatch';
		case 'failed':
			return 'notSubmitted';
		case 'nothing':
			return 'noChange';
		default:
			return 'noResult';
	}
}
