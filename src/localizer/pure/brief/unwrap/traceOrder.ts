import type { TraceLines } from './traceLines';

/** The error of a trace is at most so many lines from its frames. */
const nearLimit = 3;

/**
 * The blocks of lines in the order of their traces: a log may show its newest lines first. A block is reversed if more
 * frames can be read then, or if the error that belongs on one side of its frames is on the other only.
 */
export function innermostWhereItBelongs(lines: readonly string[], traces: TraceLines): readonly string[] {
	return blocksOf(lines).flatMap(block => (isReversed(block, traces) ? block.toReversed() : block));
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
	if (forward !== backward) {
		return backward > forward;
	}
	const isFrame = block.map((line, at) => traces.isFrame(line, block[at - 1]));
	const [first, last] = [isFrame.indexOf(true), isFrame.lastIndexOf(true)];
	if (isFrame.filter(Boolean).length < 2) {
		return false;
	}
	const above = block.slice(Math.max(0, first - nearLimit), first);
	const below = block.slice(last + 1, last + 1 + nearLimit);
	const isAtSide = (side: readonly string[]) => side.some(line => traces.isError(line.trim()));
	return traces.orderOf(block[first] ?? '', block[first - 1]) === 'outermostFirst'
		? below.some(line => traces.isHeader(line)) && !above.some(line => traces.isHeader(line))
		: isAtSide(below) && !isAtSide(above);
}
