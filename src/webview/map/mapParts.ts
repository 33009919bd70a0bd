import type { MapLayout, MapNode } from './mapLayout';
import { cell, centerOf, type Rect } from './mapViewport';

/** The nodes with a box in this part of the map. */
export function nodesIn({ nodes }: MapLayout, part: Rect): MapNode[] {
	const columns = { from: Math.floor(part.x / cell.width), to: Math.floor((part.x + part.width) / cell.width) };
	const rows = { from: Math.floor(part.y / cell.height), to: Math.floor((part.y + part.height) / cell.height) };
	return [...nodes.values()].filter(
		({ column, row }) => column >= columns.from && column <= columns.to && row >= rows.from && row <= rows.to,
	);
}

/** The nodes from the root to the box of a node of the run, which is the last one. */
export function mapPathTo({ nodes, boxOf }: MapLayout, id: string): MapNode[] {
	const path: MapNode[] = [];
	for (let node = nodes.get(boxOf.get(id) ?? ''); node !== undefined; node = nodes.get(node.parent ?? '')) {
		path.push(node);
	}
	return path.reverse();
}

/** The line along a path, as the data of an SVG path. */
export function lineAlong(path: readonly MapNode[]): string {
	return path
		.map((node, at) => {
			const { x, y } = centerOf(node);
			return at === 0 ? `M${x} ${y}` : `V${node.row * cell.height}H${x}V${y}`;
		})
		.join('');
}

/** The lines between nodes that cross this part of the map, cut at its borders, as the data of an SVG path. */
export function linesIn({ columns, rails }: MapLayout, part: Rect): string {
	const [right, bottom] = [part.x + part.width, part.y + part.height];
	const vertical = columns.flatMap(({ from, to }, column) => {
		const { x } = centerOf({ column, row: 0 });
		const top = Math.max(column === 0 ? centerOf({ column, row: from }).y : from * cell.height, part.y);
		const end = Math.min(centerOf({ column, row: to }).y, bottom);
		return x < part.x || x > right || top >= end ? [] : [`M${x} ${top}V${end}`];
	});
	const horizontal = rails.flatMap(({ row, from, to }) => {
		const y = (row + 1) * cell.height;
		const start = Math.max(centerOf({ column: from, row }).x, part.x);
		const end = Math.min(centerOf({ column: to, row }).x, right);
		return y < part.y || y > bottom || start >= end ? [] : [`M${start} ${y}H${end}`];
	});
	return [...vertical, ...horizontal].join('');
}
