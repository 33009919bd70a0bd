import type { JsonSchema } from '../../ports';
import type { Tool, ToolParameter } from '../../tools/tool';
import type { Toolset } from '../../tools/toolset';
import { callField } from './jsonReply';

/**
 * What `jsonReply` reads, for models that take a schema: one alternative for each tool, and the ending tool's field. Matches
 * OpenAI's strict mode.
 */
export function replySchema<Report>({ tools, ending }: Toolset<Report>): JsonSchema {
	return strictObject({
		...(tools.length > 0 && { [callField]: { type: 'array', items: { anyOf: tools.map(callSchema) } } }),
		...(ending !== undefined && { [ending.field]: ending.schema }),
	});
}

/** An object whose keys are all required, and no other allowed. */
export function strictObject(properties: JsonSchema): JsonSchema {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function callSchema({ name, parameters }: Tool): JsonSchema {
	const properties = Object.fromEntries(parameters.map(each => [each.name, parameterSchema(each)]));
	return strictObject({ name: { type: 'string', enum: [name] }, arguments: strictObject(properties) });
}

function parameterSchema({ type, default: otherwise }: ToolParameter): JsonSchema {
	return { type: otherwise === undefined ? type : [type, 'null'] };
}
