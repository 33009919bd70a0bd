import { useEffect, useState } from 'preact/hooks';
import { compareIds } from '../../core/model/run/runTree';
import type { RowNodes } from '../rows/rowNodes';
import { Icon } from './icon';
import type { MoveOptions } from './useTreeScroll';
import type { ViewProps } from './viewProps';

interface SearchBoxProps extends Pick<ViewProps, 'state' | 'send'> {
	readonly rows: RowNodes;
	readonly selected: string;
	readonly onGoTo: (node: string, how: MoveOptions) => void;
}

/** Searches all nodes of the run, and leads from one that was found to the next. The host searches: typing does not wait. */
export function SearchBox({ state: { run, session, found: result }, rows, selected, onGoTo, send }: SearchBoxProps) {
	const [text, setText] = useState('');
	const nNodes = Object.keys(run?.nodes ?? {}).length;
	useEffect(() => {
		if (text !== '' || result !== undefined) {
			send({ type: 'find', text });
		}
		// A node is complete when the next one is opened or the run ends.
	}, [text, run?.id, nNodes, session.live]);
	// Switches hide alternatives with their rows.
	const found = (result?.nodes ?? []).filter(id => rows.rowOf.has(id));
	const isAnswered = text !== '' && result?.text === text;
	const go = (isBack: boolean) => {
		const next = isBack
			? (found.findLast(id => compareIds(id, selected) < 0) ?? found.at(-1))
			: (found.find(id => compareIds(id, selected) > 0) ?? found[0]);
		if (next !== undefined) {
			onGoTo(next, { takesFocus: false });
		}
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			go(event.shiftKey);
		} else if (event.key === 'Escape') {
			setText('');
		}
	};
	return (
		<search class="node-search">
			<input
				type="search"
				aria-label="Search all rounds"
				placeholder="Search thoughts, actions and results"
				value={text}
				onInput={({ currentTarget }) => setText(currentTarget.value)}
				onKeyDown={onKeyDown}
			/>
			<span class="aside" role="status">
				{isAnswered && countText(found, selected)}
			</span>
			<SearchButton icon="arrow-up" title="Previous Match" isDisabled={found.length === 0} onClick={() => go(true)} />
			<SearchButton icon="arrow-down" title="Next Match" isDisabled={found.length === 0} onClick={() => go(false)} />
		</search>
	);
}

/** `2 of 14`, `14 found` */
function countText(found: readonly string[], selected: string): string {
	const at = found.indexOf(selected);
	return at === -1 ? `${found.length} found` : `${at + 1} of ${found.length}`;
}

interface SearchButtonProps {
	readonly icon: string;
	readonly title: string;
	readonly isDisabled: boolean;
	readonly onClick: () => void;
}

function SearchButton({ icon, title, isDisabled, onClick }: SearchButtonProps) {
	return (
		<button type="button" title={title} aria-label={title} disabled={isDisabled} onClick={onClick}>
			<Icon name={icon} />
		</button>
	);
}
