import type { RequestedCall } from '../../model/chat';
import type { EndingTool, Toolset } from '../../tools/toolset';
import type { AgentReply } from './agentReply';
import { reportWords } from './endingReport';
import { leakedCalls } from './leakedCalls';
import { mergedReply } from './mergedReply';
import { namedCall } from './namedCall';
import { proseReply } from './proseReply';

/**
 * Reads native tool calls; arguments may be damaged, wrapped in text or of a neighboring type. Where there are none,
 * reads those that leaked into the text, or what its prose clearly says. Never throws: whatever is wrong is a problem.
 */
export function toolCallReply<Report>(
	calls: readonly RequestedCall[],
	text: string,
	toolset: Toolset<Report>,
): AgentReply<Report> {
	const named = calls.map(({ name, arguments: given }) => namedCall(name, given, toolset));
	const reply = calls.length > 0 ? mergedReply(named, toolset) : leakedCalls(text, toolset);
	return isEmpty(reply) ? textReply(text, toolset) : reply;
}

/** What the prose of the answer clearly says, or else that it says nothing, unless that is how a model ends. */
function textReply<Report>(text: string, toolset: Toolset<Report>): AgentReply<Report> {
	const { isSure, ...reply } = proseReply(text, toolset);
	if (isSure || reply.problems.length > 0) {
		return reply;
	}
	const { tools, ending } = toolset;
	return mergedReply(ending === undefined ? [] : [{ problems: [nothingCalled(tools.length > 0, ending)] }], toolset);
}

function isEmpty({ calls, report, problems }: AgentReply): boolean {
	return calls.length + report.length + problems.length === 0;
}

function nothingCalled<Report>(hasTools: boolean, ending: EndingTool<Report>): string {
	return hasTools
		? `Neither tool calls nor ${reportWords(ending)} were given; call a tool, or ${ending.name}.`
		: `No tool was called; call ${ending.name}.`;
}
