import type { SymbolIndex } from '../../../index/symbolIndex';
import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../model/symbol';
import type { SearchContext } from '../../../search/searchContext';
import { type Piece, piecesOf } from './piece';

/**
 * The pieces that hold code: in languages that declare a function apart from its body, the body stands for both, also
 * where only the file of the declaration was named. What has no body anywhere stays.
 */
export async function withBodies(context: SearchContext, pieces: readonly Piece[]): Promise<readonly Piece[]> {
	const { index } = context.workspace;
	const kept: Piece[] = [];
	for (const piece of pieces) {
		const bodies = (await isDeclared(context, piece)) ? await bodiesOf(context, piece) : [];
		kept.push(...(bodies.length === 0 ? [piece] : bodies));
	}
	return unique(kept, index);
}

async function bodiesOf(context: SearchContext, piece: Piece): Promise<Piece[]> {
	const { index } = context.workspace;
	const [declared] = piece.symbols;
	if (declared === undefined) {
		return [];
	}
	const path = qualifiedName(declared);
	const others = index.named(declared.name).filter(other => isCallable(other) && qualifiedName(other) === path);
	const candidates = piecesOf(others.filter(other => other.file === piece.file || isApart(index, other)));
	const isBody = await Promise.all(candidates.map(async other => !(await isDeclared(context, other))));
	return candidates.filter((_, at) => isBody[at]);
}

/** Not in the body of a class: that would be another class's own. */
function isApart(index: SymbolIndex, symbol: CodeSymbol): boolean {
	const around = index.enclosing(symbol.file, symbol.startLine);
	return !around.some(outer => outer !== symbol && isClassLike(outer) && outer.kind !== 'module');
}

/** Ends with its header: `int run(int a);`. */
async function isDeclared({ texts }: SearchContext, { symbols }: Piece): Promise<boolean> {
	if (symbols.length === 0 || symbols.some(symbol => !isCallable(symbol) || symbol.endLine > symbol.headerEndLine)) {
		return false;
	}
	for (const { file, startLine, endLine } of symbols) {
		const text = (await texts.lines(file)).slice(startLine - 1, endLine).join('\n');
		if (!/;\s*$/.test(text) || /\{|=>/.test(text)) {
			return false;
		}
	}
	return true;
}

function unique(pieces: readonly Piece[], index: SymbolIndex): Piece[] {
	const keys = pieces.map(({ file, startLine, endLine }) => `${file}:${startLine}-${endLine}`);
	const isTest = (piece: Piece) => index.file(piece.file)?.isTest === true;
	const kept = pieces.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
	return kept.toSorted((a, b) => Number(isTest(a)) - Number(isTest(b)));
}
