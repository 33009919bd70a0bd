import type { AgentStep, Protocol } from '../../agent/protocols/protocol';

/** A conversation whose next answer was chosen before, among several. */
export function answeredProtocol<Report>(protocol: Protocol<Report>, reply: AgentStep<Report>): Protocol<Report> {
	return {
		step: async () => reply,
		addResults: (node, results) => protocol.addResults(node, results),
		sentResults: call => protocol.sentResults(call),
		fork: options => answeredProtocol(protocol.fork(options), reply),
	};
}
