import type { Workspace } from '../../../history/pure/workspace';
import { type CodeSymbol, isCallable } from '../../../runs/pure/model/symbol';

/**
 * A function that a failing program executed, as it was recorded: the port through which fault localization learns
 * about executed code in any language. Plain JSON data. Nothing in it is trusted: the program could have written it.
 */
export interface ExecutedFunction {
	/** In the checkout, with forward slashes. */
	readonly file: string;
	/** The first line of its definition, 1-based. */
	readonly line: number;
	/** As the runtime names it; '' if it has no name. */
	readonly name: string;
	/** It ran only while modules were imported, as far as that is known. */
	readonly isImport: boolean;
}

/**
 * Reads the output of a recorder: a line of JSON for each function, `{ file, line, name, import? }`. Lines in another
 * form are left out.
 */
export function readCalled(text: string): readonly ExecutedFunction[] {
	return text.split('\n').flatMap(line => readLine(line) ?? []);
}

/** Each function once. One that ran both during an import and later counts as later, at its first call of that kind. */
export function distinctCalls(called: readonly ExecutedFunction[]): readonly ExecutedFunction[] {
	const found = new Map<string, ExecutedFunction>();
	for (const each of called) {
		const key = `${each.file}:${each.line} ${each.name}`;
		const known = found.get(key);
		if (known === undefined || (known.isImport && !each.isImport)) {
			// Deleted first, so that it is in the order of the later call.
			found.delete(key);
			found.set(key, each);
		}
	}
	return [...found.values()];
}

function readLine(text: string): ExecutedFunction | undefined {
	try {
		const { file, line, name, import: isImport } = JSON.parse(text) as Readonly<Record<string, unknown>>;
		return typeof file === 'string' && Number.isInteger(line) && typeof name === 'string'
			? { file, line: Number(line), name, isImport: isImport === true }
			: undefined;
	} catch {
		return undefined;
	}
}

/** The functions of the index that were executed, in the order of `executed`. */
export function executedSymbols(
	executed: readonly ExecutedFunction[],
	workspace: Pick<Workspace, 'index'>,
): readonly CodeSymbol[] {
	return [...new Set(executed.flatMap(each => symbolOf(each, workspace) ?? []))];
}

/** Returns the innermost function around its line; code in a nameless function belongs to the function around it. */
function symbolOf({ file, line, name }: ExecutedFunction, { index }: Pick<Workspace, 'index'>) {
	const symbols = index.file(file)?.symbols.filter(isCallable) ?? [];
	const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
	// A method's definition begins at its line; a function on the same line that is called otherwise is another one.
	return around.findLast(symbol => name.endsWith(symbol.name)) ?? around.at(-1);
}
