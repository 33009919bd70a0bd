import { tokensOfCharacters } from '../../../models/pure/limits/tokenEstimate';
import type { Run } from '../../../runs/pure/fold/run';
import type { BugLocation, Ranking } from '../../../runs/pure/model/location';
import type { Place } from '../../../runs/pure/model/symbol';

/** Lines to read and change. */
export interface Region extends Place {
	/** Qualified names of the definitions that its lines are in, in order. */
	readonly names: readonly string[];
	/** The lines before it that its code needs: imports, and the signatures of definitions that it begins inside of. */
	readonly context: readonly number[];
	/** How likely the fix changes a line in it, 0..1, as far as known. */
	readonly likelihood: number;
}

export interface RegionBudget {
	/** Of the code of all regions, with line numbers. */
	readonly tokens: number;
	readonly lines: number;
	readonly regions: number;
}

export const usualBudget: RegionBudget = { tokens: 3000, lines: 500, regions: 5 };

/** The outcome of locating that regions are chosen from. */
export interface LocatedCode extends Pick<Run, 'issue'> {
	readonly brief?: Run['brief'] | undefined;
	/** Best first. */
	readonly locations: readonly BugLocation[];
	readonly ranking: Pick<Ranking, 'functions'>;
}

/** What a shown line costs: its number, a tab and its text. Not rounded. */
export function lineTokens(line: number, text: string): number {
	return tokensOfCharacters(`${line}`.length + 1 + text.length + 1);
}
