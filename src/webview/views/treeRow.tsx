import type { RowContent } from '../rows/rowContent';
import type { Row } from '../tree/treeItem';
import type { BodyProps } from './bodyProps';
import { Icon } from './icon';
import { RowBody } from './rowBody';

interface TreeRowProps extends Pick<BodyProps<RowContent>, 'send' | 'giveFeedback'> {
	readonly elementId: string;
	readonly row: Row<RowContent>;
	readonly focused: boolean;
}

/** The frame every row has: indent, twistie, ARIA position, native context menu. Its name is what it holds. */
export function TreeRow({ elementId, row, focused, send, giveFeedback }: TreeRowProps) {
	const { level, posInSet, setSize, open, content } = row;
	return (
		<div
			id={elementId}
			class={`row level-${Math.min(level, 6)} row-${content.kind}`}
			role="treeitem"
			tabIndex={focused ? 0 : -1}
			aria-level={level}
			aria-posinset={posInSet}
			aria-setsize={setSize}
			aria-expanded={open}
			aria-selected={focused}
			data-vscode-context={menuContext(content)}
		>
			{/* The tree takes its clicks, and the keyboard has the arrows for it. */}
			<span class="twistie">{open !== undefined && <Icon name={open ? 'chevron-down' : 'chevron-right'} />}</span>
			<RowBody content={content} open={open === true} send={send} giveFeedback={giveFeedback} />
		</div>
	);
}

/** What VS Code's menu `webview/context` is offered for, and what its commands are handed. */
function menuContext(content: RowContent): string {
	// Cut, copy and paste are for rows of text.
	const isText = ['text', 'answer', 'reasoning', 'fact', 'modelText', 'note'].includes(content.kind);
	return JSON.stringify({ ...menuSection(content), preventDefaultContextMenuItems: !isText });
}

function menuSection(content: RowContent): Readonly<Record<string, string>> {
	switch (content.kind) {
		case 'location':
			return {
				webviewSection: content.dismissed ? 'location.dismissed' : 'location',
				location: content.location.id,
			};
		case 'node':
			return content.asked
				? { webviewSection: content.state === 'done' ? 'round.asked' : 'round.asking', node: content.node }
				: { webviewSection: 'round' };
		case 'request':
			return { webviewSection: 'request', node: content.node, request: content.request };
		default:
			return { webviewSection: content.kind };
	}
}
