import { comma, t } from '../../language';
import { memoryStates } from '../../rows/memoryItems';
import type { MemoryNoteRow, MemoryPartRow, MemoryRow } from '../../rows/rowContent';
import { Icon } from '../icon';
import type { BodyProps } from './bodyProps';

export function MemoryBody({ content }: BodyProps<MemoryRow>) {
	return (
		<>
			<Icon name="library" tone="quiet" />
			<span class="body">
				<span class="title">{t('Working Memory')}</span> <span class="aside">{content.summary}</span>
			</span>
		</>
	);
}

/** A result with its cost in each round; a closed part costs nothing and can be opened again. */
export function MemoryPartBody({ content, send }: BodyProps<MemoryPartRow>) {
	const { node, part, title, detail, state, isPinned, cost, isGroup } = content;
	const isOpen = state === 'open';
	return (
		<>
			<Icon name={isPinned ? 'pinned' : isOpen ? 'circle-small-filled' : 'circle-small'} tone="quiet" />
			<span class={isOpen ? 'body' : `body ${state}`}>
				<span class={isGroup ? 'name' : 'name link-text'}>{title}</span>{' '}
				<span class="aside">
					{[detail, isOpen ? cost : memoryStates[state]].filter(text => text !== '').join(comma)}
				</span>
			</span>
			{state !== 'repeated' && (
				<button
					type="button"
					class="icon-button"
					title={isOpen ? t('Close in Memory') : t('Open in Memory')}
					// Keyboard users have Delete and the context menu.
					aria-hidden="true"
					tabIndex={-1}
					onClick={() => send({ type: 'changeMemory', node, part, change: isOpen ? 'closed' : 'opened' })}
				>
					<Icon name={isOpen ? 'close' : 'discard'} />
				</button>
			)}
		</>
	);
}

export function MemoryNoteBody({ content }: BodyProps<MemoryNoteRow>) {
	return (
		<>
			<Icon name="note" tone="quiet" />
			<span class="body">{content.text}</span>
		</>
	);
}
