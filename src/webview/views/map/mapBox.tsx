import { t } from '../../language';
import type { BoxContent, BoxMark } from '../../map/boxContent';
import type { MapNode } from '../../map/mapLayout';
import { box, centerOf } from '../../map/mapViewport';

/** Each has a shape of its own, which reaches up to 5 units from the point 0, 0. */
const markPaths: Readonly<Record<BoxMark, string>> = {
	// A check mark, a question mark and a cross.
	proven: 'M-5 0L-1.5 4L5 -4.5',
	unproven: 'M-3 -3C-3 -7 3 -7 3 -3C3 -0.5 0 -0.5 0 2M0 4.5V6',
	refuted: 'M-4 -4L4 4M4 -4L-4 4',
	// The signs of a player, a circle with a slash, a warning sign and a dash.
	running: 'M-3 -5L5 0L-3 5Z',
	waiting: 'M-3 -4V4M3 -4V4',
	pruned: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0ZM-3.5 -3.5L3.5 3.5',
	failed: 'M0 -5L5.5 5H-5.5ZM0 -1.5V1M0 2.5V4',
	dropped: 'M-5 0H5',
};

interface MapBoxProps {
	readonly node: MapNode;
	readonly content: BoxContent;
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
export function MapBox({ node, content, isSelected, isOnPath, isFound, scale }: MapBoxProps) {
	const { x, y } = centerOf(node);
	const { text, marks } = content;
	const spoken = isFound ? `${content.spoken}, ${t('found')}` : content.spoken;
	const hasText = scale >= textScale;
	const textX = 8 + 18 * marks.length;
	const classes = ['map-node', ...marks, isOnPath ? 'on-path' : '', isSelected ? 'selected' : ''];
	const markScale = Math.max(2, leastPx.mark / 5 / scale);
	const markPlace = (at: number) =>
		hasText
			? `translate(${14 + 18 * at - box.width / 2} 0)`
			: `translate(${(at - (marks.length - 1) / 2) * 14 * markScale} 0) scale(${markScale})`;
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
				// An inner canvas cuts off long text; the whole text is the name of the node.
				<svg
					role="presentation"
					x={textX - box.width / 2}
					y={-box.height / 2}
					width={box.width - textX - 4}
					height={box.height}
				>
					<text y={20}>{text}</text>
				</svg>
			)}
			{isFound && (
				<circle class="map-found" cx={box.width / 2} cy={-box.height / 2} r={Math.max(6, leastPx.found / scale)} />
			)}
			{marks.map((mark, at) => (
				<path key={mark} class={`map-mark ${mark}`} d={markPaths[mark]} transform={markPlace(at)} />
			))}
		</g>
	);
}

export function mapElementId(node: string): string {
	return `map-${node}`;
}
