import type { LocationRow } from '../rows/rowContent';
import type { BodyProps } from './bodyProps';
import { Icon } from './icon';
import { Said } from './said';

/** A location: its number as in the editor, where it is, what the code there should do, and how sure that is. */
export function LocationBody({ content, open, send }: BodyProps<LocationRow>) {
	const { number, repeats, name, where, folder, confidence, dismissed, location } = content;
	const judge = dismissed
		? ({ type: 'restore', icon: 'discard', title: 'Restore location' } as const)
		: ({ type: 'dismiss', icon: 'close', title: 'Not the bug' } as const);
	return (
		<>
			<span class={dismissed ? 'badge dismissed' : 'badge'}>
				<Said text="Location " />
				{number}
			</span>
			<div class={`body location ${dismissed ? 'dismissed' : ''}`}>
				<div class="title one-line">{name}</div>
				<div class="one-line">
					<span class="link-text">{where}</span>{' '}
					<span class="aside">
						{dismissed ? 'not the bug' : confidence}
						{folder !== '' && ` · ${folder}`}
					</span>
				</div>
				{(open || !repeats) && <div class={open ? 'intended' : 'intended clamped'}>{location.intendedBehavior}</div>}
			</div>
			<button
				type="button"
				class="icon-button"
				title={judge.title}
				// The keyboard has the delete key and the context menu; a button in the row would be read out with its name.
				aria-hidden="true"
				tabIndex={-1}
				onClick={() => send({ type: judge.type, location: location.id })}
			>
				<Icon name={judge.icon} />
			</button>
		</>
	);
}
