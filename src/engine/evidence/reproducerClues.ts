import type { ExecutedFunctionLine, Ranking } from '../../runs/pure/model/location';
import type { Reproducer, ReproducerRun } from '../../runs/pure/model/reproducer';
import { type CodeSymbol, qualifiedName } from '../../runs/pure/model/symbol';
import { runByText, type Spectrum } from '../../runs/pure/model/testing/spectrum';
import { tracedLines } from '../../runs/pure/model/testing/tracedSuspect';
import { fillTemplate } from '../../system/pure/text/fillTemplate';
import calledClue from './calledClue.md';
import cluePrompt from './clue.md';

/** A reproducer that fails because of the bug. */
export interface ShownBug {
	readonly reproducer: Reproducer;
	readonly ran: ReproducerRun;
}

/** How a reproducer failed. */
export function failureClue({ reproducer, ran: { execution } }: ShownBug): string {
	const output = [execution.stdout, execution.stderr].map(text => text.trimEnd()).filter(text => text !== '');
	return fillTemplate(cluePrompt, {
		program: reproducer.text.trimEnd(),
		output: output.join('\n'),
	});
}

/** The list takes so many lines and characters at most. */
const limits = { functions: 10, characters: 800 };

/** The functions that a reproducer called, in the order of a ranking, as many as fit. */
export function calledFunctionsClue(called: readonly CodeSymbol[], { functions: ranked }: Ranking): string {
	const ranks = new Map(ranked.map((id, rank) => [id, rank]));
	const rankOf = (symbol: CodeSymbol) => ranks.get(`${symbol.file}:${qualifiedName(symbol)}`) ?? ranked.length;
	const ordered = [...called].sort((a, b) => rankOf(a) - rankOf(b));
	const lines = ordered.map(symbol => `- ${symbol.file}:${symbol.nameLine} ${qualifiedName(symbol)}`);
	let nCharacters = 0;
	const first = lines.slice(0, limits.functions).filter(line => {
		nCharacters += line.length + 1;
		return nCharacters <= limits.characters;
	});
	const nMore = lines.length - first.length;
	return fillTemplate(calledClue, { functions: [...first, ...(nMore === 0 ? [] : [`(${nMore} more)`])].join('\n') });
}

/** The functions that a reproducer called, with their suspiciousness if tests were measured or calls recorded. */
export function executedLines(
	called: readonly CodeSymbol[],
	spectrum: Spectrum | undefined,
): readonly ExecutedFunctionLine[] {
	if (spectrum?.traced !== undefined) {
		return tracedLines(spectrum.traced);
	}
	const plain = called.map(({ file, nameLine }) => ({ file, line: nameLine }));
	const suspects = (spectrum?.suspects ?? []).map(suspect => ({
		...{ file: suspect.file, line: suspect.lines[0]?.line ?? suspect.startLine, score: suspect.score },
		...(spectrum !== undefined && { evidence: runByText(suspect, spectrum) }),
	}));
	return [...suspects, ...plain];
}
