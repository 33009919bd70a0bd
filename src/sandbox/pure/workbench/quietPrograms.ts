import type { Clock } from '../../../system/pure/clock';

/** A program that can be paused. */
export interface Pausable {
	pause(): Promise<void>;
	resume(): Promise<void>;
}

/** Uses that follow each other within this time, such as the reads of one search, have one pause. */
const lingerMs = 50;

/**
 * Pauses programs while Faultline uses the files they can change. It follows paths without a sandbox: a program that
 * puts a link in the place of a folder meanwhile could lead it out of the files.
 */
export class QuietPrograms {
	private nUses = 0;
	private paused: Promise<readonly Pausable[]> | undefined;
	private resumed: Promise<void> = Promise.resolve();
	private lingering = new AbortController();

	/** `programs`: those that run. */
	constructor(
		private readonly clock: Clock,
		private readonly programs: () => readonly Pausable[],
	) {}

	/** Uses the files; several uses at a time are possible. Throws `UserError` if a program cannot be paused. */
	async during<T>(use: () => Promise<T>): Promise<T> {
		this.nUses++;
		this.lingering.abort();
		try {
			const begin = () => pauseAll(this.programs());
			// A resume that failed was reported to its caller.
			this.paused ??= this.resumed.then(begin, begin);
			await this.paused;
			return await use();
		} finally {
			this.nUses--;
			this.resumeSoon();
		}
	}

	/** Call it before something is done with the programs, or one is started. Does nothing while the files are used. */
	resume(): Promise<void> {
		const { paused } = this;
		if (this.nUses === 0 && paused !== undefined) {
			this.lingering.abort();
			this.paused = undefined;
			this.resumed = paused.then(resumeAll, () => undefined);
		}
		return this.resumed;
	}

	private resumeSoon(): void {
		if (this.nUses > 0) {
			return;
		}
		this.lingering = new AbortController();
		void this.clock.wait(lingerMs, this.lingering.signal).then(
			() => this.resume().catch(() => undefined),
			() => undefined,
		);
	}
}

async function pauseAll(programs: readonly Pausable[]): Promise<readonly Pausable[]> {
	// All have stopped, or cannot, before one is resumed: else one could stop afterwards.
	const ends = await Promise.allSettled(programs.map(each => each.pause()));
	const failed = ends.find(end => end.status === 'rejected');
	if (failed !== undefined) {
		await resumeAll(programs);
		throw failed.reason;
	}
	return programs;
}

async function resumeAll(programs: readonly Pausable[]): Promise<void> {
	await Promise.all(programs.map(each => each.resume()));
}
