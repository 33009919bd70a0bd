import { type CodeSymbol, isCallable, qualifiedName } from '../../../../runs/pure/model/symbol';
import type { DefinedName } from './directives';

/**
 * Adds names that were defined without the parser to the symbols of their file, in source order: each in the innermost
 * definition around its line.
 */
export function withDefinedNames(
	symbols: readonly CodeSymbol[],
	defined: readonly DefinedName[],
	file: string,
): readonly CodeSymbol[] {
	if (defined.length === 0) {
		return symbols;
	}
	const all: CodeSymbol[] = [];
	const around: CodeSymbol[] = [];
	let next = 0;
	for (const { name, kind, startLine, endLine, doc } of defined) {
		for (let symbol = symbols[next]; symbol !== undefined && symbol.startLine < startLine; symbol = symbols[++next]) {
			all.push(symbol);
			if (symbol.endLine > startLine && mayContain(symbol)) {
				closeBefore(around, symbol.startLine);
				around.push(symbol);
			}
		}
		closeBefore(around, startLine);
		const container = around.at(-1);
		all.push({
			name,
			kind: container?.kind === 'class' && kind === 'constant' ? 'field' : kind,
			file,
			container: container === undefined ? '' : qualifiedName(container),
			...{ nameLine: startLine, startLine, endLine, headerEndLine: endLine, bases: [], modifiers: [] },
			...(doc && { doc }),
		});
	}
	for (const symbol of symbols.slice(next)) {
		all.push(symbol);
	}
	return all;
}

function mayContain(symbol: CodeSymbol): boolean {
	return symbol.kind === 'class' || symbol.kind === 'module' || symbol.kind === 'field' || isCallable(symbol);
}

function closeBefore(around: CodeSymbol[], line: number): void {
	while ((around.at(-1)?.endLine ?? line) < line) {
		around.pop();
	}
}
