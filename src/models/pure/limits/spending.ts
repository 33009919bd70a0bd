import type { Cap } from '../../../runs/pure/events/runEvent';
import { capText } from '../../../runs/pure/fold/capText';
import { type Run, rootNode } from '../../../runs/pure/fold/run';
import { allCaps, costOf, type Price, spentOf } from '../../../runs/pure/fold/spent';
import { noUsage } from '../../../runs/pure/fold/usage';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Supervisor } from './supervisor';
import { tokensOfCharacters } from './tokenEstimate';

/** Limits of one run; absent means no limit. Units as in `Cap`. */
export type Caps = Readonly<Partial<Record<Cap, number>>>;

/** Thrown if a cap is reached and the user does not raise it. The search then ends with the best so far. */
export class CapReached extends Error {
	override readonly name = 'CapReached';
	readonly cap: Cap;
	readonly limit: number;

	constructor(cap: Cap, limit: number) {
		super(`The limit of ${capText(cap, limit)} for this run is reached.`);
		this.cap = cap;
		this.limit = limit;
	}
}

interface SpendingContext {
	readonly now: () => number;
	readonly signal: AbortSignal;
}

/** The resources one request may use, from before it is sent until its answer is in the log. */
export class Reservation {
	/** Requests that the log does not count yet. */
	requests = 1;
	/** Tokens of the answer that have arrived, estimated. */
	outputTokens = 0;

	constructor(
		/** Input tokens, estimated. */
		readonly tokens: number,
		private readonly held: Set<Reservation>,
	) {
		held.add(this);
	}

	/** The request is in the log, which counts it from here. */
	sent(): void {
		this.requests = 0;
	}

	release(): void {
		this.held.delete(this);
	}
}

/**
 * Holds a run to its caps: before each request it waits while the run is paused and asks when a cap is reached. The
 * resources a request may use are reserved first, so that nodes that work in parallel do not exceed a cap together.
 */
export class Spending {
	private readonly caps: Caps;
	private readonly price: Price | undefined;
	private readonly supervisor: Supervisor;
	private readonly held = new Set<Reservation>();
	/** One question to the user at a time. */
	private turn: Promise<unknown> = Promise.resolve();

	constructor(caps: Caps, supervisor: Supervisor, price?: Price) {
		this.caps = caps;
		this.supervisor = supervisor;
		this.price = price;
	}

	/**
	 * Returns when a request may be sent, with its resources reserved. Throws `CapReached` if the user does not raise a
	 * cap.
	 */
	async reserve(
		log: RunLog,
		{ tokens, ...context }: SpendingContext & { readonly tokens: number },
	): Promise<Reservation> {
		return this.inTurn(async () => {
			await this.waitForCaps(log, context, undefined);
			return new Reservation(tokens, this.held);
		});
	}

	/** Before a retry: like `reserve`, for a request that has its reservation. */
	async renew(log: RunLog, context: SpendingContext & { readonly own: Reservation }): Promise<void> {
		await this.inTurn(() => this.waitForCaps(log, context, context.own));
	}

	/** Counts a part of an answer. Returns the cap that is reached with it, if there is one, so that the answer is stopped. */
	received(log: RunLog, own: Reservation, nCharacters: number): CapReached | undefined {
		own.outputTokens += tokensOfCharacters(nCharacters);
		const reached = this.reached(log.run, 0, { own, caps: ['tokens', 'cost'] });
		return reached && new CapReached(reached.cap, reached.limit);
	}

	/** Undefined if there is no limit. */
	limitOf({ caps }: Pick<Run, 'caps'>, cap: Cap): number | undefined {
		return caps[cap] ?? this.caps[cap];
	}

	private inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
		const result = this.turn.then(action);
		this.turn = result.catch(() => undefined);
		return result;
	}

	private async waitForCaps(log: RunLog, context: SpendingContext, own: Reservation | undefined): Promise<void> {
		const { now, signal } = context;
		signal.throwIfAborted();
		await this.waitWhilePaused(log, signal);
		for (;;) {
			const reached = this.reached(log.run, now(), { own });
			if (reached === undefined) {
				return;
			}
			await this.ask(log, reached, signal);
		}
	}

	private async waitWhilePaused(log: RunLog, signal: AbortSignal): Promise<void> {
		let waited = false;
		await this.supervisor.whenGoing(signal, async () => {
			waited = true;
			await log.emit(rootNode, { type: 'paused', reason: 'person' });
		});
		if (waited) {
			await log.emit(rootNode, { type: 'unpaused' });
		}
	}

	/** The input of one's own request does not count: it was sent. */
	private reached(
		run: Run,
		nowMs: number,
		{ own, caps = allCaps }: { own: Reservation | undefined; caps?: readonly Cap[] },
	): { cap: Cap; limit: number } | undefined {
		const used = spentOf(run, nowMs, this.price);
		const all = [...this.held];
		const others = all.filter(reservation => reservation !== own);
		const inputTokens = others.reduce((sum, { tokens }) => sum + tokens, 0);
		const outputTokens = all.reduce((sum, reservation) => sum + reservation.outputTokens, 0);
		const reserved: Readonly<Record<Cap, number>> = {
			requests: others.reduce((sum, { requests }) => sum + requests, 0),
			tokens: inputTokens + outputTokens,
			cost: this.price === undefined ? 0 : costOf({ ...noUsage, inputTokens, outputTokens }, this.price),
			time: 0,
		};
		return caps
			.map(cap => ({ cap, limit: this.limitOf(run, cap) ?? Number.POSITIVE_INFINITY }))
			.find(({ cap, limit }) => used[cap] + reserved[cap] >= limit);
	}

	private async ask(log: RunLog, { cap, limit }: { cap: Cap; limit: number }, signal: AbortSignal): Promise<void> {
		await log.emit(rootNode, { type: 'paused', reason: 'cap', cap, limit });
		const raised = await this.supervisor.raiseCap(cap, limit, signal);
		signal.throwIfAborted();
		if (raised === undefined || raised <= limit) {
			await log.emit(rootNode, { type: 'unpaused' });
			throw new CapReached(cap, limit);
		}
		await log.emit(rootNode, { type: 'capRaised', cap, limit: raised });
		await log.emit(rootNode, { type: 'unpaused' });
	}
}
