import { fillTemplate } from '../../../agent/fillTemplate';
import issuePrompt from '../../../agent/issue.md';
import { joinRemarks } from '../../../agent/joinRemarks';
import { TrajectoryMemory } from '../../../agent/memory/trajectoryMemory';
import { MemoryProtocol } from '../../../agent/protocols/memoryProtocol';
import type { ProtocolPrompts } from '../../../agent/protocols/protocol';
import type { ReplyForm } from '../../../model/chat';
import { historyTools } from '../../../tools/history/historyTools';
import { closeDefinitionTool } from '../../../tools/memory/closeDefinitionTool';
import { takeNoteTool } from '../../../tools/memory/takeNoteTool';
import { researcherTools } from '../../../tools/researcher/researcherTools';
import type { Tool } from '../../../tools/tool';
import { describedTools, exampleCall } from '../../../tools/toolArguments';
import type { Toolset } from '../../../tools/toolset';
import callsInProse from '../agent/callsInProse.md';
import placesInProse from '../agent/placesInProse.md';
import type { SearchOpening } from '../agent/searchPrompts';
import type { SearchStyle } from '../agent/searchStyle';
import type { NamedPlace } from '../reply/namedPlaces';
import { reportCauses } from '../reply/reportLocations';
import causeInProse from './causeInProse.md';
import history from './history.md';
import nextStep from './nextStep.md';
import system from './system.md';
import toolsPrompt from './tools.md';

/** How a trajectory of deep research asks its model. */
export interface ResearchOptions {
	/** How much the model is shown of what it found, in estimated tokens. */
	readonly memoryTokens: number;
	/** The same question is asked in each trajectory: at a temperature above 0 they differ. */
	readonly temperature: number;
	/** Whether the commits that led to the code can be searched. */
	readonly hasHistory: boolean;
}

function toolsetOf(hasHistory: boolean): Toolset<NamedPlace> {
	const history = hasHistory ? historyTools : [];
	return {
		tools: [...researcherTools, ...history, closeDefinitionTool, takeNoteTool],
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
			const focus = { filesInMemory: () => memory.files(), reportedLines };
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
	const step =
		form === 'prose' ? [nextStep, fillTemplate(callsInProse, example(all)), placesInProse, causeInProse] : [nextStep];
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
		choose: joinRemarks(step),
		analyze: '',
		decide: '',
		purposes: { choose: purpose, analyze: purpose, decide: purpose, convert: 'put the answer as JSON' },
	};
}

function example([first]: readonly Tool[]): { readonly example: string } {
	return { example: first === undefined ? '' : exampleCall(first) };
}
