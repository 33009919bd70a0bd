import type { JsonSchema } from '../models/pure/chatModel';
import type { ToolParameter } from '../models/pure/tools/tool';
import type { PublicTool } from './publicTool';

/** The parameter that asks any tool for the rest of a long answer; the answer states how, so it is listed nowhere. */
export const partParameter: ToolParameter = { name: 'part', type: 'integer', default: 1, aliases: ['page'] };

/** The description without the text on each parameter, for a door that describes these by themselves. */
export function descriptionOf(tool: Pick<PublicTool, 'description' | 'parameters'>): string {
	const lines = tool.description.split('\n').filter(line => parameterIn(line, tool) === undefined);
	return lines.join('\n').trim();
}

/** The arguments of a call. Others are allowed: a wrong name is matched to the parameter that it is most like. */
export function inputSchema(tool: Pick<PublicTool, 'description' | 'parameters'>): JsonSchema {
	const required = tool.parameters.filter(each => each.default === undefined).map(({ name }) => name);
	const properties = tool.parameters.map(each => [each.name, propertySchema(each, tool)] as const);
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		...(required.length > 0 && { required }),
	};
}

function propertySchema(
	{ name, type, default: otherwise }: ToolParameter,
	tool: Pick<PublicTool, 'description' | 'parameters'>,
): JsonSchema {
	const line = tool.description.split('\n').find(each => parameterIn(each, tool) === name);
	const text = line === undefined ? '' : line.slice(name.length + 2);
	return {
		type,
		...(text !== '' && { description: text }),
		...(otherwise !== undefined && otherwise !== '' && { default: otherwise }),
	};
}

/** `symbol` for the line `symbol: the name alone`. */
function parameterIn(line: string, { parameters }: Pick<PublicTool, 'parameters'>): string | undefined {
	return parameters.find(({ name }) => line.startsWith(`${name}: `))?.name;
}
