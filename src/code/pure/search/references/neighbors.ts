import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { counted } from '../../../../system/pure/text/counted';
import { symbolPlace } from '../../calls/inheritance';
import { excerpt } from '../../index/excerpt';
import { type AnswerBlock, joinedBlocks } from '../answerBlocks';
import { codePart } from '../answerText';
import { placeOfSymbol } from '../foundPlace';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';
import { askedDefinitions, findReferences } from './findReferences';
import { ResolvedCalls } from './resolvedCalls';

/** A definition beside another one. */
interface Neighbor {
	readonly relation: 'caller' | 'callee' | 'member';
	readonly symbol: CodeSymbol;
}

const mostNeighbors = 5;
const codeLimit = { nLines: 100, nCharacters: 1000 };

/** Finds the callers of a definition, its calls, and its members; as many of each as fit, code without tests first. */
export async function findNeighbors(context: SearchContext, written: string): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const { symbols } = askedDefinitions(context, written);
	const uses = await findReferences(context, written);
	if (symbols.length === 0) {
		return { ...uses, ok: false };
	}
	const all = [
		callers(context, symbols, uses).map(symbol => ({ relation: 'caller', symbol }) as const),
		(await callees(context, symbols)).map(symbol => ({ relation: 'callee', symbol }) as const),
		members(context, symbols).map(symbol => ({ relation: 'member', symbol }) as const),
	].map(list => [...list].sort((a, b) => testRank(context, a) - testRank(context, b)));
	const shown = inTurn(all, mostNeighbors);
	const counts = all.map((list, at) => counted(list.length, ['caller', 'callee', 'member'][at] ?? ''));
	const defined = symbols.slice(0, 3).map(symbolPlace).join(', ');
	const headline = `${defined} has ${counts.join(', ')}.`;
	const blocks = await Promise.all(shown.map(neighbor => neighborBlock(context, neighbor)));
	return {
		ok: true,
		...joinedBlocks([{ text: headline }, ...blocks]),
		places: shown.map(({ symbol }) => placeOfSymbol(index, symbol)),
	};
}

function callers({ workspace }: SearchContext, symbols: readonly CodeSymbol[], { places }: ToolAnswer): CodeSymbol[] {
	const around = places.flatMap(
		({ file, startLine }) => workspace.index.enclosing(file, startLine).findLast(isCallable) ?? [],
	);
	return distinct(around, symbols);
}

async function callees(context: SearchContext, symbols: readonly CodeSymbol[]): Promise<CodeSymbol[]> {
	const calls = new ResolvedCalls(context);
	const found: CodeSymbol[] = [];
	for (const { file, startLine, endLine } of symbols) {
		context.signal?.throwIfAborted();
		const inside = await calls.in(file, ({ line }) => startLine <= line && line <= endLine);
		found.push(...inside.flatMap(call => call.callees));
	}
	return distinct(found, symbols);
}

function members({ workspace }: SearchContext, symbols: readonly CodeSymbol[]): CodeSymbol[] {
	const owners = symbols.filter(isClassLike);
	const inside = owners.flatMap(owner =>
		workspace.index.membersOf(owner.name).filter(each => each.container === qualifiedName(owner)),
	);
	return distinct(inside, symbols);
}

/** Each once, in order, without the asked ones. */
function distinct(found: readonly CodeSymbol[], asked: readonly CodeSymbol[]): CodeSymbol[] {
	const keyOf = ({ file, nameLine }: CodeSymbol) => `${file}:${nameLine}`;
	const byKey = new Map(found.map(symbol => [keyOf(symbol), symbol]));
	const without = new Set(asked.map(keyOf));
	return [...byKey].flatMap(([key, symbol]) => (without.has(key) ? [] : [symbol]));
}

function testRank({ workspace }: SearchContext, { symbol }: Neighbor): number {
	return isTestFile(workspace, symbol.file) ? 1 : 0;
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[], most: number): T[] {
	const longest = Math.max(...lists.map(({ length }) => length));
	const all = Array.from({ length: longest }, (_, at) => lists.flatMap(list => list.slice(at, at + 1)));
	return all.flat().slice(0, most);
}

async function neighborBlock(context: SearchContext, { relation, symbol }: Neighbor): Promise<AnswerBlock> {
	const lines = await context.texts.lines(symbol.file);
	const { text, shown } = excerpt(lines, [symbol], codeLimit);
	const isCut = (shown.at(-1)?.endLine ?? 0) < symbol.endLine ? '\n...' : '';
	return {
		text: `${relation}: ${symbolPlace(symbol)}\n<code>\n${text}${isCut}\n</code>`,
		part: codePart(symbol.file, qualifiedName(symbol), shown),
	};
}
