import type { MemoryRef } from '../../runs/pure/events/memoryEvents';
import { type MemoryEntry, type MemoryPart, openTokens } from '../../runs/pure/fold/memory/memoryEntry';
import { workingMemoryOf } from '../../runs/pure/fold/memory/workingMemory';
import { leavesOf } from '../../runs/pure/fold/runTree';
import { tokensText } from '../../runs/pure/fold/usage';
import { placeText } from '../../runs/pure/model/placeText';
import { shortened } from '../../runs/pure/model/shortened';
import { counted } from '../../system/pure/text/counted';
import { comma, engineText, t } from '../language';
import { callSignature } from './callItems';
import { type Item, leaf } from './item';
import type { MemoryPartRow } from './rowContent';
import type { RunView } from './runView';

const titleLength = 120;

/** The working memory of a trajectory: the text shown to its model in the next round, and its cost. */
export function memoryItems({ run }: RunView, trajectory: string): Item[] {
	const leaves = leavesOf(run, trajectory).map(({ id }) => id);
	const node = leaves.includes(run.selected.leaf) ? run.selected.leaf : (leaves.at(-1) ?? trajectory);
	const memory = workingMemoryOf(run, node);
	const { entries, notes } = memory;
	if (entries.length + notes.length === 0) {
		return [];
	}
	const summary = [counted(entries.length, 'result'), tokensText(openTokens(entries))].map(engineText).join(comma);
	return [
		{
			id: `memory:${trajectory}`,
			label: t('Working Memory: {0}', summary),
			content: { kind: 'memory', summary },
			startsOpen: false,
			children: [
				...entries.map(entry => entryItem(entry, node)),
				...notes.map((note, at) => {
					// Without a model, core wrote it.
					const text = run.server === undefined ? engineText(note) : note;
					return leaf(`memoryNote:${trajectory}:${at}`, t('Note: {0}', text), { kind: 'memoryNote', text });
				}),
			],
		},
	];
}

function entryItem(entry: MemoryEntry, node: string): Item {
	const { call, parts, scope, isPinned } = entry;
	const [only] = parts;
	const title = shortened(callSignature(call), titleLength);
	const open = parts.filter(({ state }) => state === 'open');
	const content: MemoryPartRow = {
		...{ kind: 'memoryPart', node, part: { call: call.id }, isGroup: parts.length > 1, title, isPinned },
		detail: [
			...(scope === undefined ? [] : [engineText(scope)]),
			...(isPinned ? [t('pinned')] : []),
			...parts.flatMap(cutOff).slice(0, 1),
		].join(comma),
		state: open.length > 0 ? 'open' : (parts.find(({ state }) => state === 'closed')?.state ?? 'repeated'),
		cost: engineText(tokensText(open.reduce((sum, { tokens }) => sum + tokens, 0))),
		...(parts.length === 1 && only?.place !== undefined && { place: only.place }),
	};
	const children = parts.length > 1 ? parts.map((part, at) => partItem(part, { call: call.id, part: at }, node)) : [];
	return { id: `memory:${node}:${call.id}`, label: labelOf(content), content, startsOpen: false, children };
}

function partItem(part: MemoryPart, ref: MemoryRef, node: string): Item {
	const { name, title = '', place, state, tokens } = part;
	const content: MemoryPartRow = {
		...{
			kind: 'memoryPart',
			node,
			part: ref,
			isGroup: false,
			isPinned: false,
			state,
			cost: engineText(tokensText(tokens)),
		},
		title: partTitle(part),
		detail: [title, name === '' || place === undefined ? '' : placeText(place), ...cutOff(part)]
			.filter(text => text !== '')
			.join(comma),
		...(place !== undefined && { place }),
	};
	return leaf(`memory:${node}:${ref.call}:${ref.part}`, labelOf(content), content);
}

function partTitle({ kind, name, place }: MemoryPart): string {
	if (name === '') {
		return place === undefined ? t('other text') : placeText(place);
	}
	return kind === 'commit' ? t('commit {0}', name.slice(0, 10)) : name;
}

function cutOff({ state, shownCharacters }: MemoryPart): string[] {
	return state === 'open' && shownCharacters !== undefined ? [t('cut off')] : [];
}

function labelOf({ title, detail, state, cost }: MemoryPartRow): string {
	const spoken = state === 'open' ? cost : memoryStates[state];
	return [title, detail, spoken].filter(text => text !== '').join(comma);
}

/** In words, for a part that is not open. */
export const memoryStates: Readonly<Record<Exclude<MemoryPartRow['state'], 'open'>, string>> = {
	closed: t('closed'),
	repeated: t('shown in another result'),
};
