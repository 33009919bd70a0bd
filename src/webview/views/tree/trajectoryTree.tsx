import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { rootNode } from '../../../runs/pure/fold/run';
import { t } from '../../language';
import type { Detail, FromWebview } from '../../protocol/messages';
import type { Item } from '../../rows/item';
import type { MemoryPartRow, RowContent } from '../../rows/rowContent';
import { flattenTree, type Toggles } from '../../tree/flattenTree';
import type { Row } from '../../tree/treeItem';
import { type TreeAction, treeKeyAction } from '../../tree/treeKeys';
import { type TypedAhead, typeAhead } from '../../tree/typeAhead';
import type { BodyProps } from '../bodies/bodyProps';
import { RowBody } from '../bodies/rowBody';
import { Icon } from '../icon';
import type { ViewProps } from '../viewProps';
import { VisuallyHidden } from '../visuallyHidden';
import { treeActions } from './treeActions';
import { type MoveOptions, useFollowNewest, useRowFocus } from './useTreeScroll';

/** A row to bring into view, by its id. */
export interface RowTarget extends MoveOptions {
	readonly row: string;
}

interface TreeProps extends ViewProps {
	readonly items: readonly Item[];
	readonly runId: string;
	/** Rows of nodes that the search found. */
	readonly foundRows: ReadonlySet<string>;
	/** A new object each time a row is to be brought into view. */
	readonly goTo?: RowTarget | undefined;
	/** Brings the row of a node into view and moves the focus to it. */
	readonly onGoToNode: (node: string) => void;
}

/** The ARIA tree, drawn as a virtual list: only the rows on screen and the focused one are in the document. */
export function TrajectoryTree(props: TreeProps) {
	const { items, runId, foundRows, goTo, onGoToNode, state, view, changeView, send } = props;
	const { detail, session } = state;
	const list = useRef<VirtualizerHandle>(null);
	const toggles = view.runId === runId && view.detail === detail ? view.toggles : noToggles;
	const rows = useMemo(() => flattenTree(items, toggles), [items, toggles]);
	const found = rows.findIndex(row => row.id === view.focused);
	const focusedIdx = Math.max(found, 0);
	const focused = rows[focusedIdx]?.id ?? '';
	const moveTo = useRowFocus(list, { id: focused, idx: focusedIdx, elementId: elementId(focused) });
	const isRunning = session.live && state.run?.state === 'running';
	const { onScroll, follow } = useFollowNewest(list, {
		idx: newestRow(rows, isRunning),
		nRows: rows.length,
		live: isRunning,
	});
	const actions = treeActions({
		...{ items, rows, moveTo, send, onGoToNode },
		view: { toggles, focused },
		show: next => changeView({ runId, detail, ...next }),
	});
	useEffect(() => {
		if (goTo !== undefined) {
			actions.reveal(goTo.row, goTo);
		}
	}, [goTo]);
	useNewBranch(state, branch => {
		onGoToNode(branch);
		follow();
	});
	// The row with the focus stays mounted until the next row has it: a key pressed in between must not get lost.
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
		<div class="tree" role="tree" aria-label={t('Run')} tabIndex={-1} onKeyDown={onKeyDown} onClick={onClick}>
			<Virtualizer ref={list} data={rows} keepMounted={mounted} onScroll={onScroll}>
				{row => (
					<TreeRow
						key={row.id}
						elementId={elementId(row.id)}
						row={row}
						focused={row.id === focused}
						isFound={foundRows.has(row.id)}
						send={send}
						giveFeedback={giveFeedback}
					/>
				)}
			</Virtualizer>
		</div>
	);
}

/** Calls back when the live run continues in another branch, so that the view can show it. */
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

/** The running node, or the result of an ended run: its patches, else its locations. The last row if there is none. */
function newestRow(rows: readonly Row<RowContent>[], isRunning: boolean): number {
	const isNewest = ({ content }: Row<RowContent>) =>
		isRunning
			? content.kind === 'node' && content.state === 'running'
			: (content.kind === 'phase' && content.phase === 'review') || content.kind === 'locations';
	const idx = rows.findLastIndex(isNewest);
	return idx === -1 ? rows.length - 1 : idx;
}

/** The action of a click, unless it is on a button in a row or ends a text selection. */
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

interface TreeKeys {
	readonly rows: readonly Row<RowContent>[];
	readonly focused: string;
	readonly act: (action: TreeAction) => void;
	readonly send: (message: FromWebview) => void;
	readonly detail: Detail;
}

/** Handles the tree's key presses. VS Code keeps keys with modifiers; a button in a row keeps its own keys. */
function useTreeKeys({ rows, focused, act, send, detail }: TreeKeys): (event: KeyboardEvent) => void {
	const typed = useRef<TypedAhead>({ text: '', atMs: 0 });
	return event => {
		if (event.ctrlKey || event.metaKey || event.altKey || isOnButton(event)) {
			return;
		}
		if (event.key === toggleDetailKey) {
			send({ type: 'setDetail', detail: detail === 'full' ? 'simple' : 'full' });
			return;
		}
		const content = rows.find(({ id }) => id === focused)?.content;
		if (event.key === 'Delete' && content?.kind === 'location') {
			send({ type: content.dismissed ? 'restore' : 'dismiss', location: content.location.id });
			return;
		}
		if (event.key === 'Delete' && content?.kind === 'memoryPart' && content.state !== 'repeated') {
			const { node, part, state } = content;
			send({ type: 'changeMemory', node, part, change: state === 'open' ? 'closed' : 'opened' });
			return;
		}
		const action = treeKeyAction(rows, focused, event.key) ?? letter(event);
		if (action !== undefined) {
			event.preventDefault();
			act(action);
		}
	};

	function letter({ key, timeStamp }: KeyboardEvent): TreeAction | undefined {
		if ([...key].length !== 1) {
			return undefined;
		}
		const { typed: next, focus } = typeAhead(rows, focused, typed.current, { text: key, atMs: timeStamp });
		typed.current = next;
		return focus === undefined ? undefined : { do: 'focus', id: focus };
	}
}

/** As in other trajectory inspectors. Type-ahead does not get this letter; few labels start with it. */
const toggleDetailKey = 'v';

function isOnButton({ target, key }: KeyboardEvent): boolean {
	return target instanceof HTMLElement && target.closest('button') !== null && (key === 'Enter' || key === ' ');
}

interface TreeRowProps extends Pick<BodyProps<RowContent>, 'send' | 'giveFeedback'> {
	readonly elementId: string;
	readonly row: Row<RowContent>;
	readonly focused: boolean;
	/** By the search. */
	readonly isFound: boolean;
}

/** The frame of every row: indent, twistie, ARIA position, native context menu. Its accessible name is its content. */
function TreeRow({ elementId, row, focused, isFound, send, giveFeedback }: TreeRowProps) {
	const { level, posInSet, setSize, open, content } = row;
	return (
		<div
			id={elementId}
			class={`row level-${Math.min(level, 6)} row-${content.kind}${isFound ? ' found' : ''}`}
			role="treeitem"
			tabIndex={focused ? 0 : -1}
			aria-level={level}
			aria-posinset={posInSet}
			aria-setsize={setSize}
			aria-expanded={open}
			aria-selected={focused}
			data-vscode-context={menuContext(content)}
		>
			{/* The tree handles its clicks, and the arrow keys do the same. */}
			<span class="twistie">{open !== undefined && <Icon name={open ? 'chevron-down' : 'chevron-right'} />}</span>
			<RowBody content={content} open={open === true} send={send} giveFeedback={giveFeedback} />
			{isFound && <VisuallyHidden text={`, ${t('found')}`} />}
		</div>
	);
}

/** The context of VS Code's menu `webview/context`, passed to its commands. */
function menuContext(content: RowContent): string {
	// Cut, copy and paste are for rows of text.
	const isText = ['text', 'answer', 'reasoning', 'fact', 'modelText', 'note'].includes(content.kind);
	return JSON.stringify({ ...menuSection(content), preventDefaultContextMenuItems: !isText });
}

function menuSection(content: RowContent): Readonly<Record<string, unknown>> {
	switch (content.kind) {
		case 'location':
			return {
				webviewSection: content.dismissed ? 'location.dismissed' : 'location',
				location: content.location.id,
			};
		case 'node':
			return content.asked
				? {
						webviewSection: content.state === 'done' ? 'round.asked' : 'round.asking',
						...{ node: content.node, turn: content.turn },
					}
				: { webviewSection: 'round' };
		case 'patch':
			return { webviewSection: `patch.${content.patch.state}`, patch: content.patch.id };
		case 'branch':
			return { webviewSection: 'branch', node: content.node };
		case 'memoryPart':
			return memorySection(content);
		case 'request':
			return { webviewSection: 'request', node: content.node, request: content.request };
		default:
			return { webviewSection: content.kind };
	}
}

function memorySection({ node, part, state, isPinned }: MemoryPartRow): Readonly<Record<string, unknown>> {
	const pin = part.part !== undefined ? '' : isPinned ? '.pinned' : '.unpinned';
	return { webviewSection: `memory.${state}${pin}`, node, part };
}
