import type { Clock } from '../../../system/pure/clock';
import { contentHash } from '../../../system/pure/text/contentHash';
import {
	type NodeOpened,
	type NodeOutcome,
	type RunEvent,
	type RunEventBody,
	runEventVersion,
	type StepStamp,
} from '../events/runEvent';
import type { Run } from '../fold/run';
import { RunFold } from '../fold/runFold';
import { compareIds } from '../fold/runTree';
import { RunContinuedElsewhereError, type RunStore } from './runStore';

/** The fields that distinguish a new node from its siblings, and the texts the user sees. */
export type NewNode = Pick<NodeOpened, 'key' | 'kind' | 'title' | 'phase' | 'isAside' | 'expansion'>;

/** A step in progress: `id` is the same each time the step is repeated, and differs for every other step of the run. */
export interface StepContext {
	readonly id: string;
}

/** The part of a run's log that a stage needs. The log may be in another process. */
export interface StageLog extends Pick<RunLog, 'emit' | 'open' | 'close' | 'once' | 'step'> {
	readonly run: Pick<Run, 'issue' | 'brief' | 'culprit' | 'dismissed'>;
}

/** How often an event is renumbered because another process appended to the same run. */
const maxCatchUps = 20;

/**
 * The only place that makes run events: numbers them, has them written before anyone sees them, and folds them. An
 * event that could not be written, or a listener that throws, rejects that call and leaves the log usable.
 *
 * It is also the only way to record and replay: a strategy runs from the beginning each time, and `open` and `step`
 * return what the log already contains. Only new work is done.
 */
export class RunLog {
	private readonly listeners = new Set<(event: RunEvent, run: Run) => void>();
	private readonly outcomes = new Outcomes();
	/** Outputs that are being written for the first time: a second caller shares the result. */
	private readonly underWay = new Map<string, Promise<unknown>>();
	/** The oldest child of each node with each key: a node may have thousands of children. */
	private readonly children = new Map<string, string>();
	private readonly ids = new Set<string>();
	/** How many ids were assigned, by prefix. */
	private readonly nIds = new Map<string, number>();
	private readonly fold = RunFold.of([]);
	private writing: Promise<void> = Promise.resolve();

	private constructor(
		private readonly store: RunStore,
		private readonly clock: Pick<Clock, 'now'>,
		private readonly runId: string,
		events: readonly RunEvent[] = [],
	) {
		for (const event of events) {
			this.take(event);
		}
	}

	/** A new, empty log; its first event must be `runStarted`. */
	static start(store: RunStore, clock: Pick<Clock, 'now'>, runId: string): RunLog {
		return new RunLog(store, clock, runId);
	}

	/** The log of a run on disk, to be continued after its last whole event. */
	static async reopen(store: RunStore, clock: Pick<Clock, 'now'>, runId: string): Promise<RunLog> {
		return new RunLog(store, clock, runId, await store.read(runId));
	}

	/** A live view: it changes with the next event. */
	get run(): Run {
		return this.fold.run;
	}

	/** Resolves once the event is on disk and folded. Events are kept in the order of the calls. */
	emit(node: string, body: RunEventBody): Promise<void> {
		return this.write(node, body);
	}

	/** The child of `parent` with this key: from the log, else a new one. Returns its id. */
	async open(parent: string, what: NewNode): Promise<string> {
		const known = this.children.get(childSlot(parent, what.key));
		return known ?? this.share(`open ${parent} ${what.key}`, () => this.openNew(parent, what));
	}

	/** Closes a node that is open. `outcome`: how it ended, if without its result. */
	async close(node: string, summary: string, outcome?: NodeOutcome): Promise<void> {
		if (this.run.nodes[node]?.state === 'open') {
			await this.write(node, { type: 'nodeClosed', summary, ...(outcome !== undefined && { outcome }) });
		}
	}

	/** Emits an event unless the node already has it. */
	async once(node: string, body: RunEventBody): Promise<void> {
		const stamp = { key: body.type, input: await contentHash(body) };
		if (this.outcomes.find(node, stamp) === undefined) {
			await this.share(slotOf(node, stamp), () => this.write(node, body, stamp));
		}
	}

	/**
	 * Returns the output of a step: the one recorded at this node for this key and input, else the result of `make`, which
	 * is logged. The input is JSON data without times, ids or temporary paths. A step that throws is not recorded. If the
	 * log contains an output for another input, a note is added: the step is repeated because its input has changed.
	 */
	async step<Body extends RunEventBody>(
		node: string,
		key: string,
		input: unknown,
		make: (context: StepContext) => Promise<Body>,
	): Promise<Body> {
		const stamp = { key, input: await contentHash(input) };
		const recorded = this.outcomes.find(node, stamp);
		if (recorded !== undefined) {
			return recorded as Body;
		}
		return (await this.share(slotOf(node, stamp), () => this.make(node, stamp, make))) as Body;
	}

	/** As `step`, for an output that no event describes: JSON data. */
	async value<Value>(node: string, key: string, input: unknown, make: () => Promise<Value>): Promise<Value> {
		const { output } = await this.step(
			node,
			key,
			input,
			async () => ({ type: 'stepped', output: await make() }) as const,
		);
		return output as Value;
	}

	/** An unused id of the run: `p1`, `p2`, … for the prefix `p`. */
	newId(prefix: string): string {
		let count = this.nIds.get(prefix) ?? 0;
		let id: string;
		do {
			id = `${prefix}${++count}`;
		} while (this.ids.has(id));
		this.nIds.set(prefix, count);
		this.ids.add(id);
		return id;
	}

	/** Calls back after each event; returns a function to stop that. */
	onEvent(listener: (event: RunEvent, run: Run) => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	private async share<Result>(slot: string, make: () => Promise<Result>): Promise<Result> {
		const result = (this.underWay.get(slot) as Promise<Result> | undefined) ?? make();
		this.underWay.set(slot, result);
		try {
			return await result;
		} finally {
			this.underWay.delete(slot);
		}
	}

	private async openNew(parent: string, what: NewNode): Promise<string> {
		const id = this.newId('n');
		await this.write(id, { type: 'nodeOpened', parent, ...what });
		return id;
	}

	private async make(
		node: string,
		stamp: StepStamp,
		make: (context: StepContext) => Promise<RunEventBody>,
	): Promise<RunEventBody> {
		const id = (await contentHash([node, stamp.key, stamp.input])).slice(0, 16);
		const body = await make({ id });
		if (this.outcomes.isStale(node, stamp.key)) {
			const text = `Repeated, because its input has changed since it was recorded: ${stamp.key}.`;
			await this.write(node, { type: 'noted', text });
		}
		await this.write(node, body, stamp);
		return body;
	}

	private write(node: string, body: RunEventBody, step?: StepStamp): Promise<void> {
		const written = this.writing.then(() => this.append(node, body, step));
		// The caller gets the failure; the next event must still be written, with the number the failed one did not use.
		this.writing = written.catch(() => undefined);
		return written;
	}

	private async append(node: string, body: RunEventBody, step: StepStamp | undefined): Promise<void> {
		for (let nCatchUps = 0; ; nCatchUps++) {
			const event: RunEvent = {
				...{ v: runEventVersion, seq: this.run.lastSeq + 1, at: this.clock.now(), node },
				...(step !== undefined && { step }),
				...body,
			};
			try {
				await this.store.append(this.runId, event);
				this.notify(event);
				return;
			} catch (error) {
				if (!(error instanceof RunContinuedElsewhereError) || nCatchUps === maxCatchUps) {
					throw error;
				}
				await this.catchUp();
			}
		}
	}

	/** Folds the events that another process appended to the same run. */
	private async catchUp(): Promise<void> {
		const events = await this.store.read(this.runId);
		for (const event of events.filter(({ seq }) => seq > this.run.lastSeq)) {
			this.notify(event);
		}
	}

	private notify(event: RunEvent): void {
		this.take(event);
		for (const listener of this.listeners) {
			listener(event, this.run);
		}
	}

	private take(event: RunEvent): void {
		this.fold.apply(event);
		this.outcomes.add(event);
		if (event.type === 'nodeOpened') {
			this.addChild(event);
		}
		const id = newIdOf(event);
		if (id !== undefined) {
			this.ids.add(id);
		}
	}

	private addChild({ parent, key, node }: NodeOpened & Pick<RunEvent, 'node'>): void {
		const slot = childSlot(parent, key);
		const known = this.children.get(slot);
		// Nodes that were opened concurrently may arrive in another order.
		if (known === undefined || compareIds(node, known) < 0) {
			this.children.set(slot, node);
		}
	}
}

function childSlot(parent: string, key: string): string {
	return `${parent} ${key}`;
}

function slotOf(node: string, { key, input }: StepStamp): string {
	return `${node} ${key} ${input}`;
}

/** Returns the id of the entry that an event adds to the run. */
function newIdOf(event: RunEvent): string | undefined {
	switch (event.type) {
		case 'nodeOpened':
			return event.node;
		case 'patchWritten':
			return event.patch.id;
		case 'reproducerWritten':
			return event.reproducer.id;
		default:
			return undefined;
	}
}

/** The recorded outputs of steps. */
class Outcomes {
	private readonly bodies = new Map<string, RunEventBody>();
	/** Inputs recorded before the run was last resumed and not requested since, by node and key. */
	private unused = new Map<string, Set<string>>();
	private readonly inputs = new Map<string, Set<string>>();

	add(event: RunEvent): void {
		if (event.type === 'runResumed') {
			this.unused = new Map([...this.inputs].map(([slot, inputs]) => [slot, new Set(inputs)]));
		}
		const { step, node } = event;
		if (step !== undefined) {
			const slot = `${node} ${step.key}`;
			this.inputs.set(slot, (this.inputs.get(slot) ?? new Set()).add(step.input));
			this.bodies.set(`${slot} ${step.input}`, event);
		}
	}

	find(node: string, { key, input }: StepStamp): RunEventBody | undefined {
		const slot = `${node} ${key}`;
		this.unused.get(slot)?.delete(input);
		return this.bodies.get(`${slot} ${input}`);
	}

	/** Whether this step was recorded with other inputs only. */
	isStale(node: string, key: string): boolean {
		return (this.unused.get(`${node} ${key}`)?.size ?? 0) > 0;
	}
}
