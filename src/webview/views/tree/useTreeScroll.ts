import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { VirtualizerHandle } from 'virtua';

/** The list's scroll events, and a way to follow the newest row again. */
interface FollowedRow {
	onScroll(offsetPx: number): void;
	follow(): void;
}

interface Newest {
	/** Index of the newest row. */
	readonly idx: number;
	readonly nRows: number;
	readonly live: boolean;
}

/**
 * Keeps the newest row in sight while the run is active, and shows its result at its end. After the user scrolls away to
 * read, the list stays there until the newest row is in sight again.
 */
export function useFollowNewest(list: RefObject<VirtualizerHandle | null>, { idx, nRows, live }: Newest): FollowedRow {
	const follows = useRef(true);
	const wasLive = useRef(live);
	const newest = useRef(idx);
	// Before the list reports its new scroll position with its new rows.
	useLayoutEffect(() => {
		newest.current = idx;
	}, [idx]);
	useEffect(() => {
		const shows = live || wasLive.current;
		wasLive.current = live;
		if (shows && follows.current) {
			list.current?.scrollToIndex(idx, { align: live ? 'nearest' : 'start' });
		}
	}, [list, idx, nRows, live]);
	const onScroll = useCallback(
		(offsetPx: number) => {
			const handle = list.current;
			if (handle !== null) {
				const topPx = handle.getItemOffset(newest.current);
				follows.current = topPx >= offsetPx && topPx <= offsetPx + handle.viewportSize;
			}
		},
		[list],
	);
	const follow = useCallback(() => {
		follows.current = true;
	}, []);
	return { onScroll, follow };
}

/**
 * Returns a function that requests to bring a row into view, with the browser's focus or without. Both happen once that
 * row is the focused one and drawn. The focus never moves without a request: a row that merely becomes the focused one
 * must not take the focus from the issue box or the editor.
 */
export function useRowFocus(list: RefObject<VirtualizerHandle | null>, focused: FocusedRow): MoveToRow {
	const requested = useRef<string>(undefined);
	const scrolled = useRef<string>(undefined);
	useLayoutEffect(() => {
		if (scrolled.current === focused.id && focused.idx !== -1) {
			scrolled.current = undefined;
			list.current?.scrollToIndex(focused.idx, { align: 'nearest' });
		}
		if (requested.current !== focused.id || focused.idx === -1) {
			return;
		}
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
	return useCallback((id, { takesFocus }) => {
		requested.current = takesFocus ? id : undefined;
		scrolled.current = id;
	}, []);
}

/** `takesFocus`: the browser's focus moves to the row. */
export interface MoveOptions {
	readonly takesFocus: boolean;
}

export type MoveToRow = (id: string, options: MoveOptions) => void;

/** A row that is not drawn within these frames will not be drawn. */
const maxFrames = 30;

interface FocusedRow {
	readonly id: string;
	readonly idx: number;
	readonly elementId: string;
}
