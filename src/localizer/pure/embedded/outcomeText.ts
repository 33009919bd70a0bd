import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import { counted } from '../../../system/pure/text/counted';

/** `5 found in 3 files`, or that nothing was found. */
export function foundText(answered: readonly { readonly answer: ToolAnswer }[]): string {
	const found = answered.filter(({ answer }) => answer.ok);
	const files = new Set(found.flatMap(({ answer }) => answer.places.map(place => place.file)));
	return found.length === 0 ? 'nothing found' : `${found.length} found in ${counted(files.size, 'file')}`;
}

/** `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`. */
export function listed(items: readonly string[], limit = 5): string {
	const shown = items.length > limit + 1 ? [...items.slice(0, limit), `${items.length - limit} more`] : items;
	return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
