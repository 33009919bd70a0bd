import { isRecord } from '../../../system/pure/fields';
import { isTooDeep, jsonIn } from '../../../system/pure/text/jsonText';
import type { EndingTool, Toolset } from '../tools/toolset';
import type { AgentReply } from './agentReply';
import { bindCall, type GivenArguments } from './boundCall';
import { calledTool, isEndingName, unknownTool } from './calledTool';
import { isReportKey, readReport } from './endingReport';

/** Matches a call by name to its tool; a call of the ending tool gives its report. */
export function namedCall<Report>(
	name: string,
	given: unknown,
	{ tools, ending }: Toolset<Report>,
): Partial<AgentReply<Report>> {
	if (typeof given === 'string' && isTooDeep(given)) {
		return { problems: [`${name.trim()}: the arguments are nested too deeply.`] };
	}
	const args = givenArguments(given);
	if (ending !== undefined && isEndingName(name, { tools, ending })) {
		return givenReport(args, ending);
	}
	const tool = calledTool(name, tools);
	if (tool === undefined) {
		return { problems: [unknownTool(name, tools, ending)] };
	}
	const text = `${tool.name}(${printed(args).join(', ')})`;
	const bound = bindCall(tool, args, { name, text });
	return 'problem' in bound ? { problems: [bound.problem] } : { calls: [bound.call] };
}

/** The report may be given as the ending tool's argument or instead of its arguments. */
function givenReport<Report>(
	{ positional, named }: GivenArguments,
	ending: EndingTool<Report>,
): Partial<AgentReply<Report>> {
	const entry = Object.entries(named).find(([key]) => isReportKey(key, ending));
	const listed = ending.schema.type === 'array' ? positional : positional[0];
	const value = positional.length > 0 ? listed : entry === undefined ? named : entry[1];
	const reply = readReport(value, ending.field, ending);
	const isEmpty = (reply.report ?? []).length + (reply.problems ?? []).length === 0;
	return isEmpty ? { problems: [`${ending.name}: ${ending.field} is empty.`] } : reply;
}

function printed({ positional, named }: GivenArguments): string[] {
	const print = (value: unknown) => JSON.stringify(value) ?? 'undefined';
	return [...positional.map(print), ...Object.entries(named).map(([name, value]) => `${name}=${print(value)}`)];
}

/**
 * Arguments of a call as JSON gives them: an object, a list in the order of the parameters, a single value, or any of
 * these as JSON text, once more as text, or damaged.
 */
function givenArguments(value: unknown, depth = 0): GivenArguments {
	if (value === undefined || value === null || value === '') {
		return { positional: [], named: {} };
	}
	if (isRecord(value)) {
		return { positional: [], named: value };
	}
	if (Array.isArray(value)) {
		return { positional: value, named: {} };
	}
	const inner = typeof value === 'string' && depth < 3 ? unwrapped(value) : undefined;
	return inner === undefined ? { positional: [value], named: {} } : givenArguments(inner, depth + 1);
}

/** The value of JSON text; undefined for a text meant as text. */
function unwrapped(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return /^\s*(?:[{[]|```)/.test(text) ? jsonIn(text, isRecord) : undefined;
	}
}
