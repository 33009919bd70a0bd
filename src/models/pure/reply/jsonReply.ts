import { plain } from '../../../code/pure/search/names/nearNames';
import { isRecord } from '../../../system/pure/fields';
import { jsonIn } from '../../../system/pure/text/jsonText';
import type { EndingTool, Toolset } from '../tools/toolset';
import type { AgentReply } from './agentReply';
import { isReportKey, readReport, reportWords } from './endingReport';
import { eachOf, isCallObject, jsonCalls, namesTool } from './jsonCalls';
import { mergedReply } from './mergedReply';

/** The key of the calls in a JSON answer; AutoCodeRover's. */
export const callField = 'API_calls';
const callKeys = ['apicalls', 'apicall', 'toolcalls', 'calls'];
const deepest = 3;

/**
 * Reads `{ "API_calls": [...], "bug_locations": [...] }`, the form of AutoCodeRover's proxy with the field of the
 * ending tool, also if it is damaged, within other text or in a neighboring shape. Never throws: every error is a
 * problem.
 */
export function jsonReply<Report>(text: string, toolset: Toolset<Report>): AgentReply<Report> {
	const value = jsonIn(text, isRecord) ?? jsonIn(text, Array.isArray);
	if (value === undefined) {
		const problem = `The answer holds no JSON object; it must be one such as ${emptyForm(toolset)}.`;
		return mergedReply([{ problems: [problem] }], toolset);
	}
	const reply = valueReply(value, toolset);
	const isEmpty = reply.calls.length + reply.report.length + reply.problems.length === 0;
	return isEmpty && toolset.ending !== undefined
		? { ...reply, problems: [nothingGiven(toolset, toolset.ending)] }
		: reply;
}

function emptyForm<Report>({ tools, ending }: Toolset<Report>): string {
	const fields = [
		...(tools.length > 0 ? [`"${callField}": []`] : []),
		...(ending === undefined ? [] : [`"${ending.field}": ${ending.schema.type === 'array' ? '[]' : '...'}`]),
	];
	return `{ ${fields.join(', ')} }`;
}

function nothingGiven<Report>({ tools }: Toolset<Report>, ending: EndingTool<Report>): string {
	return tools.length > 0
		? `Neither calls nor ${reportWords(ending)} were given; at least one of ${callField} and ${ending.field} must not be empty.`
		: `The field ${ending.field} is missing or empty.`;
}

/** Whether the keys of a JSON value show that it is such an answer, a call or a report. */
export function isReplyValue<Report>(value: unknown, toolset: Toolset<Report>): boolean {
	const { tools, ending } = toolset;
	const isPart = (each: unknown) => isCallObject(each, tools) || ending?.isReport?.(each) === true;
	if (Array.isArray(value)) {
		return value.length > 0 && value.every(isPart);
	}
	return isRecord(value) && (hasReplyKeys(value, toolset) || isPart(value));
}

/** Reads a JSON value that is such an answer, one within other objects, or only a list of calls or reports. */
export function valueReply<Report>(value: unknown, toolset: Toolset<Report>, depth = 0): AgentReply<Report> {
	if (Array.isArray(value)) {
		return eachOf(value, '', toolset, partReply);
	}
	if (!isRecord(value)) {
		return mergedReply([], toolset);
	}
	if (hasReplyKeys(value, toolset)) {
		return keyedReply(value, toolset);
	}
	if (isReplyValue(value, toolset)) {
		return mergedReply([partReply(value, '', toolset)], toolset);
	}
	const inner = depth < deepest ? Object.values(value).filter(isRecord) : [];
	return mergedReply(
		inner.map(each => valueReply(each, toolset, depth + 1)),
		toolset,
	);
}

function keyedReply<Report>(value: Readonly<Record<string, unknown>>, toolset: Toolset<Report>): AgentReply<Report> {
	const { ending } = toolset;
	const entries = Object.entries(value);
	const calls = entries
		.filter(([key]) => callKeys.includes(plain(key)))
		.map(([key, each]) => jsonCalls(each, key, toolset));
	const reports =
		ending === undefined
			? []
			: entries.filter(([key]) => isReportKey(key, ending)).map(([key, each]) => readReport(each, key, ending));
	return mergedReply([...calls, ...reports], toolset);
}

/** A call or a report without the key it belongs under; `at` is its place in a list. */
function partReply<Report>(value: unknown, at: string, toolset: Toolset<Report>): Partial<AgentReply<Report>> {
	const { tools, ending } = toolset;
	const isReport = tools.length === 0 || (ending?.isReport?.(value) === true && !namesTool(value, tools));
	return isReport && ending !== undefined
		? readReport(value, `${ending.field}${at}`, ending)
		: jsonCalls(value, `${callField}${at}`, toolset);
}

function hasReplyKeys<Report>(value: Readonly<Record<string, unknown>>, { tools, ending }: Toolset<Report>): boolean {
	return Object.keys(value).some(
		key => (tools.length > 0 && callKeys.includes(plain(key))) || (ending !== undefined && isReportKey(key, ending)),
	);
}
