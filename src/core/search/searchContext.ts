import type { Workspace } from '../workspace';
import { FileTexts } from './text/fileTexts';
import { KeptTexts } from './text/keptTexts';
import type { FileHits } from './text/textHit';

/** What every part of one call shares. */
export interface SearchContext {
	readonly workspace: Workspace;
	readonly texts: FileTexts;
	readonly kept: KeptTexts;
	readonly signal?: AbortSignal;
	/** Gets what a scan of texts finds, before its end. */
	readonly onHits?: (found: FileHits) => void;
}

export function searchContext(
	workspace: Workspace,
	signal?: AbortSignal,
	onHits?: SearchContext['onHits'],
): SearchContext {
	signal?.throwIfAborted();
	const { files, texts: kept = new KeptTexts() } = workspace;
	return { workspace, texts: new FileTexts(files), kept, ...(signal && { signal }), ...(onHits && { onHits }) };
}
