import { type NamedPlace, placeKey } from '../../../../localizer/pure/resolve/namedPlaces';
import type { JsonSchema } from '../../../../models/pure/chatModel';
import { strictObject } from '../../../../models/pure/reply/replySchema';
import type { EndingTool, ProseReport } from '../../../../models/pure/tools/toolset';
import causeField from './causeField.md';
import exampleCauses from './exampleCauses.md';
import exampleLocations from './exampleLocations.md';
import { isPlaceObject, jsonPlaces, listKeys } from './jsonPlaces';
import { labelledPlaces } from './labelledPlaces';
import notedCauses from './notedCauses.md';
import notedLocations from './notedLocations.md';
import description from './reportLocations.md';

const maybeText: JsonSchema = { type: ['string', 'null'] };
const maybeLine: JsonSchema = { type: ['integer', 'null'] };
const place: Readonly<Record<string, JsonSchema>> = {
	file: maybeText,
	class: maybeText,
	method: maybeText,
	start_line: maybeLine,
	end_line: maybeLine,
	intended_behavior: { type: 'string' },
};

/** The tool that ends a search: with the bug's location and the intended behavior of its code. */
export const reportLocations: EndingTool<NamedPlace> = {
	name: 'report_bug_locations',
	description,
	field: 'bug_locations',
	aliases: listKeys,
	schema: {
		type: 'array',
		items: strictObject(place),
	},
	prompts: {
		question: 'where the bug is',
		item: 'place',
		example: exampleLocations.trim(),
		conversion: notedLocations.trim(),
	},
	read: jsonPlaces,
	isReport: isPlaceObject,
	keyOf: placeKey,
	readProse: proseReport,
};

/** The same with a justification: why the bug is at each place. */
export const reportCauses: EndingTool<NamedPlace> = {
	...reportLocations,
	description: `${description.trim()} ${causeField.trim()}`,
	schema: { type: 'array', items: strictObject({ ...place, cause: { type: 'string' } }) },
	prompts: {
		...reportLocations.prompts,
		example: exampleCauses.trim(),
		conversion: `${notedLocations.trim()} ${notedCauses.trim()}`,
	},
};

/**
 * Bug locations in running text; sure if they are labelled or listed. Next to calls, only text announced as a bug
 * location counts.
 */
function proseReport(text: string, hasCalls: boolean): ProseReport<NamedPlace> {
	const { places, isPlain } = labelledPlaces(locationSection(text) ?? (hasCalls ? '' : text));
	return { report: places, isSure: isPlain };
}

/** The text from the line that announces the bug's location. */
function locationSection(text: string): string | undefined {
	const match =
		/^[^\r\n\u2028\u2029`]*\b(?:bug(?:gy)?[\s_-]{0,8}(?:locations?|files?|methods?|places?)|locations? of the bugs?)\b/im.exec(
			text,
		);
	return match === null ? undefined : text.slice(match.index);
}
