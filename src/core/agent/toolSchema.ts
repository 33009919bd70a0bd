import type { ToolSchema } from '../ports';
import type { Tool, ToolParameter } from '../tools/tool';

/** A tool as an endpoint wants it described. */
export function toolSchema({ name, description, parameters }: Tool): ToolSchema {
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

function propertySchema({ type, default: otherwise }: ToolParameter) {
	return otherwise === undefined ? { type } : { type, default: otherwise };
}
