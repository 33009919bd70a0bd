import type { Run } from '../model/run';
import { rootNode } from '../model/run';
import type { Cap } from '../model/runEvent';
import type { RunLog } from '../runLog';
import type { Supervisor } from './supervisor';

/** Limits of one run; absent means no limit. Units as in `Cap`. */
export type Caps = Readonly<Partial<Record<Cap, number>>>;

/** Money for a million tokens, in whatever currency the person wrote the prices in. */
export interface Price {
	readonly input: number;
	/** For input the server had in its cache; as `input` unless given. */
	readonly cachedInput?: number;
	readonly output: number;
}

/** Thrown where a cap is reached and nobody raises it. Whoever runs rounds ends with the best so far. */
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

/** Holds a run to its caps: before each request it waits while paused and asks when a cap is reached. */
export class Spending {
	private readonly caps: Caps;
	private readonly price: Price | undefined;
	private readonly supervisor: Supervisor;

	constructor(caps: Caps, supervisor: Supervisor, price?: Price) {
		this.caps = caps;
		this.supervisor = supervisor;
		this.price = price;
	}

	/** Returns when another request may be made. Throws `CapReached` when the person would rather stop. */
	async allow(log: RunLog, now: () => number, signal: AbortSignal): Promise<void> {
		let waited = false;
		await this.supervisor.whenGoing(signal, async () => {
			waited = true;
			await log.emit(rootNode, { type: 'paused', reason: 'person' });
		});
		if (waited) {
			await log.emit(rootNode, { type: 'unpaused' });
		}
		for (let reached = this.reached(log.run, now()); reached !== undefined; reached = this.reached(log.run, now())) {
			await this.ask(log, reached, signal);
		}
	}

	/** Money spent so far; undefined where no price is known. */
	cost({ usage }: Run): number | undefined {
		if (this.price === undefined) {
			return undefined;
		}
		const { input, cachedInput = input, output } = this.price;
		const { inputTokens, cachedTokens, outputTokens } = usage;
		return ((inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output) / 1e6;
	}

	private reached(run: Run, nowMs: number): { cap: Cap; limit: number } | undefined {
		const used: Readonly<Record<Cap, number>> = {
			requests: run.nRequests,
			tokens: run.usage.inputTokens + run.usage.outputTokens,
			cost: this.cost(run) ?? 0,
			time: run.activeMs + (nowMs - run.activeSince),
		};
		const caps: readonly Cap[] = ['requests', 'tokens', 'cost', 'time'];
		return caps
			.flatMap(cap => ({ cap, limit: run.caps[cap] ?? this.caps[cap] ?? Number.POSITIVE_INFINITY }))
			.find(({ cap, limit }) => used[cap] >= limit);
	}

	private async ask(log: RunLog, reached: { cap: Cap; limit: number }, signal: AbortSignal): Promise<void> {
		const { cap, limit } = reached;
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

/** "60 requests", "30 minutes". */
export function capText(cap: Cap, limit: number): string {
	switch (cap) {
		case 'requests':
			return `${limit} requests`;
		case 'tokens':
			return `${limit.toLocaleString('en')} tokens`;
		case 'cost':
			return `a cost of ${limit}`;
		case 'time':
			return `${Math.round(limit / 60_000)} minutes`;
		default:
			return String(cap satisfies never);
	}
}
