import type { Run } from '../../runs/pure/fold/run';
import type { RunNode } from '../../runs/pure/fold/runNode';
import { followers, nodesOf } from '../../runs/pure/fold/runTree';
import { counted } from '../../system/pure/text/counted';
import { engineText, t } from '../language';
import { type Item, leaf } from './item';
import { nodeText } from './nodeText';
import type { RunView } from './runView';

/** In a search that branches at actions: among which candidates an action was chosen, and which alternatives are left. */
export function expansionItems({ run, detail }: RunView, node: RunNode): Item[] {
	return [...comparedItems(run, node), ...(detail === 'full' ? leftItems(node) : [])];
}

function comparedItems({ imported }: Pick<Run, 'imported'>, { id, compared }: RunNode): Item[] {
	if (compared === undefined) {
		return [];
	}
	const { candidates } = compared;
	// Reasons of another tool are its model's own text.
	const reasons = imported === undefined ? compared.reasons.split('\n').map(engineText).join('\n') : compared.reasons;
	const text = t('Chosen among {0}', engineText(counted(candidates.length, 'candidate')));
	const shown = candidates.map(({ thought, action }) => [thought.trim(), action.trim()].filter(Boolean).join('\n\n'));
	return [
		{
			id: `compared:${id}`,
			label: text,
			content: { kind: 'fold', text },
			startsOpen: false,
			children: [
				...shown.map((candidate, at) => {
					const numbered = t('Candidate {0}: {1}', at + 1, candidate);
					return leaf(`candidate:${id}:${at}`, numbered, { kind: 'text', text: numbered });
				}),
				...(reasons === '' ? [] : [leaf(`reasons:${id}`, reasons, { kind: 'reasoning', text: reasons })]),
			],
		},
	];
}

function leftItems({ id, expansion }: RunNode): Item[] {
	const values = Object.entries(expansion?.left ?? {}).map(([type, n]) => `${type} ${n}`);
	const name = t('Alternatives left');
	return values.length === 0
		? []
		: [leaf(`left:${id}`, t('{0}: {1}', name, values.join(', ')), { kind: 'fact', name, values })];
}

/**
 * In a search that branches at actions: the node at which the run continued after the last one of a branch, by the
 * latter's id.
 */
export function nextAfterBranches(run: Pick<Run, 'nodes'>): ReadonlyMap<string, RunNode> {
	const inOrder = nodesOf(run).filter(({ isAside }) => isAside !== true);
	const next = new Map<string, RunNode>();
	if (inOrder.some(({ expansion }) => expansion !== undefined)) {
		for (const [at, node] of inOrder.entries()) {
			const after = inOrder[at + 1];
			if (after !== undefined && followers(run, node).length === 0) {
				next.set(node.id, after);
			}
		}
	}
	return next;
}

/** The link from the end of a branch to the node at which the run continued. */
export function nextItem({ id }: RunNode, next: RunNode, number: string | undefined): Item {
	const title = number === undefined ? nodeText(next) : t('round {0}: {1}', number, nodeText(next));
	return leaf(`next:${id}`, t('Continued with {0}', title), { kind: 'next', after: id, node: next.id, title });
}
