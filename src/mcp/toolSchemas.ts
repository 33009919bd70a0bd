import type { JsonSchema } from '../models/pure/chatModel';
import type { ToolParameter } from '../models/pure/tools/tool';
import type { PublicTool } from './publicTool';

/** The parameter that asks any tool for the rest of a long answer. */
export const partParameter: ToolParameter = { name: 'part', type: 'integer', default: 1, aliases: ['page'] };

const partText = 'which part of a long answer; the first one unless given';

/** The description without the text on each parameter, for a door that describes these by themselves. */
export function descriptionOf(tool: Pick<PublicTool, 'description' | 'parameters'>): string {
	const lines = tool.description.split('\n').filter(line => parameterIn(line, tool) === undefined);
	return lines.join('\n').trim();
}

/** The arguments of a call. Others are allowed: a wrong name is matched to the parameter that it is most like. */
export function inputSchema(tool: Pick<PublicTool, 'description' | 'parameters'>): JsonSchema {
	const required = tool.parameters.filter(each => each.default === undefined).map(({ name }) => name);
	const properties = [...tool.parameters, partParameter].map(each => [each.name, propertySchema(each, tool)] as const);
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
	const text = line === undefined ? (name === partParameter.name ? partText : '') : line.slice(name.length + 2);
	return { type, ...(text !== '' && { description: text }), ...(otherwise !== undefined && { default: otherwise }) };
}

/** `symbol` for the line `symbol: the name alone`. */
function parameterIn(line: string, { parameters }: Pick<PublicTool, 'parameters'>): string | undefined {
	return parameters.find(({ name }) => line.startsWith(`${name}: `))?.name;
}

/** Every answer as data: its text, the number of this part, and the tool's additions. */
export function outputSchema({ dataSchema }: Pick<PublicTool, 'dataSchema'>): JsonSchema {
	const whole = { type: 'integer', minimum: 1 };
	return {
		type: 'object',
		properties: { answer: { type: 'string' }, part: whole, nParts: whole, ...dataSchema },
		required: ['answer', 'part', 'nParts', ...Object.keys(dataSchema)],
	};
}

const line = { type: 'integer', minimum: 1 };
const text = { type: 'string' };
const placeProperties = { file: text, startLine: line, endLine: line, class: text, method: text };

/** Lines of a file, 1-based and inclusive, with the definition there. */
export const placeSchema: JsonSchema = {
	type: 'object',
	properties: placeProperties,
	required: ['file', 'startLine', 'endLine'],
};

/** A location of the bug; `likelihood`: how likely the fix changes it, from 0 to 1. */
export const bugLocationSchema: JsonSchema = {
	type: 'object',
	properties: {
		...placeProperties,
		intendedBehavior: text,
		confidence: text,
		likelihood: { type: 'number', minimum: 0, maximum: 1 },
		score: { type: 'number' },
		evidence: { type: 'array', items: text },
	},
	required: ['file', 'startLine', 'endLine', 'intendedBehavior', 'confidence', 'score', 'evidence'],
};

/** A patch, which is written to no file. */
export const patchSchema: JsonSchema = {
	type: 'object',
	properties: {
		name: text,
		files: { type: 'array', items: text },
		verdict: { enum: ['good', 'bad', 'unsure'] },
		evidence: { type: 'array', items: text },
		diff: { type: 'string', description: 'unified' },
	},
	required: ['name', 'files', 'verdict', 'evidence', 'diff'],
};

export function listOf(items: JsonSchema): JsonSchema {
	return { type: 'array', items };
}
