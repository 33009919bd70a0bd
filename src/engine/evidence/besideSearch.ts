import type { Checkouts } from '../../sandbox/pure/execution/checkouts';
import { PatchedCopy } from '../../sandbox/pure/execution/patchedCopy';
import type { Runner } from '../../sandbox/pure/execution/runner';

/** Runs commands as ones beside the fix. */
export function asideRunner(runner: Runner): Runner {
	return { run: command => runner.run({ ...command, isAside: true }) };
}

/** The copy for something that runs beside the search, and the signal that ends it. */
export interface OwnPlace {
	readonly copy: PatchedCopy;
	readonly signal: AbortSignal;
}

/**
 * Something that runs beside the search, as its result is the same for every patch. It has a scratch copy of its own,
 * which exists only meanwhile, so that it and reproducers see nothing of each other.
 */
export class BesideSearch<Result> {
	private readonly controller = new AbortController();
	private running: Promise<Result> | undefined;
	private ended: { readonly result: Result } | { readonly error: unknown } | undefined;

	constructor(
		private readonly deps: { readonly checkouts: Checkouts; readonly name: string; readonly signal: AbortSignal },
		private readonly make: (place: OwnPlace) => Promise<Result>,
	) {}

	/** Begins, unless it has begun; `result` reports a failure. */
	start(): void {
		this.running ??= this.run();
		this.running.catch(() => undefined);
	}

	/** Throws as the task itself does, `UserError` if no copy can be made, and the signal's reason. */
	result(): Promise<Result> {
		this.start();
		return this.running ?? this.run();
	}

	/** The result, once it has ended. Throws as `result` does. */
	known(): Result | undefined {
		if (this.ended !== undefined && 'error' in this.ended) {
			throw this.ended.error;
		}
		return this.ended?.result;
	}

	/** Ends a task that still runs, and returns once it has ended. */
	async stop(): Promise<void> {
		this.controller.abort();
		await this.running?.catch(() => undefined);
	}

	private async run(): Promise<Result> {
		const { signal: outer, checkouts, name } = this.deps;
		const abort = () => this.controller.abort(outer.reason);
		outer.addEventListener('abort', abort, { once: true });
		const { signal } = this.controller;
		const copy = new PatchedCopy(checkouts, name, signal);
		try {
			outer.throwIfAborted();
			const result = await this.make({ copy, signal });
			this.ended = { result };
			return result;
		} catch (error) {
			this.ended = { error };
			throw error;
		} finally {
			outer.removeEventListener('abort', abort);
			await copy.dispose();
		}
	}
}
