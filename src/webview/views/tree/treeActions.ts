import type { FromWebview } from '../../protocol/messages';
import type { Item } from '../../rows/item';
import type { EvidenceRow, MemoryPartRow, RowContent } from '../../rows/rowContent';
import { pathTo, type Toggles } from '../../tree/flattenTree';
import type { Row } from '../../tree/treeItem';
import type { TreeAction } from '../../tree/treeKeys';
import type { MoveOptions, MoveToRow } from './useTreeScroll';

/** The user's changes to a tree. */
export interface TreeView {
	readonly toggles: Toggles;
	readonly focused: string;
}

interface Tree {
	readonly items: readonly Item[];
	readonly rows: readonly Row<RowContent>[];
	readonly view: TreeView;
	readonly show: (view: TreeView) => void;
	readonly moveTo: MoveToRow;
	readonly send: (message: FromWebview) => void;
	readonly onGoToNode: (node: string) => void;
}

export interface TreeActions {
	act(action: TreeAction): void;
	/** Opens the ancestors of an item and selects it; does nothing if there is no such item. */
	reveal(id: string, options: MoveOptions): void;
}

/** The actions of keys, clicks and the host. Each is one change of the view. */
export function treeActions({ items, rows, view, show, moveTo, send, onGoToNode }: Tree): TreeActions {
	const setOpen = (ids: readonly string[], open: boolean, focused = view.focused) => {
		for (const { id, content } of rows) {
			if (open && ids.includes(id) && content.kind === 'call' && content.clipped) {
				send({ type: 'readAnswer', ...content.ref });
			}
		}
		show({ focused, toggles: toggled(view.toggles, ids, open) });
	};
	const reveal = (id: string, options: MoveOptions) => {
		const around = pathTo(items, id);
		if (around !== undefined) {
			moveTo(id, options);
			show({ focused: id, toggles: toggled(view.toggles, around, true) });
		}
	};
	const activate = (row: Row<RowContent>) => {
		const activation = activateRow(row.content);
		if (activation.do === 'goToNode') {
			onGoToNode(activation.node);
			return;
		}
		moveTo(row.id, withFocus);
		if (activation.do === 'toggle' && row.open !== undefined) {
			setOpen([row.id], !row.open, row.id);
			return;
		}
		show({ ...view, focused: row.id });
		if (activation.do === 'send') {
			send(activation.message);
		}
	};
	const act = (action: TreeAction) => {
		switch (action.do) {
			case 'focus':
				moveTo(action.id, withFocus);
				show({ ...view, focused: action.id });
				return;
			case 'toggle':
				setOpen(action.ids, action.open, action.ids.length === 1 ? action.ids[0] : view.focused);
				return;
			case 'activate':
				for (const row of rows.filter(({ id }) => id === action.id)) {
					activate(row);
				}
		}
	};
	return { act, reveal };
}

const withFocus: MoveOptions = { takesFocus: true };

function toggled(toggles: Toggles, ids: readonly string[], open: boolean): Toggles {
	return { ...toggles, ...Object.fromEntries(ids.map(id => [id, open])) };
}

/** The action of Enter and a click on a row, after focusing it. */
type Activation =
	| { readonly do: 'send'; readonly message: FromWebview }
	| { readonly do: 'goToNode'; readonly node: string }
	| { readonly do: 'toggle' };

function activateRow(content: RowContent): Activation {
	switch (content.kind) {
		case 'place':
			return { do: 'send', message: { type: 'openPlace', place: content.place } };
		case 'location':
			return { do: 'send', message: { type: 'openLocation', location: content.location.id } };
		case 'frame':
			return { do: 'send', message: { type: 'openFrame', ...content.frame } };
		case 'next':
			return { do: 'goToNode', node: content.node };
		case 'evidence':
			return evidenceActivation(content);
		case 'reproducer':
			return { do: 'send', message: { type: 'openReproducer', reproducer: content.reproducer } };
		case 'patch':
			return { do: 'send', message: { type: 'actOnPatch', action: 'openDiff', patch: content.patch.id } };
		case 'patchEvidence': {
			const { patch, evidence } = content;
			return { do: 'send', message: { type: 'openEvidence', patch, label: evidence.label } };
		}
		case 'patchFile':
			return { do: 'send', message: { type: 'openPatchFile', patch: content.patch, path: content.file.path } };
		case 'memoryPart':
			return memoryActivation(content);
		default:
			return { do: 'toggle' };
	}
}

/** The code; a commit or another text, as the model sees it. A result of several parts opens and closes. */
function memoryActivation({ node, part, place, isGroup }: MemoryPartRow): Activation {
	if (isGroup) {
		return { do: 'toggle' };
	}
	return place === undefined
		? { do: 'send', message: { type: 'openMemory', node, part } }
		: { do: 'send', message: { type: 'openPlace', place } };
}

/** The code it rests on, else the round that found it. */
function evidenceActivation({ code, round }: EvidenceRow): Activation {
	if (code !== undefined) {
		const { file, line } = code;
		return { do: 'send', message: { type: 'openPlace', place: { file, startLine: line, endLine: line } } };
	}
	return round === undefined ? { do: 'toggle' } : { do: 'goToNode', node: round.node };
}
