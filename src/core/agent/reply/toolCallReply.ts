import type { RequestedCall } from '../../model/chat';
import type { AgentReply } from './agentReply';
import { leakedCalls } from './leakedCalls';
import { mergedReply } from './mergedReply';
import { namedCall } from './namedCall';
import { proseReply } from './proseReply';
import { reportLocations } from './reportLocations';

/**
 * Reads native tool calls; arguments may be damaged, wrapped in text or of a neighbouring type. Where there are none,
 * reads those that leaked into the text, or what its prose clearly says. Never throws: whatever is wrong is a problem.
 */
export function toolCallReply(calls: readonly RequestedCall[], text = ''): AgentReply {
	const reply =
		calls.length > 0
			? mergedReply(calls.map(({ name, arguments: given }) => namedCall(name, given)))
			: leakedCalls(text);
	return isEmpty(reply) ? said(text) : reply;
}

/** What the prose of the answer clearly says, or else that it says nothing. */
function said(text: string): AgentReply {
	const { isSure, ...reply } = proseReply(text);
	return isSure || reply.problems.length > 0 ? reply : mergedReply([{ problems: [nothingCalled] }]);
}

function isEmpty({ calls, locations, problems }: AgentReply): boolean {
	return calls.length + locations.length + problems.length === 0;
}

const nothingCalled = `Neither tool calls nor bug locations were given; call a tool, or ${reportLocations.name}.`;
