import type { Execution } from '../../../runs/pure/model/execution';
import type { Clock } from '../../../system/pure/clock';
import { BoundedText } from '../../../system/pure/text/boundedText';
import type { Command, Runner, StartedCommand } from '../execution/runner';
import { outputLimit } from './benchCommands';
import type { Pausable } from './quietPrograms';

export interface ProgramDeps {
	readonly runner: Runner;
	readonly clock: Clock;
	/** Ends every wait; throws its reason. */
	readonly signal: AbortSignal;
}

/** How much of its end is there to look for the end of a cell. */
const tailLength = 2000;
/** A program may run while its workbench is used; timers accept no longer time. */
const longestMs = 2 ** 31 - 1;

/** A program that runs beside others until it ends, or is stopped. */
export class RunningProgram implements Pausable {
	private readonly stopping = new AbortController();
	private readonly running: Promise<void>;
	private output = new BoundedText(outputLimit);
	private tail = '';
	/** Resolves when it has started; to undefined if it ended without that. */
	private readonly started: Promise<StartedCommand | undefined>;
	private onChange: () => void = () => undefined;
	/** How often something was printed. */
	nOutputs = 0;
	/** How it ended, or why it was not started; undefined while it runs. */
	ended: Execution | Error | undefined;

	constructor(
		private readonly deps: ProgramDeps,
		command: Omit<Command, 'timeoutMs' | 'signal' | 'onOutput' | 'onStart'>,
	) {
		const onOutput = (_stream: string, text: string) => this.add(text);
		const { signal } = this.stopping;
		let onStart: (started: StartedCommand | undefined) => void = () => undefined;
		this.started = new Promise(resolve => {
			onStart = resolve;
		});
		this.running = deps.runner
			.run({ ...command, timeoutMs: longestMs, signal, onOutput, onStart })
			.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
			.then(ended => {
				this.ended = ended;
				onStart(undefined);
				this.onChange();
			});
	}

	/** Its output since `forget`, both streams in the order of arrival; the middle of much is left out. */
	get text(): string {
		return this.output.text();
	}

	/** The end of that. */
	get lastText(): string {
		return this.tail;
	}

	forget(): void {
		this.output = new BoundedText(outputLimit);
		this.tail = '';
	}

	/** Whether other programs of the checkout cannot reach its servers. */
	async isAlone(): Promise<boolean> {
		return (await this.started)?.isAlone ?? false;
	}

	write(text: string): void {
		void this.started.then(started => started?.write(text));
	}

	/** One that is just being started is waited for. */
	async pause(): Promise<void> {
		await (await this.started)?.pause();
	}

	async resume(): Promise<void> {
		await (await this.started)?.resume();
	}

	/** Waits until it ends, or `isDone`, which is asked after each output. False if it takes longer. */
	async until(isDone: () => boolean, withinMs: number): Promise<boolean> {
		const { clock, signal } = this.deps;
		signal.throwIfAborted();
		const waiting = new AbortController();
		const cancel = () => waiting.abort();
		signal.addEventListener('abort', cancel);
		let isLate = false;
		const timeUp = clock.wait(withinMs, waiting.signal).then(
			() => {
				isLate = true;
			},
			() => undefined,
		);
		try {
			while (!isLate && this.ended === undefined && !isDone()) {
				const change = new Promise<void>(resolve => {
					this.onChange = resolve;
				});
				await Promise.race([change, timeUp]);
				signal.throwIfAborted();
			}
			return this.ended !== undefined || isDone();
		} finally {
			signal.removeEventListener('abort', cancel);
			cancel();
		}
	}

	/** Returns when it and all it started are gone. */
	async stop(): Promise<void> {
		this.stopping.abort();
		await this.running;
	}

	private add(text: string): void {
		this.output.add(text);
		this.tail = (this.tail + text).slice(-tailLength);
		this.nOutputs++;
		this.onChange();
	}
}
