import { capText } from '../model/capText';
import { type Run, rootNode } from '../model/run';
import type { Cap } from '../model/runEvent';
import { type Price, spentOf } from '../model/spent';
import type { RunLog } from '../runLog';
import type { Supervisor } from './supervisor';

/** Limits of one run; absent means no limit. Units as in `Cap`. */
export type Caps = Readonly<Partial<Record<Cap, number>>>;

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

	private reached(run: Run, nowMs: number): { cap: Cap; limit: number } | undefined {
		const used = spentOf(run, nowMs, this.price);
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
