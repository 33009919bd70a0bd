import { ModelError } from '../modelError';

/** Characters of one answer, with its reasoning and calls: about a million tokens, more than any model writes. */
const longestAnswer = 4_000_000;
/** Tool calls of one answer, in any form. */
export const mostCalls = 128;

/** Counts an answer while it arrives; an answer beyond a limit throws a `ModelError` of kind `tooLong`. */
export class AnswerSize {
	private nCharacters = 0;
	private nCalls = 0;

	constructor(
		/** Who answers, for the message. */
		private readonly server: string,
		private readonly onReceived: ((nCharacters: number) => void) | undefined,
	) {}

	add(nCharacters: number): void {
		this.nCharacters += nCharacters;
		if (this.nCharacters > longestAnswer) {
			throw this.tooLong(`${longestAnswer / 1e6} million characters`);
		}
		if (nCharacters > 0) {
			this.onReceived?.(nCharacters);
		}
	}

	addCall(): void {
		this.nCalls++;
		if (this.nCalls > mostCalls) {
			throw this.tooLong(`${mostCalls} tool calls`);
		}
	}

	private tooLong(what: string): ModelError {
		const advice = 'Try again, or use another model.';
		return new ModelError('tooLong', `${this.server} was stopped: its answer has more than ${what}.`, { advice });
	}
}
