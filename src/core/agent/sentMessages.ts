import type { ChatMessage } from '../model/chat';
import type { Run } from '../model/run';
import type { RunRequest } from '../model/runRequest';

/** A request's messages as the run's log has them. */
export interface PlacedMessages {
	/** Those that were never sent before. */
	readonly fresh: readonly ChatMessage[];
	/** Positions of all of them among the messages of the run, the fresh ones included. */
	readonly sent: readonly number[];
}

/** Knows where each message stands in the run's list of messages, so that the log keeps each once. */
export class SentMessages {
	private readonly positions = new Map<ChatMessage, number>();

	/** Takes the messages of a recorded request for those of now, as far as they are the same. */
	recall(recorded: RunRequest, messages: readonly ChatMessage[], run: Run): void {
		for (const [at, position] of recorded.sent.entries()) {
			const message = messages[at];
			if (message !== undefined && JSON.stringify(message) === JSON.stringify(run.messages[position])) {
				this.positions.set(message, position);
			}
		}
	}

	has(message: ChatMessage): boolean {
		return this.positions.has(message);
	}

	place(messages: readonly ChatMessage[], run: Run): PlacedMessages {
		const fresh = messages.filter(message => !this.positions.has(message));
		for (const [at, message] of fresh.entries()) {
			this.positions.set(message, run.messages.length + at);
		}
		return { fresh, sent: messages.flatMap(message => this.positions.get(message) ?? []) };
	}
}
