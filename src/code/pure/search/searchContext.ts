import type { CodeWorkspace } from '../codeWorkspace';
import type { ExcerptLimit } from '../index/excerpt';
import { FileTexts } from '../texts/fileTexts';
import { KeptTexts } from '../texts/keptTexts';
import type { SearchFocus } from './scope/searchScopes';
import { ServerFiles } from './text/serverFiles';
import type { FileHits } from './text/textHit';

/** How much an answer shows of each result. */
export interface Brevity {
	/** The lines before and after each line that is found; 0: one line each, of more of them. */
	readonly linesAround: number;
	/** Of one definition. */
	readonly definition: ExcerptLimit;
}

/** The context shared by all parts of one call. */
export interface SearchContext<Code extends CodeWorkspace = CodeWorkspace> {
	readonly workspace: Code;
	/** The subject of the investigation, if known. */
	readonly focus?: SearchFocus | undefined;
	readonly texts: FileTexts;
	readonly kept: KeptTexts;
	/** Present if less is shown than in a conversation with a memory. */
	readonly brevity?: Brevity | undefined;
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
