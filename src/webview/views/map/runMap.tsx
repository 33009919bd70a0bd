import { useMemo, useRef } from 'preact/hooks';
import { withoutAlternatives } from '../../../runs/pure/fold/actionTree/treeCounts';
import type { Run } from '../../../runs/pure/fold/run';
import type { ShownPatch } from '../../../runs/pure/fold/shownPatch';
import { t } from '../../language';
import { boxContent } from '../../map/boxContent';
import { type MapAction, type MapZoom, mapKeyAction } from '../../map/mapKeys';
import { type MapLayout, mapLayout } from '../../map/mapLayout';
import { lineAlong, linesIn, mapPathTo, nodesIn } from '../../map/mapParts';
import { centered, fittedWhole, type Rect, shownPart, showsWhole, type Viewport, zoomed } from '../../map/mapViewport';
import { rowIds } from '../../rows/rowIds';
import type { RowNodes } from '../../rows/rowNodes';
import { hiddenTypes } from '../../viewState';
import { Icon } from '../icon';
import { ToolButton } from '../toolButton';
import type { MoveOptions } from '../tree/useTreeScroll';
import { useLastNode } from '../useLastNode';
import type { ViewProps } from '../viewProps';
import { MapBox, mapElementId } from './mapBox';
import { Minimap } from './minimap';
import { type MapCanvas, useMapViewport } from './useMapViewport';

interface RunMapProps extends Pick<ViewProps, 'state' | 'view' | 'changeView'> {
	readonly run: Run;
	readonly rows: RowNodes;
	/** The node that the focused row is about. */
	readonly focused: string;
	/** Rows of nodes that the search found. */
	readonly foundRows: ReadonlySet<string>;
	/** Brings the row of a node into view. */
	readonly onGoTo: (node: string, how: MoveOptions) => void;
}

const zoomStep = 1.25;

/** The tree of a run as a map: its rows show the same. Only the part on screen is drawn. */
export function RunMap({ run, rows, focused, foundRows, state, view, changeView, onGoTo }: RunMapProps) {
	const hidden = hiddenTypes(view, run.id);
	const element = useRef<HTMLDivElement>(null);
	const layout = useMemo(() => mapLayout(withoutAlternatives(run, new Set(hidden))), [run, hidden]);
	// Nodes beside the trajectories are not in the map.
	const selected = useLastNode(run.id, layout.boxOf.get(focused), layout.nodes);
	const canvas = useMapViewport(element, { layout, selected, run, view, changeView });
	const { viewport, size, move } = canvas;
	const part = shownPart(viewport, size);
	// Keys may come faster than the rows are drawn: each continues from the one before.
	const latest = useRef(selected);
	const goTo = (node: string, how: MoveOptions) => {
		latest.current = node;
		onGoTo(node, how);
	};
	const zoom = (by: MapZoom) => move(zoomedBy(by, canvas, layout));
	const act = (action: MapAction) =>
		action.do === 'zoom' ? zoom(action.by) : goTo(action.id, { takesFocus: action.do === 'show' });
	const onClick = (event: MouseEvent) => {
		const node = event.target instanceof Element && event.target.closest('[data-node]')?.getAttribute('data-node');
		if (!canvas.wasDragged() && node) {
			canvas.selectInPlace(node);
			goTo(node, { takesFocus: event.detail > 1 });
		}
	};
	return (
		<section
			id={mapId}
			class="run-map"
			aria-label={t('Map')}
			// The user may have dragged its border.
			style={view.mapHeightPx === undefined ? {} : { height: `${view.mapHeightPx}px` }}
		>
			<div
				{...canvas.handlers}
				ref={element}
				class="map-canvas"
				role="tree"
				aria-label={t('Map of the run')}
				aria-describedby="map-keys"
				aria-activedescendant={mapElementId(selected)}
				tabIndex={0}
				onFocus={() => {
					latest.current = selected;
				}}
				onKeyDown={event => handleKey(event, mapKeyAction(layout, latest.current, event.key), act)}
				onClick={onClick}
			>
				<svg role="presentation" viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}>
					{size.width > 0 && (
						<MapParts
							{...{ run, layout, part, selected, rows, foundRows }}
							patches={state.patches}
							scale={viewport.scale}
						/>
					)}
				</svg>
			</div>
			{size.width > 0 && !showsWhole(part, layout) && (
				<Minimap layout={layout} part={part} onGoTo={at => move(centered(at, viewport.scale, layout, size))} />
			)}
			<MapButtons zoom={zoom} />
		</section>
	);
}

const mapId = 'run-map';

/** Collapses the map, and brings it back. */
export function MapToggle({ view, changeView }: Pick<ViewProps, 'view' | 'changeView'>) {
	const isShown = view.hasMap;
	return (
		<button
			type="button"
			class="map-toggle"
			aria-expanded={isShown}
			aria-controls={isShown ? mapId : undefined}
			onClick={() => changeView({ hasMap: !isShown })}
		>
			<Icon name={isShown ? 'chevron-down' : 'chevron-right'} /> {t('Map')}
		</button>
	);
}

function zoomedBy(by: MapZoom, { viewport, size }: Pick<MapCanvas, 'viewport' | 'size'>, layout: MapLayout): Viewport {
	return by === 'fit'
		? fittedWhole(layout, size)
		: zoomed(viewport, by === 'in' ? zoomStep : 1 / zoomStep, { x: size.width / 2, y: size.height / 2 });
}

/** VS Code keeps keys with modifiers. */
function handleKey(event: KeyboardEvent, action: MapAction | undefined, act: (action: MapAction) => void): void {
	if (action !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
		event.preventDefault();
		act(action);
	}
}

interface MapPartsProps extends Pick<RunMapProps, 'run' | 'rows' | 'foundRows'> {
	readonly layout: MapLayout;
	readonly part: Rect;
	readonly selected: string;
	readonly patches: readonly ShownPatch[];
	/** Pixels per unit. */
	readonly scale: number;
}

/** The part on screen. The selected node is drawn everywhere: it is the active one for screen readers. */
function MapParts({ run, layout, part, selected, rows, foundRows, patches, scale }: MapPartsProps) {
	const { leaf } = run.selected;
	const path = useMemo(() => mapPathTo(layout, leaf), [layout, leaf]);
	const onPath = useMemo(() => new Set(path.map(({ id }) => id)), [path]);
	const byId = useMemo(() => new Map(patches.map(patch => [patch.id, patch])), [patches]);
	const drawn = nodesIn(layout, part);
	const kept = drawn.some(({ id }) => id === selected) ? undefined : layout.nodes.get(selected);
	return (
		<>
			<path class="map-lines" d={linesIn(layout, part)} />
			<path class="map-lines on-path" d={lineAlong(path)} />
			{[...drawn, ...(kept === undefined ? [] : [kept])].map(node => (
				<MapBox
					key={node.id}
					node={node}
					content={boxContent(node, run, rows, byId.get(node.patch ?? ''))}
					isSelected={node.id === selected}
					isOnPath={onPath.has(node.id)}
					isFound={node.parts.some(id => foundRows.has(rowIds.node(id)))}
					scale={scale}
				/>
			))}
		</>
	);
}

function MapButtons({ zoom }: { readonly zoom: (by: MapZoom) => void }) {
	return (
		<div class="map-buttons">
			<ToolButton icon="zoom-in" name={t('Zoom In')} shortcut="+" onClick={() => zoom('in')} />
			<ToolButton icon="zoom-out" name={t('Zoom Out')} shortcut="-" onClick={() => zoom('out')} />
			<ToolButton icon="screen-full" name={t('Show Whole Tree')} shortcut="0" onClick={() => zoom('fit')} />
			<span id="map-keys" class="visually-hidden">
				{t('Arrow keys follow the tree, N and P the order of the run. Enter shows the row.')}
			</span>
		</div>
	);
}
