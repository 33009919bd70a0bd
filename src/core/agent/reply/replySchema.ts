import type { JsonSchema } from '../../ports';
import { allTools } from '../../tools/allTools';
import type { Tool, ToolParameter } from '../../tools/tool';

const maybeText: JsonSchema = { type: ['string', 'null'] };
const maybeLine: JsonSchema = { type: ['integer', 'null'] };

/** One bug location: what is not known is null, so that it fits strict schemas, which know no optional key. */
export const placeSchema: JsonSchema = strictObject({
	file: maybeText,
	class: maybeText,
	method: maybeText,
	start_line: maybeLine,
	end_line: maybeLine,
	intended_behavior: { type: 'string' },
});

/** What `jsonReply` reads, for models that take a schema: one alternative for each tool. Fits OpenAI's strict mode. */
export const replySchema: JsonSchema = strictObject({
	API_calls: { type: 'array', items: { anyOf: allTools.map(callSchema) } },
	bug_locations: { type: 'array', items: placeSchema },
});

function callSchema({ name, parameters }: Tool): JsonSchema {
	const properties = Object.fromEntries(parameters.map(each => [each.name, parameterSchema(each)]));
	return strictObject({ name: { type: 'string', enum: [name] }, arguments: strictObject(properties) });
}

function parameterSchema({ type, default: otherwise }: ToolParameter): JsonSchema {
	return { type: otherwise === undefined ? type : [type, 'null'] };
}

function strictObject(properties: JsonSchema): JsonSchema {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
