import noteTexts from '../../src/code/pure/search/text/wordNotes.json';
import { reportLocations } from '../../src/engine/stages/locate/reply/reportLocations';
import { toolCallReply } from '../../src/models/pure/protocols/nativeProtocol';
import type { AgentReply } from '../../src/models/pure/reply/agentReply';
import { jsonReply } from '../../src/models/pure/reply/jsonReply';
import { proseReply } from '../../src/models/pure/reply/proseReply';
import { callKey } from '../../src/models/pure/tools/callKey';
import { closeDefinitionTool } from '../../src/models/pure/tools/memory/closeDefinitionTool';
import { takeNoteTool } from '../../src/models/pure/tools/memory/takeNoteTool';
import type { Toolset } from '../../src/models/pure/tools/toolset';
import { historyTools, researcherTools, searchTools } from '../../src/models/pure/tools/toolTable';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import type { RequestedCall } from '../../src/runs/pure/model/chat';

/**
 * What became of a call: `refused` before it was made, as the tool or an argument is wrong; `reread`, where its pattern was
 * read as words or its tool as another; `failed`, where it found nothing. `unfinished`: the commits were being indexed.
 */
export type CallEnd = 'good' | 'refused' | 'reread' | 'failed' | 'unfinished';

export interface MadeCall {
	/** As the model named it; '' where an answer has a problem that is of no single call. */
	readonly tool: string;
	/** As the model wrote them. */
	readonly args: string;
	readonly end: CallEnd;
	/** For the model; '' for a good call. */
	readonly problem: string;
}

type EventOf<Type> = Extract<RunEvent, { readonly type: Type }>;

const memoryTools = [closeDefinitionTool, takeNoteTool];
const researcherSet = [...researcherTools, ...historyTools, ...memoryTools];
const wasReread = [noteTexts.notRegex, noteTexts.literal, 'It was searched as words.'];

/** The calls in the answers of a model, as the agent reads them, with what became of each. */
export function madeCalls(events: readonly RunEvent[]): MadeCall[] {
	const opened = events.filter(event => event.type === 'nodeOpened');
	const isResearcher = opened.some(({ kind }) => kind === 'trajectory');
	const toolset: Toolset = { tools: isResearcher ? researcherSet : searchTools, ending: reportLocations };
	const rounds = new Set(opened.filter(({ kind }) => kind === 'round').map(({ node }) => node));
	const asked = new Map(
		events.flatMap(event => (event.type === 'modelAsked' ? [[event.request, event] as const] : [])),
	);
	const answers = answersOf(events);
	return events.flatMap(event => {
		const request = event.type === 'modelAnswered' ? asked.get(event.request) : undefined;
		if (event.type !== 'modelAnswered' || request === undefined) {
			return [];
		}
		const isSearch = request.form === 'tools' ? offersSearches(request, toolset) : rounds.has(event.node);
		return isSearch ? callsOf(event, request, toolset, answers) : [];
	});
}

function callsOf(
	{ node, text, toolCalls }: EventOf<'modelAnswered'>,
	{ form }: EventOf<'modelAsked'>,
	toolset: Toolset,
	answers: ReadonlyMap<string, EventOf<'toolAnswered'>>,
): MadeCall[] {
	const ended = (reply: AgentReply, written?: RequestedCall): MadeCall[] => [
		...reply.calls.map(({ tool, args, written: asWritten, remark }) => {
			const answer = answers.get(`${node} ${callKey({ tool, args })}`);
			return { tool: written?.name ?? tool, args: written?.arguments ?? asWritten, ...endOf(answer, remark) };
		}),
		...reply.problems.map(problem => ({
			...{
				tool: written?.name ?? '',
				args: written?.arguments ?? text.slice(0, 200),
				end: 'refused' as const,
				problem,
			},
		})),
	];
	if (toolCalls.length > 0) {
		return toolCalls.flatMap(call => ended(toolCallReply([call], '', toolset), call));
	}
	return ended(
		form === 'tools'
			? toolCallReply([], text, toolset)
			: form === 'prose'
				? proseReply(text, toolset)
				: jsonReply(text, toolset),
	);
}

function endOf(answer: EventOf<'toolAnswered'> | undefined, remark = ''): Pick<MadeCall, 'end' | 'problem'> {
	const [first = '', ...rest] = answer?.text.split('\n') ?? [];
	if (answer?.isUnfinished === true) {
		return { end: 'unfinished', problem: first };
	}
	if (answer?.ok === false) {
		return { end: 'failed', problem: first };
	}
	const note = [first, ...rest].find(line => wasReread.some(text => line.includes(text))) ?? remark;
	return note === '' ? { end: 'good', problem: '' } : { end: 'reread', problem: note };
}

/** The answers by node and call. */
function answersOf(events: readonly RunEvent[]): Map<string, EventOf<'toolAnswered'>> {
	const keys = new Map<string, string>();
	const answers = new Map<string, EventOf<'toolAnswered'>>();
	for (const event of events) {
		if (event.type === 'toolCalled') {
			keys.set(`${event.node} ${event.call}`, `${event.node} ${callKey(event)}`);
		} else if (event.type === 'toolAnswered') {
			answers.set(keys.get(`${event.node} ${event.call}`) ?? '', event);
		}
	}
	return answers;
}

function offersSearches({ tools }: EventOf<'modelAsked'>, toolset: Toolset): boolean {
	return toolset.tools.some(({ name }) => tools.includes(name));
}
