import type { ToolSchema } from '../ports';
import type { Tool, ToolParameter } from '../tools/tool';
import type { EndingTool, Toolset } from '../tools/toolset';
import { strictObject } from './reply/replySchema';

/** Everything a model may call natively: the tools, and the one it ends with. */
export function toolSchemas<Report>({ tools, ending }: Toolset<Report>): ToolSchema[] {
	return [...tools.map(toolSchema), ...(ending === undefined ? [] : [endingSchema(ending)])];
}

/** A tool as an endpoint wants it described. */
function toolSchema({ name, description, parameters }: Tool): ToolSchema {
	return {
		name,
		description,
		parameters: {
			type: 'object',
			properties: Object.fromEntries(parameters.map(parameter => [parameter.name, propertySchema(parameter)])),
			required: parameters.filter(parameter => parameter.default === undefined).map(parameter => parameter.name),
			additionalProperties: false,
		},
	};
}

function endingSchema<Report>({ name, description, field, schema }: EndingTool<Report>): ToolSchema {
	return { name, description, parameters: strictObject({ [field]: schema }) };
}

function propertySchema({ type, default: otherwise }: ToolParameter) {
	return otherwise === undefined ? { type } : { type, default: otherwise };
}
