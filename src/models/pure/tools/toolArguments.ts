import type { CalledAs, Tool, ToolArgs, ToolParameter } from './tool';

/** Checked arguments, or their problem, for the caller to correct. */
export type BoundArguments = { readonly args: ToolArgs } | { readonly problem: string };

/** Checks arguments against a tool's parameters: whole numbers may come as text, defaults are filled in. */
export function bindArguments(tool: CalledAs, given: Readonly<Record<string, unknown>>): BoundArguments {
	const problems = tool.parameters.flatMap(parameter => problemOf(parameter, given[parameter.name]));
	const known = new Set(tool.parameters.map(({ name }) => name));
	const unknown = Object.keys(given).filter(name => !known.has(name));
	if (unknown.length > 0) {
		problems.push(`there is no parameter ${unknown.join(', ')}`);
	}
	if (problems.length > 0) {
		return { problem: `${tool.name}: ${problems.join('; ')}. Call it as ${signatureOf(tool)}.` };
	}
	return {
		args: Object.fromEntries(
			tool.parameters.map(parameter => [parameter.name, boundValue(parameter, given[parameter.name])]),
		),
	};
}

/** `get_code_around_line(file_name: string, line_number: integer, window_size: integer = 10)`. */
export function signatureOf({ name, parameters }: Pick<Tool, 'name' | 'parameters'>): string {
	const parts = parameters.map(
		parameter =>
			`${parameter.name}: ${parameter.type}${parameter.default === undefined ? '' : ` = ${JSON.stringify(parameter.default)}`}`,
	);
	return `${name}(${parts.join(', ')})`;
}

/** The signature and the description of each tool, for a prompt. */
export function describedTools(tools: readonly Tool[]): string {
	const indented = (text: string) =>
		text
			.split('\n')
			.filter(line => line.trim() !== '')
			.map(line => `    ${line}`)
			.join('\n');
	return tools.map(tool => `${signatureOf(tool)}\n${indented(tool.description)}`).join('\n\n');
}

/** `search_class("OrderBook")`: a call with all it must be given, for a prompt. */
export function exampleCall({ name, parameters }: Pick<Tool, 'name' | 'parameters'>): string {
	const required = parameters.filter(parameter => parameter.default === undefined);
	return `${name}(${required.map(parameter => JSON.stringify(parameter.example ?? parameter.name)).join(', ')})`;
}

/** The same call as an object, with null for optional arguments. */
export function exampleObject({ name, parameters }: Pick<Tool, 'name' | 'parameters'>): object {
	const given = parameters.map(each => [each.name, each.default === undefined ? (each.example ?? each.name) : null]);
	return { name, arguments: Object.fromEntries(given) };
}

/** A bound argument that is text. */
export function textArgument(args: ToolArgs, name: string): string {
	return String(args[name] ?? '');
}

/** A bound argument that is a whole number. */
export function numberArgument(args: ToolArgs, name: string): number {
	return Number(args[name]);
}

function problemOf({ name, type, default: otherwise }: ToolParameter, value: unknown): string[] {
	if (value === undefined || value === null) {
		return otherwise === undefined ? [`${name} is missing`] : [];
	}
	if (type === 'integer') {
		return isWhole(value) ? [] : [`${name} must be a whole number, not ${JSON.stringify(value)}`];
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		return [`${name} must be text, not ${JSON.stringify(value)}`];
	}
	return String(value).trim() === '' && otherwise === undefined ? [`${name} is empty`] : [];
}

function isWhole(value: unknown): boolean {
	return typeof value === 'number'
		? Number.isSafeInteger(value)
		: typeof value === 'string' && /^\s*[+-]?\d{1,9}\s*$/.test(value);
}

function boundValue({ type, default: otherwise }: ToolParameter, value: unknown): string | number {
	if (value === undefined || value === null) {
		return otherwise ?? '';
	}
	return type === 'integer' ? Number(value) : String(value);
}
