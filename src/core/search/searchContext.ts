import type { Workspace } from '../workspace';
import type { SearchFocus } from './scope/searchScopes';
import { FileTexts } from './text/fileTexts';
import { KeptTexts } from './text/keptTexts';

/** What every part of one call shares. */
export interface SearchContext {
	readonly workspace: Workspace;
	/** What is being investigated, where that is known. */
	readonly focus?: SearchFocus | undefined;
	readonly texts: FileTexts;
	readonly kept: KeptTexts;
	readonly signal?: AbortSignal;
}

export function searchContext(workspace: Workspace, signal?: AbortSignal): SearchContext {
	signal?.throwIfAborted();
	const { files, texts: kept = new KeptTexts() } = workspace;
	return { workspace, texts: new FileTexts(files), kept, ...(signal === undefined ? {} : { signal }) };
}
