import { jsonIn } from '../../../system/pure/text/jsonText';
import type { Tool } from '../tools/tool';
import type { Toolset } from '../tools/toolset';
import type { AgentReply } from './agentReply';
import { boundInvocation } from './invocation';
import { isReplyValue, valueReply } from './jsonReply';
import { mergedReply } from './mergedReply';
import { missedCalls } from './missedCalls';
import { toolCallsIn, type WrittenCall } from './writtenCalls';

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
	const written = toolCallsIn(answer, toolset.tools);
	const prose = toolset.ending?.readProse?.(withoutCalls(answer, written), written.length > 0);
	const calls = written.map(call => readCall(answer, call, toolset.tools));
	const read = calls.flatMap(each => each.calls ?? []);
	const problems = missedCalls(withoutCalls(answer, written, '\n'), read, toolset.tools);
	const reply = mergedReply([...calls, { report: prose?.report ?? [], problems }], toolset);
	const isClear = reply.calls.length > 0 ? !declinesCalls(answer) : prose?.isSure === true;
	return { ...reply, isSure: isClear && isUseful(reply) && reply.problems.length === 0 };
}

function isUseful({ calls, report }: AgentReply): boolean {
	return calls.length + report.length > 0;
}

function readCall(text: string, call: WrittenCall, tools: readonly Tool[]): Partial<AgentReply<never>> {
	const bound = boundInvocation(call, text.slice(call.start, call.end), tools);
	return 'problem' in bound ? { problems: [bound.problem] } : { calls: [bound.call] };
}

function withoutCalls(text: string, calls: readonly WrittenCall[], instead = ''): string {
	return calls.reduceRight((rest, { start, end }) => rest.slice(0, start) + instead + rest.slice(end), text);
}

/** Whether a text states that the search is over. */
function declinesCalls(text: string): boolean {
	return /\b(?:no (?:more|further|additional|new) (?:\w+ ){0,3}(?:calls?|context|searches|information) (?:is|are) (?:needed|necessary|required)|(?:do not|don't) need (?:any )?(?:more|further|additional) (?:\w+ )?(?:calls?|context))\b/i.test(
		text,
	);
}
