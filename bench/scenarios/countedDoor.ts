import { tokensOfCharacters } from '../../src/models/pure/limits/tokenEstimate';
import type { Door, DoorAnswer, DoorArgs } from './mcpDoor';
import { SchemaFit } from './schemaFit';

/** What the calls of a case cost. */
export interface CallCounts {
	readonly nCalls: number;
	/** Of all answers, by Faultline's own estimate. */
	readonly tokens: number;
	readonly nMisfilled: number;
	readonly misfilled: readonly MisfilledCall[];
}

/** A call that was answered with how to call the tool, or that does not match the schema and was read leniently. */
export interface MisfilledCall {
	readonly tool: string;
	/** As written: an object, or the text that is none. */
	readonly args: unknown;
	readonly isRefused: boolean;
	/** In one line. */
	readonly problem: string;
}

export const mostCalls = 12;

/** Counts the calls of one case; one more than the limit throws. */
export class CountedDoor {
	private nCalls = 0;
	private characters = 0;
	private readonly misfilled: MisfilledCall[] = [];
	private readonly fit: SchemaFit;

	constructor(private readonly door: Pick<Door, 'call' | 'tools'>) {
		this.fit = new SchemaFit(door.tools);
	}

	get counts(): CallCounts {
		const { nCalls, misfilled } = this;
		const tokens = Math.ceil(tokensOfCharacters(this.characters));
		return { nCalls, tokens, nMisfilled: misfilled.length, misfilled: [...misfilled] };
	}

	get nLeft(): number {
		return mostCalls - this.nCalls;
	}

	async call(name: string, args: DoorArgs): Promise<DoorAnswer> {
		this.countCall();
		const answer = await this.door.call(name, args);
		this.characters += answer.text.length;
		const isRefused = isRefusal(answer);
		const problem = isRefused ? firstLine(answer.text) : this.fit.problemOf(name, args);
		if (problem !== undefined) {
			this.misfilled.push({ tool: name, args, isRefused, problem });
		}
		return answer;
	}

	/** Counts a call whose arguments are no object, so that no client can make it. */
	countUnreadable(tool: string, args: string, problem: string): void {
		this.countCall();
		this.misfilled.push({ tool, args, isRefused: true, problem });
	}

	private countCall(): void {
		if (this.nLeft === 0) {
			throw new Error(`More than ${mostCalls} calls were made.`);
		}
		this.nCalls++;
	}
}

/** Whether an answer tells how to call the tool rather than what it found. */
function isRefusal({ ok, text }: Pick<DoorAnswer, 'ok' | 'text'>): boolean {
	return !ok && /\bCall it as \w+\(|^There is no tool "/.test(text);
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? '';
}
