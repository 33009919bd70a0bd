import type { RequestedCall } from '../../model/chat';
import type { AgentReply } from './agentReply';
import { leakedCalls } from './leakedCalls';
import { mergedReply } from './mergedReply';
import { namedCall } from './namedCall';
import { reportLocations } from './reportLocations';

/**
 * Reads native tool calls; arguments may be damaged, wrapped in text or of a neighbouring type. Where there are none,
 * reads those that leaked into the text. Never throws: whatever is wrong is a problem.
 */
export function toolCallReply(calls: readonly RequestedCall[], text = ''): AgentReply {
	const reply =
		calls.length > 0
			? mergedReply(calls.map(({ name, arguments: written }) => namedCall(name, written)))
			: leakedCalls(text);
	const isEmpty = reply.calls.length + reply.locations.length + reply.problems.length === 0;
	return isEmpty ? { ...reply, problems: [nothingCalled] } : reply;
}

const nothingCalled = `Neither tool calls nor bug locations were given; call a tool, or ${reportLocations.name}.`;
