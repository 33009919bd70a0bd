import type { Run } from '../../runs/pure/fold/run';
import type { RunNode } from '../../runs/pure/fold/runNode';
import type { ShownPatch } from '../../runs/pure/fold/shownPatch';
import { comma, engineText, t } from '../language';
import type { Item } from '../rows/item';
import type { RowContent } from '../rows/rowContent';
import type { RowNodes } from '../rows/rowNodes';
import type { MapNode } from './mapLayout';

/** The content of a node's box. */
export interface BoxContent {
	readonly text: string;
	/** Its accessible name. */
	readonly spoken: string;
	/** The evidence about a leaf's patch, then the state of the node. */
	readonly marks: readonly BoxMark[];
}

export type BoxMark = EvidenceMark | BoxState;
type BoxState = keyof typeof stateTexts;

type EvidenceMark = 'proven' | 'unproven' | 'refuted';

/** The start of a box's title. The title of an ended branch needs none. */
const stateTexts = {
	running: (title: string) => t('Running: {0}', title),
	waiting: (title: string) => t('Waiting: {0}', title),
	pruned: (title: string) => t('Pruned: {0}', title),
	failed: (title: string) => title,
	dropped: (title: string) => title,
} as const;

/** In words. */
const markNames = {
	proven: t('proven'),
	unproven: t('unproven'),
	refuted: t('refuted'),
	failed: t('failed'),
	dropped: t('dropped'),
} as const;

/** `patch`: the leaf's. */
export function boxContent(
	{ id, parts, children }: MapNode,
	{ nodes }: Pick<Run, 'nodes'>,
	{ rowOf }: Pick<RowNodes, 'rowOf'>,
	patch: ShownPatch | undefined,
): BoxContent {
	const shown = parts.flatMap(part => nodes[part] ?? []);
	const first = rowOf.get(id);
	const writer = shown.findLast(part => part.id !== id && part.patches.length > 0);
	const state = boxState(shown, rowOf);
	// A stage stays open while turns follow it.
	const mark = children.length > 0 && (state === 'running' || state === 'waiting') ? undefined : state;
	const evidence = patch && evidenceMark(patch);
	const round = first?.content.kind === 'node' ? first.content.number : undefined;
	const own = titleOf(writer === undefined ? first : rowOf.get(writer.id));
	const title = mark === undefined ? own : stateTexts[mark](own);
	const spoken = [
		round === undefined ? title : t('Round {0}: {1}', round, title),
		...(mark === 'failed' || mark === 'dropped' ? [markNames[mark]] : []),
		...(evidence === undefined ? [] : [t('{0}: {1}', markNames[evidence], engineText(patch?.verdict.why ?? ''))]),
	];
	return {
		text: `${round ?? ''} ${title}`.trim(),
		spoken: spoken.map(part => part.replace(/[.。]$/, '')).join(comma),
		marks: [evidence, mark].flatMap(each => each ?? []),
	};
}

/** Of the last part that has one. Undefined: all ended as usual. */
function boxState(parts: readonly RunNode[], rowOf: RowNodes['rowOf']): BoxState | undefined {
	return parts.flatMap(part => stateOf(part, rowOf.get(part.id)?.content) ?? []).at(-1);
}

function stateOf({ isPruned, exit = 'submitted' }: RunNode, content: RowContent | undefined): BoxState | undefined {
	if (isPruned === true) {
		return 'pruned';
	}
	if (content?.kind === 'node' && (content.state === 'running' || content.state === 'waiting')) {
		return content.state;
	}
	return exit === 'submitted' ? undefined : exit === 'dropped' ? exit : 'failed';
}

function titleOf(row: Item | undefined): string {
	const content = row?.content;
	switch (content?.kind) {
		case 'node':
			return content.title;
		case 'branch':
			return t('{0}: {1}', content.what, content.title);
		default:
			return row?.label.split('\n')[0] ?? '';
	}
}

/** Only executions that the run records prove a patch. */
function evidenceMark({ verdict, evidence }: ShownPatch): EvidenceMark {
	const isProven = evidence.some(({ label, verdict: found }) => label === 'Proof' && found === 'good');
	return verdict.verdict === 'bad' ? 'refuted' : isProven ? 'proven' : 'unproven';
}
