import { counted } from '../../core/model/counted';
import type { RunNode } from '../../core/model/run/runNode';
import { type Item, leaf } from './item';
import type { RunView } from './runView';

/** In a search that branches at actions: among which candidates an action was chosen, and which alternatives are left. */
export function expansionItems({ detail }: RunView, node: RunNode): Item[] {
	return [...comparedItems(node), ...(detail === 'full' ? leftItems(node) : [])];
}

function comparedItems({ id, compared }: RunNode): Item[] {
	if (compared === undefined) {
		return [];
	}
	const { candidates, reasons } = compared;
	const text = `Chosen among ${counted(candidates.length, 'candidate')}`;
	const shown = candidates.map(({ thought, action }) => [thought.trim(), action.trim()].filter(Boolean).join('\n\n'));
	return [
		{
			id: `compared:${id}`,
			label: text,
			content: { kind: 'fold', text },
			startsOpen: false,
			children: [
				...shown.map((candidate, at) => {
					const numbered = `Candidate ${at + 1}: ${candidate}`;
					return leaf(`candidate:${id}:${at}`, numbered, { kind: 'text', text: numbered });
				}),
				...(reasons === '' ? [] : [leaf(`reasons:${id}`, reasons, { kind: 'reasoning', text: reasons })]),
			],
		},
	];
}

function leftItems({ id, expansion }: RunNode): Item[] {
	const values = Object.entries(expansion?.left ?? {}).map(([type, n]) => `${type} ${n}`);
	const name = 'Alternatives left';
	return values.length === 0
		? []
		: [leaf(`left:${id}`, `${name}: ${values.join(', ')}`, { kind: 'fact', name, values })];
}
