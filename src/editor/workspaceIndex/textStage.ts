import type { IndexProcess, ProcessBuild } from '../../code/node/indexing/indexProcess';
import { errorText } from '../../system/pure/errors/errorText';
import type { Log } from '../../system/pure/log';
import type { Progress } from '../../system/pure/progress';

/**
 * The second stage of the index, the words and trigrams of all texts: it is made in the background, and awaited by a run
 * that needs it earlier. Without it, the run takes longer and finds the same.
 */
export class TextStage {
	private readonly abort = new AbortController();
	private readonly done: Promise<void>;
	private isDone = false;
	private onProgress: ((progress: Progress) => void) | undefined;

	constructor(
		process: Pick<IndexProcess, 'buildTexts'>,
		request: Pick<ProcessBuild, 'roots' | 'excludes'> & { readonly cacheFile: string },
		/** `onMade` is called when it has been made, `onEnd` also when that failed, unless it was cancelled. */
		{ log, onMade, onEnd }: { readonly log: Log; readonly onMade: () => void; readonly onEnd: () => void },
	) {
		const { signal } = this.abort;
		this.done = process
			.buildTexts({ ...request, signal, onProgress: progress => this.onProgress?.(progress) })
			.then(onMade, error => {
				if (!signal.aborted) {
					log.warn(`Words and trigrams could not be prepared, runs and searches take longer: ${errorText(error)}`);
				}
			})
			.finally(() => {
				this.isDone = true;
				if (!signal.aborted) {
					onEnd();
				}
			});
	}

	/** Returns once it has been made, was cancelled or has failed; shows its progress until then. */
	async wait(show: (progress: Progress) => void): Promise<void> {
		if (!this.isDone) {
			this.onProgress = show;
			await this.done;
		}
	}

	cancel(): void {
		this.abort.abort();
	}
}
