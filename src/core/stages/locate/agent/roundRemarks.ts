import type { AgentReply } from '../../../agent/reply/agentReply';
import type { NamedOutcome } from './namedSuspects';
import nothingChosen from './nothingChosen.md';

/** What the model is told about its answer besides the results: what was wrong with it, and what became of its places. */
export function roundRemarks(reply: AgentReply, named: NamedOutcome): readonly string[] {
	const remarks = [...reply.problems, ...named.problems];
	const isEmpty = reply.calls.length === 0 && named.locations.length === 0;
	return isEmpty && remarks.length === 0 ? [nothingChosen] : remarks;
}
