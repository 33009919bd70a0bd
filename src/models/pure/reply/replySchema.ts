import { isRecord } from '../../../system/pure/fields';
import type { JsonSchema } from '../chatModel';
import type { Tool, ToolParameter } from '../tools/tool';
import type { Toolset } from '../tools/toolset';
import { callField } from './jsonReply';

/**
 * The schema of the answers that `jsonReply` reads, for models that take a schema: one alternative for each tool, and
 * the ending tool's field. The analysis comes first, as a model writes the keys in this order. Matches OpenAI's strict
 * mode.
 */
export function replySchema<Report>({ tools, ending }: Toolset<Report>): JsonSchema {
	return strictObject({
		analysis: { type: 'string' },
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

/** A value of a schema with the keys that the schema requires in its order; null for those that the value lacks. */
export function inSchema(value: unknown, { items, properties }: JsonSchema): unknown {
	if (Array.isArray(value)) {
		return isRecord(items) ? value.map(each => inSchema(each, items)) : value;
	}
	if (!isRecord(value) || !isRecord(properties)) {
		return value;
	}
	const entries = Object.entries(properties).map(([key, schema]) => {
		const given = value[key] ?? null;
		return [key, isRecord(schema) ? inSchema(given, schema) : given] as const;
	});
	return Object.fromEntries(entries);
}
