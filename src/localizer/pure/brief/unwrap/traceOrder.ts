import type { TraceLines } from './traceLines';

/** The error of a trace is at most so many lines from its frames. */
const nearLimit = 3;

/**
 * The blocks of lines in the order of their traces: a log may show its newest lines first. A block is reversed if more
 * frames can be read then, or if the error that belongs on one side of its frames, or in the first, is elsewhere.
 */
export function innermostWhereItBelongs(lines: readonly string[], traces: TraceLines): readonly string[] {
	return regionsOf(lines, traces).flatMap(region => (isReversed(region, traces) ? region.toReversed() : region));
}

/** Blocks of lines; two blocks of traces with one blank line between them are one. */
function regionsOf(lines: readonly string[], traces: TraceLines): readonly (readonly string[])[] {
	const blocks = blocksOf(lines);
	const isOfTrace = blocks.map(block =>
		block.some((line, at) => traces.namesPlace(block, at) || traces.isError(line.trim())),
	);
	const joins = (at: number) => blocks[at]?.length === 1 && isOfTrace[at - 1] && isOfTrace[at + 1];
	const regions: string[][] = [];
	for (const [at, block] of blocks.entries()) {
		if (joins(at) || joins(at - 1)) {
			regions.at(-1)?.push(...block);
		} else {
			regions.push([...block]);
		}
	}
	return regions;
}

/** Runs of lines between blank ones, which are blocks as well. */
function blocksOf(lines: readonly string[]): string[][] {
	const blocks: string[][] = [];
	let isBlank: boolean | undefined;
	for (const line of lines) {
		const isNextBlank = line.trim() === '';
		if (isNextBlank !== isBlank) {
			blocks.push([]);
		}
		blocks.at(-1)?.push(line);
		isBlank = isNextBlank;
	}
	return blocks;
}

function isReversed(block: readonly string[], traces: TraceLines): boolean {
	const [forward, backward] = [traces.score(block), block.length < 2 ? 0 : traces.score(block.toReversed())];
	if (forward !== backward || countsDown(block)) {
		return backward > forward || countsDown(block);
	}
	const isFrame = block.map((_, at) => traces.namesPlace(block, at));
	const [first, last] = [isFrame.indexOf(true), isFrame.lastIndexOf(true)];
	if (isFrame.filter(Boolean).length < 2) {
		return false;
	}
	if (traces.isFailingFrame(block[first] ?? '') !== traces.isFailingFrame(block[last] ?? '')) {
		return traces.isFailingFrame(block[last] ?? '');
	}
	const above = block.slice(Math.max(0, first - nearLimit), first);
	const below = block.slice(last + 1, last + 1 + nearLimit);
	const isAtSide = (side: readonly string[]) => side.some(line => traces.isError(line.trim()));
	if (traces.hasErrorBelow(block[first] ?? '', block[first - 1])) {
		return isAtSide(above) && !isAtSide(below);
	}
	return traces.orderOf(block[first] ?? '', block[first - 1]) === 'outermostFirst'
		? below.some(line => traces.isHeader(line)) && !above.some(line => traces.isHeader(line))
		: isAtSide(below) && !isAtSide(above);
}

/** Numbered frames are counted from the innermost one. */
function countsDown(block: readonly string[]): boolean {
	const numbers = block.flatMap(line => /^\s*#?(\d{1,3})(?::| )/.exec(line)?.[1] ?? []).map(Number);
	return numbers.length > 2 && numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) - 1);
}
