import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { rootNode } from '../../core/model/run';
import type { RevealTarget } from '../../protocol/messages';
import type { Item } from '../rows/item';
import { rowIds } from '../rows/rowIds';
import { flattenTree, type Toggles } from '../tree/flattenTree';
import type { TreeAction } from '../tree/treeKeys';
import { treeActions } from './treeActions';
import { TreeRow } from './treeRow';
import { useTreeKeys } from './useTreeKeys';
import { useFollowEnd, useRowFocus } from './useTreeScroll';
import type { ViewProps } from './viewProps';

interface TreeProps extends ViewProps {
	readonly items: readonly Item[];
	readonly runId: string;
}

/** The ARIA tree, drawn as a virtual list: only the rows on screen and the focused one are in the document. */
export function TrajectoryTree({ items, runId, state, view, changeView, send }: TreeProps) {
	const { detail, session, reveal } = state;
	const list = useRef<VirtualizerHandle>(null);
	const toggles = view.runId === runId && view.detail === detail ? view.toggles : noToggles;
	const rows = useMemo(() => flattenTree(items, toggles), [items, toggles]);
	const found = rows.findIndex(row => row.id === view.focused);
	const focusedIdx = Math.max(found, 0);
	const focused = rows[focusedIdx]?.id ?? '';
	const moveFocus = useRowFocus(list, { id: focused, idx: focusedIdx, elementId: elementId(focused) });
	const locationsIdx = rows.findIndex(({ id }) => id === rowIds.locations);
	const isGoing = session.live && state.run?.state === 'running';
	const { onScroll, follow } = useFollowEnd(list, { nRows: rows.length, locationsIdx, live: isGoing });
	const actions = treeActions({
		...{ items, rows, moveFocus, send },
		view: { toggles, focused },
		show: next => changeView({ runId, detail, ...next }),
	});
	useEffect(() => {
		if (reveal !== undefined) {
			actions.reveal(targetRow(reveal.target));
		}
	}, [reveal]);
	useNewBranch(state, branch => {
		actions.reveal(rowIds.node(branch));
		follow();
	});
	// The row that has the focus stays until the next one has it: a key pressed in between must not get lost.
	const holder = rows.findIndex(row => elementId(row.id) === document.activeElement?.id);
	const mounted = [...new Set([focusedIdx, Math.max(holder, 0)])];
	const onKeyDown = useTreeKeys({ rows, focused, detail, send, act: actions.act });
	const onClick = ({ target }: MouseEvent) => {
		const action = clickAction(target, rows);
		if (action !== undefined) {
			actions.act(action);
		}
	};
	const giveFeedback = (round: string) => changeView({ feedback: { runId, round, text: '' } });
	return (
		<div class="tree" role="tree" aria-label="Trajectory" tabIndex={-1} onKeyDown={onKeyDown} onClick={onClick}>
			<Virtualizer ref={list} data={rows} keepMounted={mounted} onScroll={onScroll}>
				{row => (
					<TreeRow
						key={row.id}
						elementId={elementId(row.id)}
						row={row}
						focused={row.id === focused}
						send={send}
						giveFeedback={giveFeedback}
					/>
				)}
			</Virtualizer>
		</div>
	);
}

/** Calls back when the live run goes on in another branch: that is where to look. */
function useNewBranch({ run, session }: ViewProps['state'], onBranch: (node: string) => void): void {
	const newest = run?.picked === rootNode ? undefined : run?.picked;
	const known = useRef(newest);
	useEffect(() => {
		if (session.live && newest !== undefined && newest !== known.current) {
			onBranch(newest);
		}
		known.current = newest;
	}, [newest]);
}

const noToggles: Toggles = {};

/** What a click does, unless it is meant for a button in a row or ended a selection of text. */
function clickAction(
	target: EventTarget | null,
	rows: readonly { readonly id: string; readonly open?: boolean }[],
): TreeAction | undefined {
	const selectsText = window.getSelection()?.isCollapsed === false;
	if (selectsText || !(target instanceof Element) || target.closest('button') !== null) {
		return undefined;
	}
	const clicked = target.closest('[role=treeitem]')?.id;
	const row = rows.find(({ id }) => elementId(id) === clicked);
	if (row === undefined) {
		return undefined;
	}
	return target.closest('.twistie') !== null && row.open !== undefined
		? { do: 'toggle', ids: [row.id], open: !row.open }
		: { do: 'activate', id: row.id };
}

function elementId(rowId: string): string {
	return `row-${rowId}`;
}

function targetRow({ kind, id }: RevealTarget): string {
	if (kind === 'location') {
		return rowIds.location(id);
	}
	// The root is the run itself; it starts with its issue.
	return id === rootNode ? rowIds.issue : rowIds.node(id);
}
