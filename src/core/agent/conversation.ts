import type { ChatMessage } from '../model/chat';
import { sumOfTokens } from './tokenEstimate';

/** Tool results in a conversation: the first to go when room is needed. */
interface Turn {
	readonly message: ChatMessage;
	/** What stands there once the message is dropped; absent for what is never dropped. */
	readonly stub?: ChatMessage;
}

/** What is sent, and how much had to go for it. */
export interface FittingMessages {
	readonly messages: readonly ChatMessage[];
	/** Tool results left out for the first time now. */
	readonly nDropped: number;
}

/** Once room is needed, this much of the limit is made free, so that a server's cache of the beginning lasts a while. */
const keptShare = 0.75;

/**
 * What was said so far. Turns are only ever added; when they outgrow the model's window, the oldest tool results are sent
 * as a short stub from then on, and the beginning stays as it was.
 */
export class Conversation {
	private readonly turns: Turn[] = [];
	/** How many of the droppable turns are dropped, oldest first. */
	private nDropped = 0;

	add(...messages: readonly ChatMessage[]): void {
		this.turns.push(...messages.map(message => ({ message })));
	}

	/** Adds tool results, which may be dropped later. */
	addResult(message: ChatMessage, stub: ChatMessage): void {
		this.turns.push({ message, stub });
	}

	/** All messages, with as many of the oldest results dropped as it takes to fit. The newest result always stays. */
	fitting(limitTokens: number): FittingMessages {
		const nBefore = this.nDropped;
		if (this.tokens() > limitTokens) {
			const nDroppable = this.turns.filter(({ stub }) => stub !== undefined).length;
			while (this.nDropped < nDroppable - 1 && this.tokens() > limitTokens * keptShare) {
				this.nDropped++;
			}
		}
		return { messages: this.messages(), nDropped: this.nDropped - nBefore };
	}

	private messages(): ChatMessage[] {
		let nLeft = this.nDropped;
		return this.turns.map(({ message, stub }) => (stub !== undefined && nLeft-- > 0 ? stub : message));
	}

	private tokens(): number {
		return sumOfTokens(this.messages());
	}
}
