import type { ChatMessage, InstructionMessage, ModelMessage, ToolMessage } from '../../../runs/pure/model/chat';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { ActedResults } from './actedResults';
import { CodeAbove } from './codeAbove';
import { cutText } from './cutText';
import leftOutResult from './leftOutResult.md';
import leftOutResults from './leftOutResults.md';
import leftOutRounds from './leftOutRounds.md';
import sameCall from './sameCall.md';

/** A message of a conversation. */
export interface Turn {
	readonly message: ChatMessage;
	/** Present if it is the result of a call. */
	readonly result?: ResultOf;
}

/** The result of a call, as a message; one of a user is sent together with its call. */
export interface ResultTurn extends Turn {
	readonly message: InstructionMessage | ToolMessage;
	readonly result: ResultOf;
}

/** Which calls a message has the results of. */
export interface ResultOf {
	/** As the model wrote it. */
	readonly written: string;
	/** `callKey` of each call; none if it is no tool call. */
	readonly keys: readonly string[];
}

/** A message as it is sent. */
export interface SentTurn {
	readonly message: ChatMessage;
	/** The call; absent if something else is sent instead. */
	readonly turn?: Turn;
	readonly exchange: Exchange;
	readonly sentAs: 'whole' | 'cut' | 'pointer';
}

/** The code shown by the messages before a message. */
interface SentAbove {
	/** The results that are shown in full, by call. */
	readonly calls: Map<string, string>;
	readonly code: CodeAbove;
	/** Of actions; absent if calls change nothing. */
	readonly acted?: ActedResults;
}

/** A result as it was sent. */
export interface SentResult {
	readonly text: string;
	/** Nothing of it was left out; code that the same request shows above is not repeated. */
	readonly isWhole: boolean;
}

/** The longest text of a call in the list of omitted calls. */
const longestCall = 300;

/** An answer of the model with everything that followed it until the next answer; the opening is one without an answer. */
export class Exchange {
	/** The part of it that is sent: all, all but calls and their results, or nothing. */
	level: 'whole' | 'withoutResults' | 'leftOut' = 'whole';
	/** It was in a request, so that it must not change, except to make room. */
	isSent = false;
	private turns: readonly Turn[];
	private readonly cuts = new Map<Turn, number>();
	/** Results that were sent as a reference to the same result above. */
	private readonly pointers = new Set<Turn>();

	constructor(readonly answer?: ModelMessage) {
		this.turns = answer === undefined ? [] : [{ message: answer }];
	}

	add(...turns: readonly Turn[]): void {
		this.turns = [...this.turns, ...turns];
	}

	get results(): readonly ResultTurn[] {
		return this.turns.filter(isResult);
	}

	copy(): Exchange {
		const copy = new Exchange(this.answer);
		Object.assign(copy, { level: this.level, isSent: this.isSent, turns: this.turns });
		for (const [turn, nCharacters] of this.cuts) {
			copy.cuts.set(turn, nCharacters);
		}
		for (const turn of this.pointers) {
			copy.pointers.add(turn);
		}
		return copy;
	}

	/** Limits the characters of a result that later requests send. */
	cut(turn: ResultTurn, nCharacters: number): void {
		this.cuts.set(turn, Math.min(nCharacters, this.cuts.get(turn) ?? nCharacters));
	}

	/** Its messages as they were sent. */
	markSent(sent: readonly SentTurn[]): void {
		for (const { turn, sentAs } of sent) {
			if (turn !== undefined && sentAs === 'pointer') {
				this.pointers.add(turn);
			}
		}
		this.isSent = true;
	}

	/** Its messages after others, given the code these show. Adds its own code to that. */
	messages(shown: SentAbove): SentTurn[] {
		const { calls: above } = shown;
		if (this.level === 'leftOut') {
			return [];
		}
		if (this.level === 'withoutResults') {
			return this.withoutResults();
		}
		const here = new Map<string, string>();
		const sent = this.turns.map(turn => (isResult(turn) ? this.sentResult(turn, shown, here) : this.plain(turn)));
		for (const { turn, sentAs } of sent) {
			if (turn?.result !== undefined && sentAs === 'whole') {
				for (const key of turn.result.keys) {
					above.set(key, turn.message.text);
				}
			}
		}
		return sent;
	}

	private sentResult(turn: ResultTurn, { calls: above, code, acted }: SentAbove, here: Map<string, string>): SentTurn {
		const { exchange, message, result } = { exchange: this, ...turn };
		if (acted !== undefined) {
			return this.cutResult(turn, acted.textOf(turn));
		}
		const [key, ...others] = result.keys;
		const isSame = (shown: ReadonlyMap<string, string>) => shown.get(key ?? '') === message.text;
		// After an edit, the same call has another result.
		const isAbove = others.length === 0 && (isSame(above) || isSame(here));
		if (isAbove && (!this.isSent || this.pointers.has(turn))) {
			return { exchange, turn, sentAs: 'pointer', message: resultMessage(turn, sameCall.trim()) };
		}
		if (this.pointers.has(turn)) {
			return { exchange, turn, sentAs: 'pointer', message: resultMessage(turn, leftOutResult.trim()) };
		}
		for (const each of result.keys) {
			here.set(each, message.text);
		}
		const sent = this.cutResult(turn, code.replaceIn(message.text));
		code.add(sent.text);
		return sent;
	}

	private cutResult(turn: ResultTurn, whole: string): SentTurn & { readonly text: string } {
		const text = cutText(whole, this.cuts.get(turn) ?? Number.POSITIVE_INFINITY);
		const sentAs = text === whole ? 'whole' : 'cut';
		return { exchange: this, turn, text, sentAs, message: resultMessage(turn, text) };
	}

	/** A call leaves together with its result: the remaining text names the calls, so that they can be made again. */
	private withoutResults(): SentTurn[] {
		const calls = this.results.map(({ result }) => `- ${oneLine(result.written)}`).join('\n');
		const note = { role: 'user', text: fillTemplate(leftOutResults, { calls }) } as const;
		const [first] = this.results;
		return this.turns.flatMap(turn => {
			if (turn === first) {
				return [{ exchange: this, message: note, sentAs: 'cut' as const }];
			}
			const { message } = turn;
			const text = message.role === 'assistant' ? message.text.trim() : message.text;
			return isResult(turn) || text === ''
				? []
				: [
						message.role === 'assistant'
							? { ...this.plain(turn), message: { role: message.role, text } }
							: this.plain(turn),
					];
		});
	}

	private plain(turn: Turn): SentTurn {
		return { exchange: this, turn, sentAs: 'whole', message: turn.message };
	}
}

/** Rules for the parts of a conversation that are sent, apart from omissions to make room. */
export interface SentRules {
	/** The calls are actions, and only so many of their newest results are sent (`ActedResults`). */
	readonly nFullResults?: number;
}

/** The messages of a conversation as they are sent. */
export function sentTurns(exchanges: readonly Exchange[], { nFullResults }: SentRules = {}): SentTurn[] {
	const made = exchanges.flatMap(({ results }) => results.filter(({ result }) => result.keys.length > 0));
	const acted = nFullResults === undefined ? undefined : new ActedResults(made, nFullResults);
	const above = { calls: new Map<string, string>(), code: new CodeAbove(), ...(acted !== undefined && { acted }) };
	return exchanges.flatMap((exchange, at) => {
		const isFirstLeftOut = exchange.level === 'leftOut' && exchanges[at - 1]?.level !== 'leftOut';
		const note = { role: 'user', text: leftOutRounds.trim() } as const;
		return isFirstLeftOut ? [{ exchange, message: note, sentAs: 'cut' as const }] : exchange.messages(above);
	});
}

function isResult(turn: Turn): turn is ResultTurn {
	return turn.result !== undefined && turn.message.role !== 'assistant';
}

function resultMessage({ message, result: { written } }: ResultTurn, text: string): ChatMessage {
	return { ...message, text: message.role === 'tool' ? text : `Result of ${oneLine(written)}:\n\n${text}` };
}

function oneLine(written: string): string {
	const line = written.replaceAll(/\s+/g, ' ').trim();
	return line.length <= longestCall ? line : `${line.slice(0, longestCall)} …`;
}
