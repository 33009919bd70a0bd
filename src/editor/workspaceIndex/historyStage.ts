import { setTimeout } from 'node:timers/promises';
import type { HistoryWait, Log, Progress } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import type { IndexProcess, ProcessBuild } from '../../node/indexing/indexProcess';

/** The index of the history: made in the background when it is first searched, and searched while it is made. */
export class HistoryStage {
	private running: Promise<void> | undefined;
	private onProgress: ((progress: Progress) => void) | undefined;

	constructor(
		private readonly process: Pick<IndexProcess, 'buildHistory'>,
		private readonly place: Pick<ProcessBuild, 'roots'> & { readonly cacheFile: string },
		private readonly log: Log,
	) {}

	/** Returns once all is indexed, the time is over, or it has failed; it continues after the time. */
	async extend({ waitMs, signal, onProgress }: HistoryWait): Promise<void> {
		this.onProgress = onProgress;
		this.running ??= this.build();
		const end = new AbortController();
		const waits = [this.running, setTimeout(waitMs, undefined, { signal: end.signal })];
		const aborted =
			signal && new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
		try {
			await Promise.race([...(waitMs === undefined ? [this.running] : waits), ...(aborted ? [aborted] : [])]);
		} finally {
			end.abort();
		}
		signal?.throwIfAborted();
	}

	private async build(): Promise<void> {
		try {
			await this.process.buildHistory({ ...this.place, onProgress: progress => this.onProgress?.(progress) });
		} catch (error) {
			this.log.warn(`The history could not be indexed to its end: ${errorText(error)}`);
		} finally {
			this.running = undefined;
		}
	}
}
