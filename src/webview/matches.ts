import type { FoundNodes } from './appState';
import type { RowNodes } from './rows/rowNodes';

/** The nodes that the search found and that have a row, as alternatives may be hidden. Undefined: no answer for this text. */
export function matchesOf(
	text: string,
	found: FoundNodes | undefined,
	{ rowOf }: Pick<RowNodes, 'rowOf'>,
): FoundNodes | undefined {
	return text === '' || found?.text !== text ? undefined : { ...found, nodes: found.nodes.filter(id => rowOf.has(id)) };
}
