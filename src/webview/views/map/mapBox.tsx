import type { Verdict } from '../../../core/model/run/patchEvidence';
import type { ShownPatch } from '../../../core/model/shownPatch';
import type { MapNode } from '../../map/mapLayout';
import { box, centerOf } from '../../map/mapViewport';
import type { Item } from '../../rows/item';

/** What the evidence about the patch of a leaf shows. */
const marks = { good: 'proven', unsure: 'unproven', bad: 'refuted' } as const satisfies Record<Verdict, string>;

/** A check mark, a question mark and a cross: they differ in shape, and reach up to 5 units from the point 0, 0. */
const markPaths = {
	proven: 'M-5 0L-1.5 4L5 -4.5',
	unproven: 'M-3 -3C-3 -7 3 -7 3 -3C3 -0.5 0 -0.5 0 2M0 4.5V6',
	refuted: 'M-4 -4L4 4M4 -4L-4 4',
} as const;

interface MapBoxProps {
	readonly node: MapNode;
	/** The row of the node. */
	readonly item: Item | undefined;
	/** The patch of a leaf. */
	readonly patch: ShownPatch | undefined;
	readonly isSelected: boolean;
	/** Leads to the leaf of the result. */
	readonly isOnPath: boolean;
	/** By the search. */
	readonly isFound: boolean;
	/** Pixels per unit. */
	readonly scale: number;
}

/** From this scale on, the text of a node can be read. */
const textScale = 0.55;
/** However small the boxes: half the size of a mark, and the radius of the dot of the search. */
const leastPx = { mark: 5, found: 3 } as const;

/** A node of the map. */
export function MapBox({ node, item, patch, isSelected, isOnPath, isFound, scale }: MapBoxProps) {
	const { x, y } = centerOf(node);
	const mark = patch && marks[patch.verdict.verdict];
	const spoken = [
		item?.label.split('\n')[0] ?? node.id,
		...(mark === undefined ? [] : [`${mark}: ${patch?.verdict.why}`]),
		...(isFound ? ['found'] : []),
	]
		.map(part => (part.endsWith('.') ? part.slice(0, -1) : part))
		.join(', ');
	const hasText = scale >= textScale;
	const textX = mark === undefined ? 8 : 26;
	const classes = ['map-node', mark ?? '', isOnPath ? 'on-path' : '', isSelected ? 'selected' : ''];
	return (
		<g
			id={mapElementId(node.id)}
			class={classes.filter(Boolean).join(' ')}
			role="treeitem"
			aria-label={spoken}
			aria-level={node.row + 1}
			aria-posinset={node.posInSet}
			aria-setsize={node.setSize}
			aria-selected={isSelected}
			data-node={node.id}
			transform={`translate(${x} ${y})`}
		>
			<title>{spoken}</title>
			<rect x={-box.width / 2} y={-box.height / 2} width={box.width} height={box.height} rx={4} />
			{hasText && (
				// An inner canvas cuts off what is too long; the whole text is the name of the node.
				<svg
					role="presentation"
					x={textX - box.width / 2}
					y={-box.height / 2}
					width={box.width - textX - 4}
					height={box.height}
				>
					<text y={19}>{boxText(item)}</text>
				</svg>
			)}
			{isFound && (
				<circle class="map-found" cx={box.width / 2} cy={-box.height / 2} r={Math.max(6, leastPx.found / scale)} />
			)}
			{mark !== undefined && (
				<path
					class="map-mark"
					d={markPaths[mark]}
					transform={hasText ? `translate(${14 - box.width / 2} 0)` : `scale(${Math.max(2, leastPx.mark / 5 / scale)})`}
				/>
			)}
		</g>
	);
}

export function mapElementId(node: string): string {
	return `map-${node}`;
}

function boxText(item: Item | undefined): string {
	const content = item?.content;
	switch (content?.kind) {
		case 'node':
			return `${content.number ?? ''} ${content.title}`.trim();
		case 'branch':
			return `${content.what}: ${content.title}`;
		default:
			return item?.label ?? '';
	}
}
