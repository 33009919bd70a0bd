import { plain } from '../../../code/pure/search/names/nearNames';
import { isRecord } from '../../../system/pure/fields';
import type { Tool } from '../tools/tool';
import { signatureOf } from '../tools/toolArguments';
import type { Toolset } from '../tools/toolset';
import type { AgentReply } from './agentReply';
import { mostCalls } from './answerSize';
import { calledTool } from './calledTool';
import { boundInvocation } from './invocation';
import { jsonExcerpt } from './jsonExcerpt';
import { mergedReply } from './mergedReply';
import { namedCall } from './namedCall';
import { writtenCalls } from './writtenCalls';

const nameKeys = ['name', 'funcname', 'functionname', 'function', 'tool', 'toolname', 'api', 'apiname', 'apicall'];
const argumentKeys = ['arguments', 'args', 'parameters', 'params', 'input', 'kwargs'];

/**
 * Calls as JSON gives them: written out, as objects with a name and arguments, or as objects with a tool for a key; one
 * or a list. `label` names the element in problems: `API_calls[2]`.
 */
export function jsonCalls<Report>(
	value: unknown,
	label: string,
	toolset: Toolset<Report>,
): Partial<AgentReply<Report>> {
	if (value === undefined || value === null || value === '') {
		return {};
	}
	if (Array.isArray(value)) {
		return eachOf(value, label, toolset, jsonCalls);
	}
	if (typeof value === 'string') {
		return textCalls(value, label, toolset);
	}
	return isRecord(value) ? objectCalls(value, label, toolset) : notACall(value, label, toolset.tools);
}

/** Each element of a list of calls or reports, read by itself; of a very long list, the first ones. */
export function eachOf<Report>(
	list: readonly unknown[],
	label: string,
	toolset: Toolset<Report>,
	read: (value: unknown, label: string, toolset: Toolset<Report>) => Partial<AgentReply<Report>>,
): AgentReply<Report> {
	const rest = list.length > mostCalls ? [problem(label, `of ${list.length} elements, ${mostCalls} were read.`)] : [];
	const parts = list.slice(0, mostCalls).map((each, at) => read(each, `${label}[${at}]`, toolset));
	return mergedReply([...rest, ...parts], toolset);
}

/** Whether an object is a call: it names a tool or a text meant as one, or a tool is its key. */
export function isCallObject(value: unknown, tools: readonly Tool[]): value is Record<string, unknown> {
	return tools.length > 0 && isRecord(value) && (callName(value) !== undefined || isToolMap(value, tools));
}

/** Whether an object is a call whatever else it could be: `{ "function": "save" }` may as well name code. */
export function namesTool(value: unknown, tools: readonly Tool[]): boolean {
	if (!isCallObject(value, tools)) {
		return false;
	}
	const name = callName(value);
	const hasArguments = Object.keys(value).some(key => argumentKeys.includes(plain(key)));
	return typeof name !== 'string' || hasArguments || name.includes('(') || calledTool(name, tools) !== undefined;
}

function textCalls<Report>(text: string, label: string, toolset: Toolset<Report>): Partial<AgentReply<Report>> {
	const { tools } = toolset;
	const all = writtenCalls(text, () => true);
	const known = all.filter(({ name }) => calledTool(name, tools) !== undefined);
	const calls = known.length > 0 ? known : all.slice(0, 1);
	if (calls.length === 0) {
		return notACall(text, label, tools);
	}
	return mergedReply(
		calls.map(call => {
			const bound = boundInvocation(call, text.slice(call.start, call.end), tools);
			return 'problem' in bound ? problem(label, bound.problem) : { calls: [bound.call] };
		}),
		toolset,
	);
}

function objectCalls<Report>(
	value: Readonly<Record<string, unknown>>,
	label: string,
	toolset: Toolset<Report>,
): Partial<AgentReply<Report>> {
	const name = callName(value);
	if (isRecord(name)) {
		return objectCalls(name, label, toolset);
	}
	if (typeof name === 'string') {
		return name.includes('(')
			? textCalls(name, label, toolset)
			: labelled(label, namedCall(name, callArguments(value), toolset));
	}
	if (!isToolMap(value, toolset.tools)) {
		return notACall(value, label, toolset.tools);
	}
	return mergedReply(
		Object.entries(value).map(([key, given]) => labelled(label, namedCall(key, given, toolset))),
		toolset,
	);
}

/** A name as text, or the object `function` of a call in the form of chat completions. */
function callName(value: Readonly<Record<string, unknown>>): string | Readonly<Record<string, unknown>> | undefined {
	const entries = Object.entries(value).filter(([key]) => nameKeys.includes(plain(key)));
	const isName = (each: unknown) => typeof each === 'string' && each.trim() !== '';
	const named = entries.map(([, each]) => each).find(each => isRecord(each) || isName(each));
	return isRecord(named) || typeof named === 'string' ? named : undefined;
}

/** Under a key of their own, or beside the name. */
function callArguments(value: Readonly<Record<string, unknown>>): unknown {
	const entries = Object.entries(value);
	const given = entries.find(([key]) => argumentKeys.includes(plain(key)));
	const skipped = [...nameKeys, 'type', 'id'];
	return given === undefined ? Object.fromEntries(entries.filter(([key]) => !skipped.includes(plain(key)))) : given[1];
}

function isToolMap(value: Readonly<Record<string, unknown>>, tools: readonly Tool[]): boolean {
	const keys = Object.keys(value);
	return keys.length > 0 && keys.every(key => calledTool(key, tools) !== undefined);
}

function notACall(value: unknown, label: string, tools: readonly Tool[]): Partial<AgentReply<never>> {
	const tool = tools.find(({ name }) => name === value) ?? tools[0];
	const right = tool === undefined ? '' : ` Write one as ${signatureOf(tool)}.`;
	return problem(label, `${jsonExcerpt(value)} is no call of a tool.${right}`);
}

function labelled<Report>(label: string, reply: Partial<AgentReply<Report>>): Partial<AgentReply<Report>> {
	const { problems = [], ...others } = reply;
	return { ...others, problems: problems.map(each => `${label}: ${each}`) };
}

function problem(label: string, text: string): Partial<AgentReply<never>> {
	return labelled(label, { problems: [text] });
}
