import type { CodeWorkspace } from '../codeWorkspace';
import { FileTexts } from '../texts/fileTexts';
import { KeptTexts } from '../texts/keptTexts';
import type { SearchFocus } from './scope/searchScopes';
import { ServerFiles } from './text/serverFiles';
import type { FileHits } from './text/textHit';

/** The context shared by all parts of one call. */
export interface SearchContext<Code extends CodeWorkspace = CodeWorkspace> {
	readonly workspace: Code;
	/** The subject of the investigation, if known. */
	readonly focus?: SearchFocus | undefined;
	readonly texts: FileTexts;
	readonly kept: KeptTexts;
	/** Asked if not everything can be searched here. */
	readonly server?: ServerFiles | undefined;
	readonly signal?: AbortSignal;
	/** Gets the hits of a scan of texts before its end. */
	readonly onHits?: (found: FileHits) => void;
}

export function searchContext<Code extends CodeWorkspace>(
	workspace: Code,
	signal?: AbortSignal,
	onHits?: SearchContext['onHits'],
): SearchContext<Code> {
	signal?.throwIfAborted();
	const { files, texts: kept = new KeptTexts() } = workspace;
	const asked = workspace.codeSearch?.();
	return {
		...{ workspace, texts: new FileTexts(files), kept },
		...(asked && { server: new ServerFiles(asked) }),
		...(signal && { signal }),
		...(onHits && { onHits }),
	};
}
