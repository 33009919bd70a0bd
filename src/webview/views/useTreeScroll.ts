import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { VirtualizerHandle } from 'virtua';

/** How far from the end (CSS pixels) still counts as being there. */
const endSlackPx = 24;

/** The list's scroll events, and a way to follow the end again. */
interface FollowedEnd {
	onScroll(offsetPx: number): void;
	follow(): void;
}

interface Newest {
	readonly nRows: number;
	/** Of the row that begins the locations; -1 while there are none. */
	readonly locationsIdx: number;
	readonly live: boolean;
}

/**
 * Follows the newest row while the run goes on, and ends with the best location in sight; as long as the person is at the
 * end: whoever scrolled up to read stays where they are.
 */
export function useFollowEnd(
	list: RefObject<VirtualizerHandle | null>,
	{ nRows, locationsIdx, live }: Newest,
): FollowedEnd {
	const atEnd = useRef(true);
	const wasLive = useRef(live);
	useEffect(() => {
		// With its end, a run opens its locations.
		const goesOn = live || (wasLive.current && locationsIdx !== -1);
		wasLive.current = live;
		if (goesOn && atEnd.current) {
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
 * Answers how to ask for the browser's focus to follow to a row. It moves once that row is the focused one and drawn, and
 * only when asked: a row that merely became the focused one must not take the focus from the issue box or the editor.
 */
export function useRowFocus(list: RefObject<VirtualizerHandle | null>, focused: FocusedRow): (id: string) => void {
	const wanted = useRef<string>(undefined);
	useLayoutEffect(() => {
		if (wanted.current !== focused.id || focused.idx === -1) {
			return;
		}
		list.current?.scrollToIndex(focused.idx, { align: 'nearest' });
		const move = (nTriesLeft: number) => {
			if (wanted.current !== focused.id) {
				return;
			}
			const element = document.getElementById(focused.elementId);
			element?.focus({ preventScroll: true });
			if (element !== null && document.activeElement === element) {
				wanted.current = undefined;
			} else if (nTriesLeft > 0) {
				// The list draws a row it has just scrolled to hidden, measures it, and shows it some frames later.
				requestAnimationFrame(() => move(nTriesLeft - 1));
			}
		};
		move(maxFrames);
	});
	return useCallback(id => {
		wanted.current = id;
	}, []);
}

/** Within these frames a row is drawn, or it is not going to be. */
const maxFrames = 30;

interface FocusedRow {
	readonly id: string;
	readonly idx: number;
	readonly elementId: string;
}
