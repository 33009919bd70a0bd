import type { MapLayout } from '../../map/mapLayout';
import { linesIn } from '../../map/mapParts';
import { mapSize, type Point, type Rect } from '../../map/mapViewport';

interface MinimapProps {
	readonly layout: MapLayout;
	/** The part of the map on screen. */
	readonly part: Rect;
	readonly onGoTo: (at: Point) => void;
}

/** The whole tree, and in it the part on screen. For the pointer: the keys of the map reach the same. */
export function Minimap({ layout, part, onGoTo }: MinimapProps) {
	const { width, height } = mapSize(layout);
	const goTo = ({ pointerId, offsetX, offsetY, currentTarget }: PointerEvent) => {
		if (currentTarget instanceof SVGElement && currentTarget.hasPointerCapture(pointerId)) {
			const { clientWidth, clientHeight } = currentTarget;
			onGoTo({ x: (offsetX / clientWidth) * width, y: (offsetY / clientHeight) * height });
		}
	};
	/** A drag that began here moves the map, also outside of here. */
	const capture = (event: PointerEvent) => {
		if (event.button === 0 && event.currentTarget instanceof SVGElement) {
			event.currentTarget.setPointerCapture(event.pointerId);
			goTo(event);
		}
	};
	return (
		<svg
			class="minimap"
			viewBox={`0 0 ${width} ${height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			onPointerDown={capture}
			onPointerMove={goTo}
		>
			<path class="map-lines" d={linesIn(layout, { x: 0, y: 0, width, height })} />
			<rect x={part.x} y={part.y} width={part.width} height={part.height} />
		</svg>
	);
}
