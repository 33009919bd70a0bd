import type { ExecutedFunction } from '../execution/executedFunctions';
import { type CodeSymbol, isCallable } from '../model/symbol';
import type { Workspace } from '../workspace';

/**
 * The functions of the project that a program called, without those that ran only while modules were imported, and
 * without tests and the program itself.
 */
export function executedSymbols(
	executed: readonly ExecutedFunction[],
	workspace: Pick<Workspace, 'index'>,
): readonly CodeSymbol[] {
	const called = executed.filter(({ isImport }) => !isImport);
	return [...new Set(called.flatMap(each => symbolOf(each, workspace) ?? []))];
}

/** The innermost function around its line; what has no name in the code belongs to the function around it. */
function symbolOf({ file: path, line, name }: ExecutedFunction, { index }: Pick<Workspace, 'index'>) {
	const file = index.file(path);
	const symbols = file === undefined || file.isTest ? [] : file.symbols.filter(isCallable);
	const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
	// A method's definition begins at its line; a function on the same line that is called otherwise is another one.
	return around.findLast(symbol => name.endsWith(symbol.name)) ?? around.at(-1);
}
