import type { Workspace } from '../workspace';
import { FileTexts } from './text/fileTexts';
import { KeptTexts } from './text/keptTexts';

/** What every part of one call shares. */
export interface SearchContext {
	readonly workspace: Workspace;
	readonly texts: FileTexts;
	readonly kept: KeptTexts;
	readonly signal?: AbortSignal;
}

export function searchContext(workspace: Workspace, signal?: AbortSignal): SearchContext {
	signal?.throwIfAborted();
	const { files, texts: kept = new KeptTexts() } = workspace;
	return { workspace, texts: new FileTexts(files), kept, ...(signal === undefined ? {} : { signal }) };
}
