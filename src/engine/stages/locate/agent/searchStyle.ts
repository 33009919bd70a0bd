import type { SearchFocus } from '../../../../code/pure/search/scope/searchScopes';
import type { NamedPlace } from '../../../../localizer/pure/resolve/namedPlaces';
import { openProtocol } from '../../../../models/pure/protocols/openProtocol';
import type { Protocol } from '../../../../models/pure/protocols/protocol';
import type { AgentDeps } from '../../../../models/pure/requests/agentDeps';
import type { MemoryAccess } from '../../../../models/pure/tools/tool';
import type { Toolset } from '../../../../models/pure/tools/toolset';
import { codeSearches } from '../../../../models/pure/tools/toolTable';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import { reportLocations } from '../reply/reportLocations';
import { type SearchOpening, searchPrompts } from './searchPrompts';

/** How a search asks its model: its tools, and the text shown to the model in each round. */
export interface SearchStyle {
	readonly toolset: Toolset<NamedPlace>;
	/** For the rounds that follow `start`. */
	readonly open: (log: RunLog, start: string, agent: AgentDeps, opening: SearchOpening) => OpenedSearch;
}

export interface OpenedSearch {
	readonly protocol: Protocol<NamedPlace>;
	/** For the tools, if the model is shown a memory. */
	readonly memory?: MemoryAccess;
	/** The code in which the tools begin to search. */
	readonly focus?: SearchFocus;
}

/** The toolset of a search for a bug: searches of the code, and a report of the bug's location. */
export const searchToolset: Toolset<NamedPlace> = { ...codeSearches, ending: reportLocations };

/** AutoCodeRover's search APIs, in one conversation. */
export const conversationStyle: SearchStyle = {
	toolset: searchToolset,
	open: (log, _start, agent, opening) => {
		const prompts = searchPrompts(agent.model.replyForm, searchToolset.tools, opening);
		return { protocol: openProtocol(log, agent, { toolset: searchToolset, prompts }) };
	},
};
