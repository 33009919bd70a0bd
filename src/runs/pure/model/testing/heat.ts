import type { Spectrum, Suspect } from './spectrum';

/** How suspicious a line is beside the most suspicious one of its run: 4 is the highest. */
export type HeatLevel = 1 | 2 | 3 | 4;

export const heatLevels: readonly HeatLevel[] = [4, 3, 2, 1];

export const heatNames: Readonly<Record<HeatLevel, string>> = { 4: 'highest', 3: 'high', 2: 'medium', 1: 'low' };

/** A line that failing tests executed. */
export interface HotLine {
	/** 1-based. */
	readonly line: number;
	readonly level: HeatLevel;
	readonly score: number;
	/** The function it is in. */
	readonly suspect: Suspect;
}

/**
 * The suspicious lines of a spectrum, by file, in their order. A level is a quarter of the highest score, since not all
 * formulas have the same bound.
 */
export function hotLines({ suspects }: Pick<Spectrum, 'suspects'>): ReadonlyMap<string, readonly HotLine[]> {
	const highest = suspects.reduce((most, { lines }) => Math.max(most, ...lines.map(({ score }) => score)), 0);
	const found = new Map<string, HotLine[]>();
	for (const suspect of suspects) {
		const here = found.get(suspect.file) ?? [];
		found.set(suspect.file, here);
		for (const { line, score } of suspect.lines.filter(each => each.score > 0)) {
			here.push({ line, score, suspect, level: levelOf(score / highest) });
		}
	}
	for (const here of found.values()) {
		here.sort((a, b) => a.line - b.line);
	}
	return found;
}

function levelOf(share: number): HeatLevel {
	return share > 0.75 ? 4 : share > 0.5 ? 3 : share > 0.25 ? 2 : 1;
}
