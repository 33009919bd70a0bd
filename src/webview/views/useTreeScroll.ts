import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { VirtualizerHandle } from 'virtua';

/** Within this distance (CSS pixels) of the end, the list counts as scrolled to the end. */
const endSlackPx = 24;

/** The list's scroll events, and a way to follow the end again. */
interface FollowedEnd {
	onScroll(offsetPx: number): void;
	follow(): void;
}

interface Newest {
	readonly nRows: number;
	/** Index of the heading row of the locations; -1 while there are none. */
	readonly locationsIdx: number;
	readonly live: boolean;
}

/**
 * Follows the newest row while the run is active, and scrolls to the best location at its end. After the user scrolls up
 * to read, the list stays there.
 */
export function useFollowEnd(
	list: RefObject<VirtualizerHandle | null>,
	{ nRows, locationsIdx, live }: Newest,
): FollowedEnd {
	const atEnd = useRef(true);
	const wasLive = useRef(live);
	useEffect(() => {
		// A run opens its locations when it ends.
		const follows = live || (wasLive.current && locationsIdx !== -1);
		wasLive.current = live;
		if (follows && atEnd.current) {
			const hasLocations = locationsIdx !== -1;
			list.current?.scrollToIndex(hasLocations ? locationsIdx : nRows - 1, { align: hasLocations ? 'start' : 'end' });
		}
	}, [list, nRows, locationsIdx, live]);
	const onScroll = useCallback(
		(offsetPx: number) => {
			const handle = list.current;
			atEnd.current = handle === null || offsetPx + handle.viewportSize >= handle.scrollSize - endSlackPx;
		},
		[list],
	);
	const follow = useCallback(() => {
		atEnd.current = true;
	}, []);
	return { onScroll, follow };
}

/**
 * Returns a function that requests the browser's focus for a row. The focus moves once that row is the focused one and
 * drawn. It never moves without a request: a row that merely becomes the focused one must not take the focus from the
 * issue box or the editor.
 */
export function useRowFocus(list: RefObject<VirtualizerHandle | null>, focused: FocusedRow): (id: string) => void {
	const requested = useRef<string>(undefined);
	useLayoutEffect(() => {
		if (requested.current !== focused.id || focused.idx === -1) {
			return;
		}
		list.current?.scrollToIndex(focused.idx, { align: 'nearest' });
		const move = (nFramesLeft: number) => {
			if (requested.current !== focused.id) {
				return;
			}
			const element = document.getElementById(focused.elementId);
			element?.focus({ preventScroll: true });
			if (element !== null && document.activeElement === element) {
				requested.current = undefined;
			} else if (nFramesLeft > 0) {
				// The list draws a row it has just scrolled to hidden, measures it, and shows it some frames later.
				requestAnimationFrame(() => move(nFramesLeft - 1));
			}
		};
		move(maxFrames);
	});
	return useCallback(id => {
		requested.current = id;
	}, []);
}

/** A row that is not drawn within these frames will not be drawn. */
const maxFrames = 30;

interface FocusedRow {
	readonly id: string;
	readonly idx: number;
	readonly elementId: string;
}
