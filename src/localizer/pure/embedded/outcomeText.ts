import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import { counted } from '../../../system/pure/text/counted';

/** `5 found in 3 files`, or that nothing was found. */
export function foundText(answered: readonly { readonly answer: ToolAnswer }[]): string {
	const found = answered.filter(({ answer }) => answer.ok);
	const files = new Set(found.flatMap(({ answer }) => answer.places.map(place => place.file)));
	return found.length === 0 ? 'nothing found' : `${found.length} found in ${counted(files.size, 'file')}`;
}
