import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Run } from '../../../runs/pure/fold/run';
import type { MapLayout } from '../../map/mapLayout';
import { fitted, type Point, panned, type Size, type Viewport, withNode, zoomed } from '../../map/mapViewport';
import type { ViewProps } from '../viewProps';

export interface MapCanvas {
	readonly viewport: Viewport;
	/** In pixels; nothing is drawn while it is 0. */
	readonly size: Size;
	readonly move: (viewport: Viewport) => void;
	/** The pointer selects this node: the map does not move below it, as it may press once more. */
	readonly selectInPlace: (id: string) => void;
	/** For the element that shows the map. */
	readonly handlers: DragHandlers & { readonly onWheel: (event: WheelEvent) => void };
	/** Whether the click that is handled ended a drag. */
	readonly wasDragged: () => boolean;
}

interface ShownMap extends Pick<ViewProps, 'view' | 'changeView'> {
	readonly layout: MapLayout;
	readonly selected: string;
	readonly run: Run;
}

/** From so many pixels on, a pressed pointer moves the map. */
const dragPx = 4;

/**
 * Which part of the map is shown: first all of it or its top, with the leaf of the result, then moved by the pointer,
 * the wheel and the selection.
 */
export function useMapViewport(
	element: RefObject<HTMLElement | null>,
	{ layout, selected, run, view, changeView }: ShownMap,
): MapCanvas {
	const size = useSize(element, changeView);
	const { id: runId } = run;
	const { moved } = view;
	const viewport = moved?.runId === runId ? moved.viewport : withLeaf(layout, size, run.selected.leaf);
	// The wheel may turn faster than the map is drawn: each turn continues from the one before.
	const latest = useRef(viewport);
	latest.current = viewport;
	const move = (next: Viewport) => {
		latest.current = next;
		changeView({ moved: { runId, viewport: next } });
	};
	const placeOf = (id: string) => {
		const node = layout.nodes.get(id);
		return `${id} ${node?.column} ${node?.row}`;
	};
	const place = placeOf(selected);
	const shownPlace = useRef(place);
	useEffect(() => {
		const node = layout.nodes.get(selected);
		if (node !== undefined && size.width > 0 && shownPlace.current !== place) {
			shownPlace.current = place;
			move(withNode(viewport, node, size));
		}
	}, [place]);
	const selectInPlace = (id: string) => {
		shownPlace.current = placeOf(id);
	};
	const drag = useDrag(element, latest, (from, by) => move(panned(from, by, layout, size)));
	const onWheel = (event: WheelEvent) => {
		event.preventDefault();
		move(turned(event, latest.current, layout, size));
	};
	return { viewport, size, move, selectInPlace, wasDragged: drag.wasDragged, handlers: { ...drag.handlers, onWheel } };
}

function withLeaf(layout: MapLayout, size: Size, leaf: string): Viewport {
	const first = fitted(layout, size);
	const node = layout.nodes.get(layout.boxOf.get(leaf) ?? '');
	return node === undefined || size.width === 0 ? first : withNode(first, node, size);
}

/** The wheel moves the map, and zooms it with a key. */
function turned(event: WheelEvent, viewport: Viewport, layout: MapLayout, size: Size): Viewport {
	const { deltaX, deltaY, offsetX, offsetY } = event;
	return event.ctrlKey || event.metaKey
		? zoomed(viewport, 2 ** (-deltaY / 200), { x: offsetX, y: offsetY })
		: panned(viewport, { x: deltaX, y: deltaY }, layout, size);
}

type DragHandlers = Readonly<
	Record<
		'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onLostPointerCapture',
		(event: PointerEvent) => void
	>
>;

interface Drag {
	readonly pointerId: number;
	readonly from: Point;
	readonly viewport: Viewport;
}

function useDrag(
	element: RefObject<HTMLElement | null>,
	viewport: { readonly current: Viewport },
	onDrag: (from: Viewport, by: Point) => void,
): { readonly wasDragged: () => boolean; readonly handlers: DragHandlers } {
	const drag = useRef<Drag>(undefined);
	const wasMoved = useRef(false);
	const end = () => {
		drag.current = undefined;
	};
	const handlers: DragHandlers = {
		onPointerDown: ({ clientX: x, clientY: y, pointerId }) => {
			drag.current = { pointerId, from: { x, y }, viewport: viewport.current };
			wasMoved.current = false;
		},
		onPointerMove: ({ clientX, clientY, buttons, pointerId }) => {
			const { current } = drag;
			if (current?.pointerId !== pointerId || (buttons & 1) === 0) {
				return;
			}
			const by = { x: current.from.x - clientX, y: current.from.y - clientY };
			if (wasMoved.current || Math.hypot(by.x, by.y) > dragPx) {
				wasMoved.current = true;
				element.current?.setPointerCapture(pointerId);
				onDrag(current.viewport, by);
			}
		},
		onPointerUp: end,
		onPointerCancel: end,
		onLostPointerCapture: end,
	};
	return {
		wasDragged: () => {
			const was = wasMoved.current;
			// A click of the keyboard or a screen reader follows no press.
			wasMoved.current = false;
			return was;
		},
		handlers,
	};
}

/** The size of an element. The height that the user gave the section around it is kept. */
function useSize(element: RefObject<HTMLElement | null>, changeView: ViewProps['changeView']): Size {
	const [size, setSize] = useState<Size>({ width: 0, height: 0 });
	useLayoutEffect(() => {
		const { current } = element;
		if (current === null) {
			return;
		}
		const observer = new ResizeObserver(() => {
			const { clientWidth: width, clientHeight: height } = current;
			setSize({ width, height });
			const mapHeightPx = Number.parseFloat(current.parentElement?.style.height ?? '');
			if (mapHeightPx > 0) {
				changeView({ mapHeightPx });
			}
		});
		observer.observe(current);
		return () => observer.disconnect();
	}, [element, changeView]);
	return size;
}
