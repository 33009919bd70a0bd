import { isRecord } from '../../../system/pure/fields';
import { jsonIn } from '../../../system/pure/text/jsonText';
import type { Toolset } from '../tools/toolset';
import type { AgentReply } from './agentReply';
import { isEndingName, unknownTool } from './calledTool';
import { commandLines } from './commandLines';
import { boundInvocation } from './invocation';
import { isReplyValue, valueReply } from './jsonReply';
import { mergedReply } from './mergedReply';
import { missedCalls } from './missedCalls';
import { namedCall } from './namedCall';
import { isAlone, toolCallsIn, type WrittenCall, writtenCalls } from './writtenCalls';

/** `isSure`: the text is unambiguous, so that no model needs to be asked for its meaning. */
export interface ProseReply<Report> extends AgentReply<Report> {
	readonly isSure: boolean;
}

/**
 * Reads calls and a report out of running text, without a model. Empty if the text contains neither. It is sure of
 * calls that can be made, unless the text states that none is needed; a report beside them is tentative, since only the
 * calls are acted on. It is sure of a report without calls if its ending tool is, or if it is JSON. It is not sure if a
 * tool is asked for in other words, which is a problem.
 */
export function proseReply<Report>(text: string, toolset: Toolset<Report>): ProseReply<Report> {
	const answer = text.replaceAll(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '');
	const json = jsonIn(answer, value => isReplyValue(value, toolset));
	if (json !== undefined) {
		const reply = valueReply(json, toolset);
		return { ...reply, isSure: isUseful(reply) && reply.problems.length === 0 };
	}
	const reports = reportCallsIn(answer, toolset);
	const rest = withoutCalls(answer, reports, '\n');
	const written = toolCallsIn(rest, toolset.tools);
	const commands = commandLines(withoutCalls(rest, written, '\n'), toolset.tools);
	const others = withoutCalls(withoutCalls(rest, written, '\n'), commands, '\n');
	const hasCalls = written.length + commands.length > 0;
	const prose = toolset.ending?.readProse?.(commands.length > 0 ? others : withoutCalls(rest, written), hasCalls);
	const calls = [
		...written.map(call => boundInvocation(call, rest.slice(call.start, call.end), toolset.tools)),
		...commands.map(({ bound }) => bound),
	].map(bound => ('problem' in bound ? { problems: [bound.problem] } : { calls: [bound.call] }));
	const read = calls.flatMap(each => each.calls ?? []);
	const problems = [...missedCalls(others, read, toolset.tools), ...unknownCalls(others, toolset)];
	const stated = reports.map(call => namedCall(call.name, reportArguments(call), toolset));
	const reply = mergedReply([...calls, ...stated, { report: prose?.report ?? [], problems }], toolset);
	const isStated = stated.some(({ report = [] }) => report.length > 0) || prose?.isSure === true;
	const isClear = reply.calls.length > 0 ? !declinesCalls(answer) : isStated;
	return { ...reply, isSure: isClear && isUseful(reply) && reply.problems.length === 0 };
}

function isUseful({ calls, report }: AgentReply): boolean {
	return calls.length + report.length > 0;
}

/** The calls of the ending tool in running text. */
function reportCallsIn<Report>(text: string, toolset: Toolset<Report>): WrittenCall[] {
	const calls = toolset.ending === undefined ? [] : writtenCalls(text, name => isEndingName(name, toolset));
	return calls.filter(({ args }) => args.length > 0);
}

function reportArguments({ args }: WrittenCall): unknown {
	const named = args.flatMap(({ keyword, text }) => (keyword === undefined ? [] : [[keyword, jsonOr(text)] as const]));
	const positional = args.filter(({ keyword }) => keyword === undefined).map(({ text }) => jsonOr(text));
	return named.length > 0 ? Object.fromEntries(named) : positional.length === 1 ? positional[0] : positional;
}

function jsonOr(text: string): unknown {
	return /^\s*[{[]/.test(text) ? (jsonIn(text, isRecord) ?? jsonIn(text, Array.isArray) ?? text) : text;
}

/** Lines that are nothing but a call with plain values, of a name that is no tool: one sentence each. */
function unknownCalls<Report>(text: string, { tools, ending }: Toolset<Report>): string[] {
	const outside = text.replaceAll(/^[ \t]*```[\s\S]*?(?:^[ \t]*```|(?![\s\S]))/gm, '\n');
	const calls = tools.length === 0 ? [] : writtenCalls(outside, name => name.includes('_'));
	const isPlain = ({ args }: WrittenCall) =>
		args.length > 0 && args.every(({ isQuoted, text: value }) => isQuoted || /^-?\d+$/.test(value));
	const alone = calls.filter(
		call => isPlain(call) && isAlone(outside, call) && !/\w\.$/.test(outside.slice(0, call.start)),
	);
	return alone
		.filter(call => !outside.slice(call.start, call.end).startsWith('self.'))
		.map(({ name }) => unknownTool(name, tools, ending));
}

function withoutCalls(text: string, calls: readonly Pick<WrittenCall, 'start' | 'end'>[], instead = ''): string {
	return calls.reduceRight((rest, { start, end }) => rest.slice(0, start) + instead + rest.slice(end), text);
}

/** Whether a text states that the search is over. */
function declinesCalls(text: string): boolean {
	return /\b(?:no (?:more|further|additional|new) (?:\w+ ){0,3}(?:calls?|context|searches|information) (?:is|are) (?:needed|necessary|required)|(?:do not|don't) need (?:any )?(?:more|further|additional) (?:\w+ )?(?:calls?|context))\b/i.test(
		text,
	);
}
