import type { ChatModel, ChatReply, ToolSchema } from '../../src/models/pure/chatModel';
import { estimatedUsage } from '../../src/models/pure/limits/tokenEstimate';
import { ModelError, type ModelErrorKind } from '../../src/models/pure/modelError';
import { OutgoingGate } from '../../src/outgoing/pure/gate/outgoingGate';
import type { ChatMessage, RequestedCall } from '../../src/runs/pure/model/chat';
import { errorText } from '../../src/system/pure/errors/errorText';
import { isRecord } from '../../src/system/pure/fields';
import { fillTemplate } from '../../src/system/pure/text/fillTemplate';
import agentPrompt from './agent.md';
import { type CountedDoor, mostCalls } from './countedDoor';
import type { Door, DoorArgs } from './mcpDoor';
import { namedPlaces, withSymbol } from './namedPlaces';
import noCallLeft from './noCallLeft.md';
import type { Played, PlayedUsage, Player } from './player';
import type { ReadCase } from './readCases';
import { mostPlaces } from './score';

/** A model for one case. */
export interface OpenedModel {
	readonly model: ChatModel;
	close?(): Promise<void>;
}

/** These are of the one conversation; after any other failure, no case can be answered. */
const failuresOfCase: readonly ModelErrorKind[] = ['contextTooLong', 'cutOff', 'empty', 'malformed', 'tooLong'];

/**
 * A model with the tools, as a client hands both on that knows nothing of them: the instructions in the system prompt, names,
 * descriptions and schemas as they are listed, calls one after another, until an answer has none.
 */
export function modelPlayer(name: string, open: (asked: ReadCase) => Promise<OpenedModel>): Player {
	return {
		model: name,
		async play(asked, counted, door) {
			const opened = await open(asked);
			const talk = new Talk(opened.model, counted, door);
			try {
				const answer = await talk.answerTo(asked.question);
				const named = await Promise.all(namedPlaces(answer).map(place => withSymbol(place, door)));
				return { named, usage: talk.usage, ...(named.length === 0 && { error: 'The answer names no place.' }) };
			} catch (error) {
				if (error instanceof ModelError && !failuresOfCase.includes(error.kind)) {
					throw error;
				}
				return { named: [], usage: talk.usage, error: errorText(error) } satisfies Played;
			} finally {
				await opened.close?.();
			}
		},
	};
}

const values = { mostCalls: String(mostCalls), mostPlaces: String(mostPlaces) };

class Talk {
	private readonly messages: ChatMessage[] = [];
	private readonly gate = new OutgoingGate();
	private readonly tools: readonly ToolSchema[];
	usage: PlayedUsage = { nRequests: 0, inputTokens: 0, outputTokens: 0, isEstimated: false };

	constructor(
		private readonly model: ChatModel,
		private readonly counted: CountedDoor,
		{ tools, instructions }: Door,
	) {
		this.tools = tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }));
		this.messages.push({ role: 'system', text: fillTemplate(agentPrompt, { ...values, instructions }) });
	}

	/** Throws `ModelError`, and where the model still calls tools once no call is left and it knows that. */
	async answerTo(question: string): Promise<string> {
		this.messages.push({ role: 'user', text: question });
		for (let isTold = false; ; ) {
			const { text, toolCalls } = await this.ask();
			if (toolCalls.length === 0) {
				return text;
			}
			if (isTold) {
				throw new Error(`More than ${mostCalls} calls were made.`);
			}
			for (const call of toolCalls) {
				isTold ||= this.counted.nLeft === 0;
				this.messages.push({ role: 'tool', call: call.id, text: await this.call(call) });
			}
		}
	}

	private async ask(): Promise<ChatReply> {
		const { messages } = this.gate.pass(this.messages);
		const reply = await this.model.complete({ messages, tools: this.tools });
		const { text, toolCalls } = reply;
		const answer: ChatMessage = { role: 'assistant', text, toolCalls };
		const { inputTokens, outputTokens, isEstimated } =
			reply.usage ?? estimatedUsage({ messages, tools: this.tools }, answer);
		this.messages.push(answer);
		this.usage = {
			nRequests: this.usage.nRequests + 1,
			inputTokens: this.usage.inputTokens + inputTokens,
			outputTokens: this.usage.outputTokens + outputTokens,
			isEstimated: this.usage.isEstimated || isEstimated,
		};
		return reply;
	}

	private async call({ name, arguments: written }: RequestedCall): Promise<string> {
		if (this.counted.nLeft === 0) {
			return fillTemplate(noCallLeft, values);
		}
		const args = readArguments(written);
		if (typeof args === 'string') {
			this.counted.countUnreadable(name, written, args);
			return args;
		}
		try {
			return (await this.counted.call(name, args)).text;
		} catch (error) {
			// As of a server that knows no such tool.
			return errorText(error);
		}
	}
}

/** As strictly as clients read them; none are written as an empty text by some models. Else what is wrong. */
function readArguments(written: string): DoorArgs | string {
	try {
		const value: unknown = written.trim() === '' ? {} : JSON.parse(written);
		return isRecord(value) ? value : 'The arguments are no JSON object.';
	} catch (error) {
		return `The arguments are no valid JSON: ${errorText(error)}`;
	}
}
