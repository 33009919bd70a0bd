import type { Workspace } from '../workspace';
import { FileTexts } from './text/fileTexts';

/** What every part of one call shares. */
export interface SearchContext {
	readonly workspace: Workspace;
	readonly texts: FileTexts;
	readonly signal?: AbortSignal;
}

export function searchContext(workspace: Workspace, signal?: AbortSignal): SearchContext {
	signal?.throwIfAborted();
	return { workspace, texts: new FileTexts(workspace.files), ...(signal === undefined ? {} : { signal }) };
}
