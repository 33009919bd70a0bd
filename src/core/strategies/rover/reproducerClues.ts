import { fillTemplate } from '../../agent/fillTemplate';
import type { ExecutedCode } from '../../execution/executedCode';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import { qualifiedName } from '../../model/symbol';
import { executedSymbols } from '../../rank/executedSymbols';
import type { Workspace } from '../../workspace';
import calledClue from './calledClue.md';
import calledInOrderClue from './calledInOrderClue.md';
import cluePrompt from './clue.md';

/** A reproducer that fails because of the bug. */
export interface ShownBug {
	readonly reproducer: Reproducer;
	readonly ran: ReproducerRun;
}

/** How a reproducer failed, for the search and for the author of a patch. */
export function failureClue({ reproducer, ran: { execution } }: ShownBug): string {
	const output = execution.stderr.trim() === '' ? execution.stdout : execution.stderr;
	return fillTemplate(cluePrompt, { program: reproducer.text.trimEnd(), output: output.trimEnd() });
}

/** The list takes so many lines and characters at most. */
const limits = { functions: 40, characters: 1500 };

/** What a reproducer called, for the search; empty where that is nothing of the workspace. */
export function calledClues(executed: ExecutedCode, workspace: Workspace): readonly string[] {
	const all = executedSymbols(executed, workspace).map(
		symbol => `- ${symbol.file}:${symbol.nameLine} ${qualifiedName(symbol)}`,
	);
	let nCharacters = 0;
	const first = all.slice(0, limits.functions).filter(line => {
		nCharacters += line.length + 1;
		return nCharacters <= limits.characters;
	});
	const nMore = all.length - first.length;
	const functions = [...first, ...(nMore === 0 ? [] : [`(${nMore} more)`])].join('\n');
	return all.length === 0 ? [] : [fillTemplate(executed.isOrdered ? calledInOrderClue : calledClue, { functions })];
}
