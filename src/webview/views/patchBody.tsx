import type { PatchRow } from '../rows/rowContent';
import type { BodyProps } from './bodyProps';
import { Icon } from './icon';

/** A candidate that the user reviews. */
export function PatchBody({ content: { number, text } }: BodyProps<PatchRow>) {
	return (
		<>
			<Icon name="diff" tone="quiet" />
			<span class="body">
				<span class="title">Patch {number}</span> <span class="aside">{text}</span>
			</span>
		</>
	);
}
