import type { BugLocation } from '../../core/model/location';
import { placeName } from '../../core/model/placeText';
import type { Run } from '../../core/model/run/run';
import { UserError } from '../../core/util/userError';

/**
 * The location that a prompt is about, and what is asked of it: `2 why this one?` or `total why?` by its number or its name
 * at the beginning, else the first one. Throws `UserError` for a number without a location.
 */
export function chosenLocation(
	prompt: string,
	{ selected: { locations } }: Pick<Run, 'selected'>,
): { readonly location: BugLocation; readonly question: string } {
	const [, word = '', rest = ''] = /^\s*#?(\S*)\s*([\s\S]*)$/.exec(prompt) ?? [];
	const named = locations.find(each => [placeName(each), each.method, each.file].includes(word));
	const numbered = /^\d+$/.test(word) ? locations[Number(word) - 1] : undefined;
	const location = numbered ?? named ?? locations[0];
	if (location === undefined || (/^\d+$/.test(word) && numbered === undefined)) {
		throw new UserError(`There is no location ${word}: the run has ${locations.length}.`);
	}
	return { location, question: (numbered ?? named) === undefined ? prompt.trim() : rest.trim() };
}
