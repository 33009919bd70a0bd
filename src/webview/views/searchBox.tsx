import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { compareIds } from '../../runs/pure/fold/runTree';
import { counted } from '../../system/pure/text/counted';
import type { FoundNodes } from '../appState';
import { engineText, t } from '../language';
import { ToolButton } from './toolButton';
import type { MoveOptions } from './tree/useTreeScroll';
import type { ViewProps } from './viewProps';

interface SearchBoxProps extends Pick<ViewProps, 'state' | 'view' | 'changeView' | 'send'> {
	/** Undefined while there is no answer. */
	readonly matches: FoundNodes | undefined;
	readonly selected: string;
	readonly onGoTo: (node: string, how: MoveOptions) => void;
	/** More buttons beside its own. */
	readonly children: ComponentChildren;
}

/** Searches all nodes of the run, and leads from one that was found to the next. The host searches: typing does not wait. */
export function SearchBox({ state, view, changeView, matches, selected, onGoTo, send, children }: SearchBoxProps) {
	const { run, session } = state;
	const { search: text } = view;
	const asked = useRef('');
	const [wish, setWish] = useState<Direction>();
	const setText = (search: string) => {
		setWish(undefined);
		changeView({ search });
	};
	const nNodes = Object.keys(run?.nodes ?? {}).length;
	useEffect(() => {
		if (text !== '' || asked.current !== '') {
			asked.current = text;
			send({ type: 'find', text });
		}
		// A node is complete when the next one is opened or the run ends.
	}, [text, run?.id, nNodes, session.live]);
	const found = matches?.nodes ?? [];
	useEffect(() => {
		const next = wish && nextOf(found, selected, wish);
		if (next !== undefined) {
			onGoTo(next, { takesFocus: false });
		}
		if (next !== undefined || matches?.isComplete === true) {
			setWish(undefined);
		}
	}, [wish, matches]);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			setWish(event.shiftKey ? 'back' : 'on');
		} else if (event.key === 'Escape') {
			setText('');
		}
	};
	return (
		<search class="node-search">
			<input
				type="search"
				aria-label={t('Search all rounds')}
				placeholder={t('Search thoughts, actions and results')}
				value={text}
				onInput={({ currentTarget }) => setText(currentTarget.value)}
				onKeyDown={onKeyDown}
			/>
			<span class="aside" role="status">
				{matches !== undefined && countText(found, selected)}
			</span>
			<ToolButton
				icon="arrow-up"
				name={t('Previous Match')}
				isDisabled={found.length === 0}
				onClick={() => setWish('back')}
			/>
			<ToolButton
				icon="arrow-down"
				name={t('Next Match')}
				isDisabled={found.length === 0}
				onClick={() => setWish('on')}
			/>
			{children}
		</search>
	);
}

/** The direction to move in the matches; before the first answer, the move waits for it. */
type Direction = 'on' | 'back';

function nextOf(found: readonly string[], selected: string, direction: Direction): string | undefined {
	return direction === 'back'
		? (found.findLast(id => compareIds(id, selected) < 0) ?? found.at(-1))
		: (found.find(id => compareIds(id, selected) > 0) ?? found[0]);
}

/** `2 of 14 nodes`, `14 nodes found` */
function countText(found: readonly string[], selected: string): string {
	const at = found.indexOf(selected);
	const nodes = engineText(counted(found.length, 'node'));
	return at === -1
		? t('{0} found', nodes)
		: t({ message: '{0} of {1}', comment: 'the selected one, and all that were found' }, at + 1, nodes);
}
