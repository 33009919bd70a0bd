import { strictObject } from '../../../agent/reply/replySchema';
import type { JsonSchema } from '../../../ports';
import type { EndingTool } from '../../../tools/toolset';
import exampleLocations from './exampleLocations.md';
import { isPlaceObject, jsonPlaces, listKeys } from './jsonPlaces';
import { type NamedPlace, placeKey } from './namedPlaces';
import notedLocations from './notedLocations.md';
import { proseReport } from './proseReport';
import description from './reportLocations.md';

const maybeText: JsonSchema = { type: ['string', 'null'] };
const maybeLine: JsonSchema = { type: ['integer', 'null'] };

/** The tool by which a model ends its search: where the bug is, and what the code there should do. */
export const reportLocations: EndingTool<NamedPlace> = {
	name: 'report_bug_locations',
	description,
	field: 'bug_locations',
	aliases: listKeys,
	schema: {
		type: 'array',
		items: strictObject({
			file: maybeText,
			class: maybeText,
			method: maybeText,
			start_line: maybeLine,
			end_line: maybeLine,
			intended_behavior: { type: 'string' },
		}),
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
