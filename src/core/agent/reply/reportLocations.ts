import type { ToolSchema } from '../../ports';
import { placeSchema } from './replySchema';
import description from './reportLocations.md';

/** The tool by which a model that calls tools natively ends its search. `toolCallReply` reads it; it runs nothing. */
export const reportLocations: ToolSchema = {
	name: 'report_bug_locations',
	description,
	parameters: {
		type: 'object',
		properties: { bug_locations: { type: 'array', items: placeSchema } },
		required: ['bug_locations'],
		additionalProperties: false,
	},
};
