import type { MapLayout, MapNode } from './mapLayout';

/** In units of the map, or in pixels of its canvas. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** The distance of nodes and the size of their boxes, in units of the map: pixels at a scale of 1. */
export const cell = { width: 190, height: 54 } as const;
export const box = { width: 160, height: 30 } as const;

/** The part of the map on screen: its top left corner in units, and pixels per unit. */
export interface Viewport {
	readonly x: number;
	readonly y: number;
	readonly scale: number;
}

export interface Size {
	readonly width: number;
	readonly height: number;
}

/** In units of the map. */
export interface Rect extends Size {
	readonly x: number;
	readonly y: number;
}

/** The smallest scale bounds the number of boxes on screen, however large the tree. It shows paths of more than 100 nodes. */
const scales = { smallest: 0.05, largest: 2, first: 0.6 } as const;
/** Around the tree: room for the marks of its leaves, which are as large however small the tree is drawn. */
const marginPx = 12;

export function mapSize({ columns, nRows }: MapLayout): Size {
	return { width: columns.length * cell.width, height: nRows * cell.height };
}

/** The center of the box of a node. */
export function centerOf({ column, row }: Pick<MapNode, 'column' | 'row'>): Point {
	return { x: (column + 0.5) * cell.width, y: (row + 0.5) * cell.height };
}

/** The part that a viewport shows on a canvas of this size (pixels). */
export function shownPart({ x, y, scale }: Viewport, { width, height }: Size): Rect {
	return { x, y, width: width / scale, height: height / scale };
}

/** The whole tree, or as much of it from its top on as can be read. */
export function fitted(layout: MapLayout, canvas: Size, smallest: number = scales.first): Viewport {
	const { width, height } = mapSize(layout);
	const fitting = Math.min((canvas.width - 2 * marginPx) / width, (canvas.height - 2 * marginPx) / height, 1);
	const scale = Math.max(fitting, smallest);
	const margin = marginPx / scale;
	const free = canvas.width / scale - width;
	return { x: free > 2 * margin ? -free / 2 : -margin, y: -margin, scale };
}

/** As `fitted`, down to the smallest scale. */
export function fittedWhole(layout: MapLayout, canvas: Size): Viewport {
	return fitted(layout, canvas, scales.smallest);
}

/** Whether all of the tree is on screen. */
export function showsWhole({ x, y, width, height }: Rect, layout: MapLayout): boolean {
	const size = mapSize(layout);
	return x <= 0 && y <= 0 && x + width >= size.width && y + height >= size.height;
}

/** Zooms by a factor around a point of the canvas (pixels), which keeps its place. */
export function zoomed(viewport: Viewport, factor: number, at: Point): Viewport {
	const scale = Math.min(Math.max(viewport.scale * factor, scales.smallest), scales.largest);
	const shift = 1 / viewport.scale - 1 / scale;
	return { x: viewport.x + at.x * shift, y: viewport.y + at.y * shift, scale };
}

/** Moves the viewport, by pixels. Some of the tree stays on screen. */
export function panned(viewport: Viewport, by: Point, layout: MapLayout, canvas: Size): Viewport {
	const { x, y, width, height } = shownPart(viewport, canvas);
	const { scale } = viewport;
	return centered({ x: x + by.x / scale + width / 2, y: y + by.y / scale + height / 2 }, scale, layout, canvas);
}

/** The viewport around a point of the map, or around the point of the tree that is nearest to it. */
export function centered(at: Point, scale: number, layout: MapLayout, canvas: Size): Viewport {
	const { width, height } = mapSize(layout);
	const x = Math.min(Math.max(at.x, 0), width);
	const y = Math.min(Math.max(at.y, 0), height);
	return { x: x - canvas.width / scale / 2, y: y - canvas.height / scale / 2, scale };
}

/** Moves a viewport no further than needed to show the box of a node. */
export function withNode(viewport: Viewport, node: MapNode, canvas: Size): Viewport {
	const part = shownPart(viewport, canvas);
	const { x, y } = centerOf(node);
	return {
		...viewport,
		x: nearest(part.x, { from: x - cell.width / 2, to: x + cell.width / 2, length: part.width }),
		y: nearest(part.y, { from: y - cell.height / 2, to: y + cell.height / 2, length: part.height }),
	};
}

function nearest(
	start: number,
	{ from, to, length }: { readonly from: number; readonly to: number; readonly length: number },
) {
	return Math.min(Math.max(start, to - length), from);
}
