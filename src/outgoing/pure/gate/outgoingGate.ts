import type { ChatMessage } from '../../../runs/pure/model/chat';
import type { SecretSpan } from '../secrets/secretSpan';
import { secretSpans } from '../secrets/secretSpans';
import { type CleanText, type FoundSecret, withoutSpans } from '../secrets/withoutSecrets';

declare const passed: unique symbol;

/** Messages that may leave the machine. Nothing but `OutgoingGate.pass` makes them, so that no text can go round it. */
export type OutgoingMessages = readonly ChatMessage[] & { readonly [passed]: true };

/** Messages as they are sent, and the values removed from each. */
export interface PassedMessages {
	readonly messages: OutgoingMessages;
	readonly removed: readonly (readonly FoundSecret[])[];
}

/**
 * The gate of one run, which every text passes before it leaves the machine. A value that it removed once is removed
 * from then on wherever it occurs, also without its name and in other notations (percent-encoded, escaped as in JSON).
 */
export class OutgoingGate {
	/** Values to be removed, with their kind. */
	private readonly known = new Map<string, string>();
	/** The same values by their first characters: searching for each by itself takes long if there are thousands. */
	private readonly byStart = new Map<string, string[]>();
	/** Each message as it was passed, with the number of values known then: it is passed again when there are more. */
	private readonly passed = new WeakMap<ChatMessage, { readonly nKnown: number; readonly message: PassedMessage }>();

	/** Remembers the secrets of a text that is not sent itself. */
	learn(text: string): void {
		for (const { kind, start, end } of secretSpans(text)) {
			for (const value of text.slice(start, end).split(betweenValues)) {
				for (const form of isTelling(value) ? [...writtenForms(value)].filter(isTelling) : []) {
					this.know(form, kind);
				}
			}
		}
	}

	private know(value: string, kind: string): void {
		if (!this.known.has(value)) {
			this.known.set(value, kind);
			const start = value.slice(0, shortest);
			const values = this.byStart.get(start) ?? [];
			values.push(value);
			this.byStart.set(start, values);
		}
	}

	/** A text as it may leave the machine. */
	clean(text: string): CleanText {
		this.learn(text);
		return this.withoutKnown(text);
	}

	/**
	 * The same message always yields the same object, unless secrets became known since; one without a secret yields
	 * itself.
	 */
	pass(messages: readonly ChatMessage[]): PassedMessages {
		for (const message of messages) {
			for (const text of this.passed.has(message) ? [] : textsOf(message)) {
				this.learn(text);
			}
		}
		const outgoing = messages.map(message => this.passOne(message));
		return {
			messages: outgoing.map(({ message }) => message) as readonly ChatMessage[] as OutgoingMessages,
			removed: outgoing.map(({ found }) => found),
		};
	}

	private passOne(message: ChatMessage): PassedMessage {
		const earlier = this.passed.get(message);
		if (earlier !== undefined && earlier.nKnown === this.known.size) {
			return earlier.message;
		}
		const cleaned = this.cleanMessage(message);
		const isSame = earlier !== undefined && isEqual(earlier.message.message, cleaned.message);
		const now = isSame ? earlier.message : cleaned;
		this.passed.set(message, { nKnown: this.known.size, message: now });
		return now;
	}

	private cleanMessage(message: ChatMessage): PassedMessage {
		const { text, found } = this.withoutKnown(message.text);
		if (message.role !== 'assistant' || message.toolCalls === undefined) {
			return found.length === 0 ? { message, found } : { message: { ...message, text }, found };
		}
		const calls = message.toolCalls.map(call => ({ call, clean: this.withoutKnown(call.arguments) }));
		const all = [...found, ...calls.flatMap(({ clean }) => clean.found)];
		const toolCalls = calls.map(({ call, clean }) => ({ ...call, arguments: clean.text }));
		return all.length === 0 ? { message, found: all } : { message: { ...message, text, toolCalls }, found: all };
	}

	private withoutKnown(text: string): CleanText {
		return withoutSpans(text, [...secretSpans(text), ...this.knownSpans(text)]);
	}

	private knownSpans(text: string): SecretSpan[] {
		const spans: SecretSpan[] = [];
		for (let start = 0; this.known.size > 0 && start + shortest <= text.length; start++) {
			for (const value of this.byStart.get(text.slice(start, start + shortest)) ?? []) {
				if (text.startsWith(value, start)) {
					spans.push({ kind: this.known.get(value) ?? '', start, end: start + value.length });
				}
			}
		}
		return spans;
	}
}

interface PassedMessage {
	readonly message: ChatMessage;
	readonly found: readonly FoundSecret[];
}

function textsOf(message: ChatMessage): string[] {
	const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
	return [message.text, ...calls.map(call => call.arguments)];
}

function isEqual(a: ChatMessage, b: ChatMessage): boolean {
	const texts = textsOf(b);
	return textsOf(a).every((text, at) => text === texts[at]);
}

/** The markers of a private key, which are no secret, and white space. */
const betweenValues = /-----(?:BEGIN|END) [A-Z0-9 ]{1,60}-----|\s+|\\n/;

/** Values of at least this length, in characters, are searched for everywhere. */
const shortest = 8;

/** A value that is a plain word is removed only if it is assigned: elsewhere it may mean anything. */
function isTelling(value: string): boolean {
	return value.length >= shortest && !/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|\d+)$/.test(value);
}

/** A value as it is, percent-encoded or decoded, and escaped as in JSON, with and without escaped slashes. */
function writtenForms(value: string): ReadonlySet<string> {
	const escaped = JSON.stringify(value).slice(1, -1);
	return new Set([value, encodedOf(value), decoded(value), escaped, escaped.replaceAll('/', '\\/')]);
}

/** Unpaired surrogates, which cannot be encoded, are replaced. */
function encodedOf(value: string): string {
	return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}
