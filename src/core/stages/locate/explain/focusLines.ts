import type { LineRange } from '../../../model/symbol';
import type { Ground, Subject } from './subject';

const limits = { lines: 3 };

/**
 * The lines of a location that carry its evidence: the few that carry most of it. The signature where none does.
 */
export function focusOf({ place, symbols: [first] }: Subject, grounds: readonly Ground[]): LineRange[] {
	const weights = new Map<number, number>();
	for (const { lines, weight } of grounds) {
		for (const line of lines) {
			weights.set(line, (weights.get(line) ?? 0) + weight / Math.sqrt(lines.length));
		}
	}
	const best = [...weights].sort(([a, x], [b, y]) => y - x || a - b).slice(0, limits.lines);
	const lines = best.map(([line]) => line).filter(line => place.startLine <= line && line <= place.endLine);
	if (lines.length > 0) {
		return merged(lines.map(line => ({ startLine: line, endLine: line })));
	}
	const startLine = first?.nameLine ?? place.startLine;
	return [{ startLine, endLine: Math.max(startLine, first?.headerEndLine ?? startLine) }];
}

/** In order, those that overlap or touch as one. */
export function merged(ranges: readonly LineRange[]): LineRange[] {
	const kept: LineRange[] = [];
	for (const range of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
		const last = kept.at(-1);
		if (last !== undefined && range.startLine <= last.endLine + 1) {
			kept[kept.length - 1] = { ...last, endLine: Math.max(last.endLine, range.endLine) };
		} else {
			kept.push(range);
		}
	}
	return kept;
}
