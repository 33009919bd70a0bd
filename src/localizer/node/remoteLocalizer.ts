import type { IndexProcess, ProcessLocate } from '../../code/node/indexing/indexProcess';
import type { UnsavedTexts } from '../../code/node/listing/editedFiles';
import type { Localizer } from '../../code/pure/codeWorkspace';
import type { Progress } from '../../system/pure/progress';

export interface RemoteLocalizerOptions extends Pick<ProcessLocate, 'roots' | 'excludes' | 'cacheFile'> {
	/** As they are now. */
	readonly unsaved: () => UnsavedTexts;
	/** Called while unknown files are read. Undefined: that is done. */
	readonly onProgress: (progress: Progress | undefined) => void;
}

/** The embedded localizer in a process of its own. */
export function remoteLocalizer(
	process: Pick<IndexProcess, 'locate'>,
	options: RemoteLocalizerOptions,
	isForModel = false,
): Localizer {
	const { roots, excludes, cacheFile, unsaved, onProgress } = options;
	return {
		async locate(runLog, start, { signal, called = [] }) {
			const texts = new Map([...unsaved()].map(([path, document]) => [path, document.getText()]));
			const request = { roots, excludes, cacheFile, unsaved: texts, isForModel, start, called };
			const show = (progress: Progress) => onProgress(progress.done < progress.total ? progress : undefined);
			await process.locate(request, runLog, { signal, onProgress: show }).finally(() => onProgress(undefined));
		},
		visible: () => remoteLocalizer(process, options, true),
	};
}
