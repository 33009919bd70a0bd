import type { RunEventBody } from '../../../runs/pure/events/runEvent';
import type { NewNode, StageLog, StepContext } from '../../../runs/pure/log/runLog';
import { untilAborted } from '../../../system/pure/waiting/untilAborted';
import type { LogAnswer, LogCall } from './indexMessages';

/** A use of the log, without its number. */
export type LogUse = LogCall extends infer Each
	? Each extends LogCall
		? Omit<Each, 'type' | 'id' | 'call'>
		: never
	: never;

type Make = (context: StepContext) => Promise<RunEventBody>;

interface PendingUse {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: unknown) => void;
	readonly make: Make | undefined;
}

/** The log of a run in the process that started this one: everything is recorded, and replayed, there. */
export class RemoteLog implements StageLog {
	private readonly pending = new Map<number, PendingUse>();
	private lastCall = 0;

	constructor(
		/** As it is at the start. */
		readonly run: StageLog['run'],
		private readonly post: (call: number, use: LogUse) => void,
		private readonly signal: AbortSignal,
	) {}

	async emit(node: string, body: RunEventBody): Promise<void> {
		await this.use({ method: 'emit', args: [node, body] });
	}

	async open(parent: string, what: NewNode): Promise<string> {
		return (await this.use({ method: 'open', args: [parent, what] })) as string;
	}

	async close(node: string, summary: string): Promise<void> {
		await this.use({ method: 'close', args: [node, summary] });
	}

	async once(node: string, body: RunEventBody): Promise<void> {
		await this.use({ method: 'once', args: [node, body] });
	}

	async step<Body extends RunEventBody>(
		node: string,
		key: string,
		input: unknown,
		make: (context: StepContext) => Promise<Body>,
	): Promise<Body> {
		return (await this.use({ method: 'step', args: [node, key, input] }, make)) as Body;
	}

	/** Takes an answer of the other process. */
	receive(answer: LogAnswer): void {
		const { call } = answer;
		const use = this.pending.get(call);
		if (answer.type === 'make') {
			use?.make?.(answer.step).then(body => this.post(call, { method: 'made', args: [body] }), use.reject);
			return;
		}
		this.pending.delete(call);
		use?.resolve(answer.value);
	}

	private use(use: LogUse, make?: Make): Promise<unknown> {
		const call = ++this.lastCall;
		const answered = new Promise((resolve, reject) => {
			this.pending.set(call, { resolve, reject, make });
			this.post(call, use);
		});
		return untilAborted(answered, this.signal);
	}
}

/** The other end: uses a log as another process asks for it. */
export class ServedLog {
	/** Outputs of steps that the other process makes, by the number of the use. */
	private readonly making = new Map<number, Pick<PendingUse, 'resolve' | 'reject'>>();

	constructor(
		private readonly log: StageLog,
		private readonly answer: (answer: Omit<LogAnswer, 'id'>) => void,
	) {}

	/** Rejects if the log does. */
	async receive(use: LogCall): Promise<void> {
		const { call } = use;
		if (use.method === 'made') {
			this.making.get(call)?.resolve(use.args[0]);
			this.making.delete(call);
			return;
		}
		this.answer({ type: 'logged', call, value: await this.perform(use) } as LogAnswer);
	}

	/** Nothing more is made. */
	end(reason: unknown): void {
		for (const { reject } of this.making.values()) {
			reject(reason);
		}
		this.making.clear();
	}

	private perform(use: Exclude<LogCall, { readonly method: 'made' }>): Promise<unknown> {
		const { log } = this;
		switch (use.method) {
			case 'emit':
				return log.emit(...use.args);
			case 'once':
				return log.once(...use.args);
			case 'open':
				return log.open(...use.args);
			case 'close':
				return log.close(...use.args);
			case 'step':
				return log.step(...use.args, step => this.make(use.call, step));
		}
	}

	private make(call: number, step: StepContext): Promise<RunEventBody> {
		return new Promise<RunEventBody>((resolve, reject) => {
			this.making.set(call, { resolve: body => resolve(body as RunEventBody), reject });
			this.answer({ type: 'make', call, step } as LogAnswer);
		});
	}
}
