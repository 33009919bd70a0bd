import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { ReadCall } from '../reply/agentReply';
import callRoundsLeft from './callRoundsLeft.md';
import callRoundsUsedUp from './callRoundsUsedUp.md';
import roundsLeft from './roundsLeft.md';
import skippedCalls from './skippedCalls.md';

/** How long an agent may take. */
export interface RoundLimits {
	readonly maxRounds: number;
	/** How many of the rounds may make calls; all of them unless given. */
	readonly maxCallRounds?: number;
	/** How many calls of one answer are made; 32 unless given. */
	readonly maxCalls?: number;
}

/** The model is reminded of so many last rounds. */
const remindedRounds = 3;
const usualCalls = 32;

/** The part of its limits an agent has used, and the notice about it to the model. */
export class RoundBudget {
	private nRounds = 0;
	private nCallRounds = 0;
	private isCallRound = false;
	/** Why calls of the newest round were not made, for the model and for the user. */
	private skipped: { readonly remark: string; readonly note: string } | undefined;

	constructor(private readonly limits: RoundLimits) {}

	get isUsedUp(): boolean {
		return this.nRounds >= this.limits.maxRounds;
	}

	/** Counts a round that asks for these calls, and returns those to make. */
	spend(calls: readonly ReadCall[]): readonly ReadCall[] {
		const { maxCallRounds = Number.POSITIVE_INFINITY, maxCalls = usualCalls } = this.limits;
		const isRefused = this.nCallRounds >= maxCallRounds && calls.length > 0;
		const made = isRefused ? [] : calls.slice(0, maxCalls);
		this.nRounds++;
		this.isCallRound = calls.length > 0;
		this.nCallRounds += calls.length > 0 ? 1 : 0;
		this.skipped = isRefused
			? { remark: callRoundsUsedUp.trim(), note: 'Made no more calls: the limit is reached.' }
			: made.length < calls.length
				? {
						remark: fillTemplate(skippedCalls, { made: firstCalls(maxCalls) }),
						note: `Made only the first ${firstCalls(maxCalls)} of an answer.`,
					}
				: undefined;
		return made;
	}

	/** The round that begins now included. */
	get nLeft(): number {
		return this.limits.maxRounds - this.nRounds;
	}

	/** For the user, about the newest round. */
	get notes(): readonly string[] {
		return this.skipped === undefined ? [] : [this.skipped.note];
	}

	/** For the model, about the newest round. */
	get remarks(): readonly string[] {
		return this.skipped === undefined ? [] : [this.skipped.remark];
	}

	/** For the model, before one of the last rounds. */
	get reminder(): readonly string[] {
		const { maxCallRounds } = this.limits;
		if (maxCallRounds === undefined) {
			return leftText(this.nLeft, roundsLeft);
		}
		if (!this.isCallRound || this.skipped !== undefined || this.isUsedUp) {
			return [];
		}
		const nLeft = maxCallRounds - this.nCallRounds;
		return nLeft === 0 ? [callRoundsUsedUp] : leftText(nLeft, callRoundsLeft);
	}

	/** Counts from the start again, after feedback. */
	reset(): void {
		this.nRounds = 0;
		this.nCallRounds = 0;
	}
}

/** After `the first`. */
function firstCalls(maxCalls: number): string {
	return maxCalls === 1 ? 'call' : counted(maxCalls, 'call');
}

function leftText(nLeft: number, template: string): string[] {
	return nLeft > 0 && nLeft <= remindedRounds ? [fillTemplate(template, { rounds: counted(nLeft, 'round') })] : [];
}
