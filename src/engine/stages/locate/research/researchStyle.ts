import type { NamedPlace } from '../../../../localizer/pure/resolve/namedPlaces';
import issuePrompt from '../../../../models/pure/loop/issue.md';
import { TrajectoryMemory } from '../../../../models/pure/memory/trajectoryMemory';
import { joinRemarks } from '../../../../models/pure/protocols/joinRemarks';
import { MemoryProtocol } from '../../../../models/pure/protocols/memoryProtocol';
import type { ProtocolPrompts } from '../../../../models/pure/protocols/protocol';
import type { Tool } from '../../../../models/pure/tools/tool';
import { describedTools, exampleCall } from '../../../../models/pure/tools/toolArguments';
import type { Toolset } from '../../../../models/pure/tools/toolset';
import { historyTools, memoryTools, researcherTools } from '../../../../models/pure/tools/toolTable';
import type { ReplyForm } from '../../../../runs/pure/model/chat';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import callsInProse from '../agent/callsInProse.md';
import placesInProse from '../agent/placesInProse.md';
import type { SearchOpening } from '../agent/searchPrompts';
import type { SearchStyle } from '../agent/searchStyle';
import { reportCauses } from '../reply/reportLocations';
import causeInProse from './causeInProse.md';
import history from './history.md';
import lastRound from './lastRound.md';
import nextRound from './nextRound.md';
import system from './system.md';
import toolsPrompt from './tools.md';

/** How a trajectory of deep research asks its model. */
export interface ResearchOptions {
	/** The size of the findings shown to the model, in estimated tokens. */
	readonly memoryTokens: number;
	/** The same question is asked in each trajectory: at a temperature above 0 they differ. */
	readonly temperature: number;
	/** Whether the commits that led to the code can be searched. */
	readonly hasHistory: boolean;
}

function toolsetOf(hasHistory: boolean): Toolset<NamedPlace> {
	const history = hasHistory ? historyTools : [];
	return {
		tools: [...researcherTools, ...history, ...memoryTools],
		callNoun: { one: 'call', many: 'calls' },
		ending: reportCauses,
	};
}

/** Code Researcher's analysis: each round shows the model its working memory, and asks whether it explains the bug. */
export function researchStyle({ memoryTokens, temperature, hasHistory }: ResearchOptions): SearchStyle {
	const toolset = toolsetOf(hasHistory);
	return {
		toolset,
		open: (log, start, agent, { reportedLines, ...opening }) => {
			const memory = new TrajectoryMemory(log, start, memoryTokens);
			const prompts = researchPrompts(toolset, agent.model.replyForm, opening);
			const focus = {
				filesInMemory: () => memory.files(),
				linesInMemory: () => memory.openLines(),
				reportedLines,
			};
			return { memory, focus, protocol: new MemoryProtocol({ log, agent, toolset, prompts, memory, temperature }) };
		},
	};
}

function researchPrompts(
	{ tools: all }: Toolset<NamedPlace>,
	form: ReplyForm,
	{ issue, observations, project: { name, entries } }: Omit<SearchOpening, 'reportedLines'>,
): ProtocolPrompts {
	const hasHistory = all.some(tool => historyTools.includes(tool));
	const tools = form === 'tools' ? '' : fillTemplate(toolsPrompt, { signatures: describedTools(all) });
	const isProse = form === 'prose';
	const calls = isProse ? [fillTemplate(callsInProse, example(all))] : [];
	const report = isProse ? [placesInProse, causeInProse] : [];
	const purpose = 'research';
	return {
		system: joinRemarks([
			fillTemplate(system, {
				name: name === undefined ? '' : ` ${name}`,
				entries,
				history: hasHistory ? `${history.trim()}\n` : '',
			}),
			tools,
		]),
		opening: [fillTemplate(issuePrompt, { issue }), ...observations],
		choose: joinRemarks([nextRound, ...calls, ...report]),
		lastChance: joinRemarks([lastRound, ...report]),
		analyze: '',
		decide: '',
		purposes: { choose: purpose, analyze: purpose, decide: purpose, convert: 'put the answer as JSON' },
	};
}

function example([first]: readonly Tool[]): { readonly example: string } {
	return { example: first === undefined ? '' : exampleCall(first) };
}
