import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MapLayout } from '../../map/mapLayout';
import { fitted, type Point, panned, type Size, type Viewport, withNode, zoomed } from '../../map/mapViewport';

export interface MapCanvas {
	readonly viewport: Viewport;
	/** In pixels; nothing is drawn while it is 0. */
	readonly size: Size;
	readonly move: (viewport: Viewport) => void;
	/** For the element that shows the map. */
	readonly handlers: {
		readonly onWheel: (event: WheelEvent) => void;
		readonly onPointerDown: (event: PointerEvent) => void;
		readonly onPointerMove: (event: PointerEvent) => void;
	};
	/** Whether the click that follows ended a drag. */
	readonly wasDragged: () => boolean;
}

/** From so many pixels on, a pressed pointer moves the map. */
const dragPx = 4;

/** Which part of the map is shown: first its top, then what the pointer, the wheel and the selection lead to. */
export function useMapViewport(
	element: RefObject<HTMLElement | null>,
	{ layout, selected, runId }: { readonly layout: MapLayout; readonly selected: string; readonly runId: string },
): MapCanvas {
	const size = useSize(element);
	const [moved, setMoved] = useState<{ readonly runId: string; readonly viewport: Viewport }>();
	const viewport = moved?.runId === runId ? moved.viewport : fitted(layout, size);
	const move = (next: Viewport) => setMoved({ runId, viewport: next });
	const node = layout.nodes.get(selected);
	useEffect(() => {
		if (node !== undefined && size.width > 0) {
			move(withNode(viewport, node, size));
		}
	}, [selected, node?.column, node?.row, size]);
	const drag = useDrag(element, viewport, (from, by) => move(panned(from, by, layout, size)));
	const onWheel = (event: WheelEvent) => {
		event.preventDefault();
		const { deltaX, deltaY, offsetX, offsetY } = event;
		const isZoom = event.ctrlKey || event.metaKey;
		move(
			isZoom
				? zoomed(viewport, 2 ** (-deltaY / 200), { x: offsetX, y: offsetY })
				: panned(viewport, { x: deltaX, y: deltaY }, layout, size),
		);
	};
	return { viewport, size, move, wasDragged: drag.wasDragged, handlers: { ...drag.handlers, onWheel } };
}

interface Drag {
	readonly from: Point;
	readonly viewport: Viewport;
	readonly isMoving: boolean;
}

function useDrag(
	element: RefObject<HTMLElement | null>,
	viewport: Viewport,
	onDrag: (from: Viewport, by: Point) => void,
) {
	const drag = useRef<Drag>(undefined);
	return {
		wasDragged: () => drag.current?.isMoving === true,
		handlers: {
			onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => {
				drag.current = { from: { x, y }, viewport, isMoving: false };
			},
			onPointerMove: ({ clientX, clientY, buttons, pointerId }: PointerEvent) => {
				const { current } = drag;
				if (current === undefined || (buttons & 1) === 0) {
					return;
				}
				const by = { x: current.from.x - clientX, y: current.from.y - clientY };
				if (current.isMoving || Math.hypot(by.x, by.y) > dragPx) {
					drag.current = { ...current, isMoving: true };
					element.current?.setPointerCapture(pointerId);
					onDrag(current.viewport, by);
				}
			},
		},
	};
}

function useSize(element: RefObject<HTMLElement | null>): Size {
	const [size, setSize] = useState<Size>({ width: 0, height: 0 });
	useLayoutEffect(() => {
		const { current } = element;
		if (current === null) {
			return;
		}
		const observer = new ResizeObserver(() => {
			const { clientWidth: width, clientHeight: height } = current;
			setSize({ width, height });
		});
		observer.observe(current);
		return () => observer.disconnect();
	}, [element]);
	return size;
}
