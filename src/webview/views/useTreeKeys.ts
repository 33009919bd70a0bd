import { useRef } from 'preact/hooks';
import type { Detail, FromWebview } from '../../protocol/messages';
import type { RowContent } from '../rows/rowContent';
import type { Row } from '../tree/treeItem';
import { type TreeAction, treeKeyAction } from '../tree/treeKeys';
import { type TypedAhead, typeAhead } from '../tree/typeAhead';

interface TreeKeys {
	readonly rows: readonly Row<RowContent>[];
	readonly focused: string;
	readonly act: (action: TreeAction) => void;
	readonly send: (message: FromWebview) => void;
	readonly detail: Detail;
}

/** The handler of the tree's key presses. Keys with modifiers stay with VS Code, as do those meant for a button in a row. */
export function useTreeKeys({ rows, focused, act, send, detail }: TreeKeys): (event: KeyboardEvent) => void {
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

/** As in the trajectory inspectors people know. It stands outside type-ahead, which lower-case labels rarely need it for. */
const toggleDetailKey = 'v';

function isOnButton({ target, key }: KeyboardEvent): boolean {
	return target instanceof HTMLElement && target.closest('button') !== null && (key === 'Enter' || key === ' ');
}
