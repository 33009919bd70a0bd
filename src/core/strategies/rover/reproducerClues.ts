import { fillTemplate } from '../../agent/fillTemplate';
import type { ExecutedCode } from '../../execution/executedCode';
import type { Reproducer, ReproducerRun } from '../../model/reproducer';
import { qualifiedName } from '../../model/symbol';
import { executedSymbols } from '../../rank/executedSymbols';
import type { Workspace } from '../../workspace';
import calledClue from './calledClue.md';
import calledInOrderClue from './calledInOrderClue.md';
import cluePrompt from './clue.md';

/** How a reproducer failed and what it called, for a search to begin with. */
export function reproducerClues(
	{ reproducer, ran: { execution } }: { readonly reproducer: Reproducer; readonly ran: ReproducerRun },
	executed: ExecutedCode | undefined,
	workspace: Workspace,
): readonly string[] {
	const output = execution.stderr.trim() === '' ? execution.stdout : execution.stderr;
	const failure = fillTemplate(cluePrompt, { program: reproducer.text.trimEnd(), output: output.trimEnd() });
	return [failure, ...(executed === undefined ? [] : calledFunctions(executed, workspace))];
}

/** The list takes so many lines and characters at most. */
const limits = { functions: 40, characters: 1500 };

function calledFunctions(executed: ExecutedCode, workspace: Workspace): readonly string[] {
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
