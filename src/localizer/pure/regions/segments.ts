import type { LineRange } from '../../../runs/pure/model/symbol';

/** Lines one after the other, from `startLine` on, each with what showing it is worth and costs. */
export interface PricedLines {
	readonly startLine: number;
	readonly gains: Float64Array;
	readonly costs: Float64Array;
}

export interface Prices {
	/** Of a cost of 1. */
	readonly perCost: number;
	/** Of being a region of its own. */
	readonly perSegment: number;
}

export interface Segment extends LineRange {
	/** Of its lines, together. */
	readonly gain: number;
	readonly cost: number;
	/** The gain less its price. */
	readonly value: number;
}

/**
 * The segments whose gains exceed their price most, in the order of the lines: the best path through two states, in a
 * segment or not.
 */
export function bestSegments(lines: PricedLines, prices: Prices): Segment[] {
	const { gains, costs } = lines;
	const { perCost, perSegment } = prices;
	const n = gains.length;
	/** Whether the best path that is in a segment (or not) after a line was in one before it. */
	const [insideFrom, outsideFrom] = [new Uint8Array(n), new Uint8Array(n)];
	let inside = Number.NEGATIVE_INFINITY;
	let outside = 0;
	for (let at = 0; at < n; at++) {
		const own = (gains[at] ?? 0) - perCost * (costs[at] ?? 0);
		insideFrom[at] = Number(inside > outside - perSegment);
		outsideFrom[at] = Number(inside > outside);
		[inside, outside] = [Math.max(inside, outside - perSegment) + own, Math.max(inside, outside)];
	}
	const segments: Segment[] = [];
	let isInside = inside > outside;
	let end = n - 1;
	for (let at = n - 1; at >= 0; at--) {
		const wasInside = (isInside ? insideFrom[at] : outsideFrom[at]) === 1;
		if (isInside && !wasInside) {
			segments.push(segmentOf(lines, { from: at, to: end }, prices));
		} else if (!isInside) {
			end = at - 1;
		}
		isInside = wasInside;
	}
	return segments.reverse();
}

function segmentOf(
	{ startLine, gains, costs }: PricedLines,
	{ from, to }: { readonly from: number; readonly to: number },
	{ perCost, perSegment }: Prices,
): Segment {
	const sum = (values: Float64Array) => values.subarray(from, to + 1).reduce((total, each) => total + each, 0);
	const [gain, cost] = [sum(gains), sum(costs)];
	return {
		startLine: startLine + from,
		endLine: startLine + to,
		gain,
		cost,
		value: gain - perCost * cost - perSegment,
	};
}
