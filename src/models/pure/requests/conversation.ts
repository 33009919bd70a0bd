import type { RunLog } from '../../../runs/pure/log/runLog';
import type { ChatMessage, InstructionMessage, ToolMessage } from '../../../runs/pure/model/chat';
import { UserError } from '../../../system/pure/errors/userError';
import type { ChatReply } from '../chatModel';
import {
	Exchange,
	type ResultOf,
	type SentResult,
	type SentRules,
	type SentTurn,
	sentTurns,
} from '../context/exchange';
import { fitExchanges } from '../context/fitExchanges';
import { sumOfTokens, tokensOfForm } from '../limits/tokenEstimate';
import { ModelError } from '../modelError';
import type { AgentDeps } from './agentDeps';
import cutAnswer from './cutAnswer.md';
import cutShort from './cutShort.md';
import emptyAnswer from './emptyAnswer.md';
import { ModelCaller, type ModelRequest } from './modelCaller';

/** A request of the conversation: its messages are the conversation's own. */
export interface ConversationRequest extends Omit<ModelRequest, 'messages' | 'temperature'> {
	/** A question for this request only: no later request contains it. */
	readonly aside?: string;
}

export interface ConversationOptions extends SentRules {
	/** As the endpoint's default unless given. */
	readonly temperature?: number | undefined;
}

/** The settings of a fork; as before unless given. */
export interface ForkOptions {
	readonly deps?: AgentDeps;
	readonly temperature?: number;
}

/** A window that was assumed too large by a factor of 20 is found. */
const maxShrinks = 6;
/** So many empty answers in a row end the run. */
const maxEmpty = 3;

/**
 * A conversation with a model, kept within the model's context window (`fitExchanges`). Messages are only ever added;
 * messages left out or shortened for room stay so, and the run notes it.
 */
export class Conversation {
	private readonly caller: ModelCaller;
	/** The last answer reached its longest allowed length. */
	private isCut = false;
	/** The first one is the opening. */
	private exchanges: readonly Exchange[] = [new Exchange()];
	/** The results that were in a request, by `callKey`. */
	private readonly sent = new Map<string, readonly SentResult[]>();

	constructor(
		private readonly log: RunLog,
		private readonly deps: AgentDeps,
		private readonly options: ConversationOptions = {},
	) {
		this.caller = new ModelCaller(log, deps);
	}

	/**
	 * The same conversation up to here, to be continued independently, perhaps with another model or temperature. Its
	 * knowledge of the window is its own, so that its requests depend on nothing but its content.
	 */
	fork({ deps = this.deps, temperature = this.options.temperature }: ForkOptions = {}): Conversation {
		const own = { ...deps, window: deps.window.copy() };
		const copy = new Conversation(this.log, own, { ...this.options, temperature });
		copy.isCut = this.isCut;
		copy.exchanges = this.exchanges.map(exchange => exchange.copy());
		for (const [key, results] of this.sent) {
			copy.sent.set(key, results);
		}
		return copy;
	}

	add(...messages: readonly ChatMessage[]): void {
		this.exchanges.at(-1)?.add(...messages.map(message => ({ message })));
	}

	/** A tool's result, as a message of the given role: the first to go when room is needed. */
	addResult(message: InstructionMessage | ToolMessage, result: ResultOf): void {
		this.exchanges.at(-1)?.add({ message, result });
	}

	/** The result of a call (`callKey`) in each form sent to the model. */
	sentResults(key: string): readonly SentResult[] {
		return this.sent.get(key) ?? [];
	}

	/** Asks, and adds the answer to the conversation. Throws as `ModelCaller.ask` does. */
	async ask(node: string, request: ConversationRequest): Promise<ChatReply> {
		if (this.isCut) {
			this.add({ role: 'user', text: cutShort.trim() });
		}
		const reply = await this.askUntilAnswered(node, request);
		// Calls of tools that were not offered could never be answered, and a server requires an answer to each.
		const toolCalls = request.tools === undefined ? [] : reply.toolCalls;
		const { text } = reply;
		this.isCut = reply.finish === 'length';
		if (this.isCut) {
			await this.note(node, 'The answer was cut off at its longest allowed length.');
		}
		const answer = new Exchange({ role: 'assistant', text, ...(toolCalls.length > 0 && { toolCalls }) });
		this.exchanges = [...this.exchanges, answer];
		return { ...reply, toolCalls };
	}

	/** An empty answer is asked for again with a remark: the same request would only bring the same answer. */
	private async askUntilAnswered(node: string, request: ConversationRequest): Promise<ChatReply> {
		for (let nEmpty = 1; ; nEmpty++) {
			try {
				const reply = await this.askWithinWindow(node, request);
				const isEmpty = reply.text.trim() === '' && reply.toolCalls.length === 0;
				if (!isEmpty || nEmpty === maxEmpty) {
					return reply;
				}
				this.add({ role: 'user', text: (reply.finish === 'length' ? cutAnswer : emptyAnswer).trim() });
			} catch (error) {
				if (!(error instanceof ModelError)) {
					throw error;
				}
				if (error.kind !== 'empty' || nEmpty === maxEmpty) {
					throw new UserError(error.message, { cures: error.cures });
				}
				this.add({ role: 'user', text: emptyAnswer.trim() });
			}
		}
	}

	private async askWithinWindow(node: string, { aside, ...request }: ConversationRequest): Promise<ChatReply> {
		const asked = aside === undefined ? [] : [{ role: 'user', text: aside } as const];
		const formTokens = tokensOfForm(request) + sumOfTokens(asked);
		for (let nShrinks = 0; ; nShrinks++) {
			const turns = await this.fit(node, formTokens);
			const messages = [...turns.map(({ message }) => message), ...asked];
			const tokens = sumOfTokens(messages) + tokensOfForm(request);
			try {
				const { temperature } = this.options;
				const whole = { ...request, messages, ...(temperature !== undefined && { temperature }) };
				const reply = await this.caller.ask(node, whole);
				if (reply.usage?.isEstimated === false) {
					this.deps.window.learn(tokens, reply.usage.inputTokens);
				}
				this.markSent(turns);
				return reply;
			} catch (error) {
				if (!(error instanceof ModelError) || error.kind !== 'contextTooLong' || nShrinks >= maxShrinks) {
					throw error;
				}
				this.deps.window.shrink(tokens);
			}
		}
	}

	private async fit(node: string, formTokens: number): Promise<readonly SentTurn[]> {
		const before = lessThanAll(sentTurns(this.exchanges, this.options), this.exchanges);
		fitExchanges(this.exchanges, this.deps.window.room - formTokens, this.options);
		const turns = sentTurns(this.exchanges, this.options);
		const after = lessThanAll(turns, this.exchanges);
		const [nDropped, nCut] = [after.nDropped - before.nDropped, after.nCut - before.nCut];
		if (nDropped > 0) {
			await this.note(node, `Left out the ${nDropped} oldest results to stay within the model's context window.`);
		}
		if (nCut > 0) {
			await this.note(node, `Shortened ${nCut} results to stay within the model's context window.`);
		}
		return turns;
	}

	private markSent(turns: readonly SentTurn[]): void {
		for (const exchange of this.exchanges) {
			exchange.markSent(turns.filter(turn => turn.exchange === exchange));
		}
		for (const { turn, sentAs, message } of turns) {
			for (const key of sentAs === 'pointer' ? [] : (turn?.result?.keys ?? [])) {
				this.remember(key, { text: message.text, isWhole: sentAs === 'whole' });
			}
		}
	}

	private remember(key: string, result: SentResult): void {
		const known = this.sentResults(key);
		if (!known.some(({ text }) => text === result.text)) {
			this.sent.set(key, [...known, result]);
		}
	}

	private note(node: string, text: string): Promise<void> {
		return this.log.once(node, { type: 'noted', text });
	}
}

/** How many results are left out, and how many are shortened. */
function lessThanAll(turns: readonly SentTurn[], exchanges: readonly Exchange[]) {
	const dropped = exchanges.filter(({ level }) => level !== 'whole');
	return {
		nDropped: dropped.reduce((sum, { results }) => sum + results.length, 0),
		nCut: turns.filter(({ turn, sentAs }) => turn?.result !== undefined && sentAs === 'cut').length,
	};
}
