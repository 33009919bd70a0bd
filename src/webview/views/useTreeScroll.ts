import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { VirtualizerHandle } from 'virtua';

/** How far from the end (CSS pixels) still counts as being there. */
const endSlackPx = 24;

/**
 * Follows the newest row while the run goes on, as long as the person is at the end: whoever scrolled up to read stays
 * where they are. Answers the handler of the list's scroll events.
 */
export function useFollowEnd(
	list: RefObject<VirtualizerHandle | null>,
	nRows: number,
	live: boolean,
): (offsetPx: number) => void {
	const atEnd = useRef(true);
	useEffect(() => {
		if (live && atEnd.current) {
			list.current?.scrollToIndex(nRows - 1, { align: 'end' });
		}
	}, [list, nRows, live]);
	return useCallback(
		offsetPx => {
			const handle = list.current;
			atEnd.current = handle === null || offsetPx + handle.viewportSize >= handle.scrollSize - endSlackPx;
		},
		[list],
	);
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
		const move = () => {
			const element = wanted.current === focused.id ? document.getElementById(focused.elementId) : null;
			if (element !== null) {
				wanted.current = undefined;
				element.focus({ preventScroll: true });
			}
			return element !== null;
		};
		if (!move()) {
			// The list draws a row it has just scrolled to in the next frame.
			requestAnimationFrame(move);
		}
	});
	return useCallback(id => {
		wanted.current = id;
	}, []);
}

interface FocusedRow {
	readonly id: string;
	readonly idx: number;
	readonly elementId: string;
}
