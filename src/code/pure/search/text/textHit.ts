import type { LineRange } from '../../../../runs/pure/model/symbol';

/** Lines that a search of texts found. */
export interface TextHit extends LineRange {
	readonly file: string;
}

/** The hits in one file, and its text. */
export interface FileHits {
	readonly file: string;
	readonly text: string;
	readonly hits: readonly TextHit[];
}
