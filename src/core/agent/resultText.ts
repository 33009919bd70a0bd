import type { CallResult } from './protocols/protocol';

/** A result as a message of its own: which call it answers, and what was found. */
export function resultText({ call, text }: CallResult): string {
	return `Result of ${call.written}:\n\n${text}`;
}
