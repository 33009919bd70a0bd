import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { counted } from '../../../../system/pure/text/counted';
import type { IndexedFile } from '../../index/indexedFile';
import type { SymbolList } from '../../index/symbolList';
import { unitSymbols } from '../../index/units/unitSymbols';
import { type AnswerBlock, joinedBlocks } from '../answerBlocks';
import type { FileMatch } from '../fileQuery';
import { placeOfSymbol } from '../foundPlace';
import { fileNotes } from '../names/nameNotes';
import type { SearchContext } from '../searchContext';
import { testRemark } from '../searchResult';

const fileLimit = 3;
const limits = { definitions: 300, characters: 12_000, header: 160 };

/** Answers with everything that some files define, nested as in the code, each with its lines. */
export async function outlineFiles(context: SearchContext, files: FileMatch): Promise<ToolAnswer> {
	const notes = fileNotes(files);
	const paths = files.paths.slice(0, fileLimit);
	if (paths.length === 0) {
		return { ok: false, text: notes.join('\n'), places: [] };
	}
	const outlines = await Promise.all(paths.map(path => outlineFile(context, path)));
	const rest = files.paths.length - paths.length;
	const more = rest > 0 ? [{ text: `${counted(rest, 'more file')} not outlined.` }] : [];
	return {
		ok: true,
		...joinedBlocks([...notes.map(text => ({ text })), ...outlines.map(({ block }) => block), ...more]),
		places: outlines.flatMap(({ places }) => places),
	};
}

interface Outlined extends Pick<ToolAnswer, 'places'> {
	readonly block: AnswerBlock;
}

async function outlineFile(context: SearchContext, file: string): Promise<Outlined> {
	const { index } = context.workspace;
	const lines = await context.texts.lines(file);
	const problem = context.texts.problem(file);
	const symbols = outlinedIn(index.symbolList(file));
	const whole = { file, startLine: 1, endLine: Math.max(1, lines.length) };
	const remarks = [counted(lines.length, 'line'), ...testRemark(context, file), ...unreadRemark(index.file(file))];
	const tag = `<file>${file}</file> (${remarks.join('; ')})`;
	if (symbols.length === 0) {
		const text = problem ?? `${tag}\nIt defines nothing that is indexed; read_lines("${file}") shows its text.`;
		return { block: { text, part: { kind: 'text', name: '', place: whole } }, places: [whole] };
	}
	const width = `${lines.length}`.length * 2 + 1;
	const entries = symbols.map(({ symbol, depth }) => entryOf(symbol, { depth, lines, width }));
	const shown = withinLimits(entries);
	const next = symbols[shown.length]?.symbol;
	const rest =
		next === undefined
			? []
			: [
					`(${counted(entries.length - shown.length, 'more definition')}, from ${qualifiedName(next)} in line ${next.startLine} on)`,
				];
	return {
		block: { text: [tag, ...shown, ...rest].join('\n'), part: { kind: 'text', name: '', place: whole } },
		places: symbols.map(({ symbol }) => placeOfSymbol(index, symbol)),
	};
}

/** Why definitions may be missing. */
function unreadRemark(file: IndexedFile | undefined): string[] {
	if (file?.state === 'partial') {
		return ['parts of it could not be parsed: definitions may be missing, or end too early'];
	}
	return file?.problem === undefined ? [] : [file.problem];
}

interface Nested {
	readonly symbol: CodeSymbol;
	/** The number of definitions around it. */
	readonly depth: number;
}

/** In source order; of the definitions in functions, only those that are units. */
function outlinedIn(list: SymbolList | undefined): Nested[] {
	const { length = 0 } = list ?? {};
	const symbols = Array.from({ length }, (_, at) => list?.symbolAt(at)).filter(symbol => symbol !== undefined);
	const { nesting } = list === undefined ? {} : unitSymbols(list);
	const units = new Set([...(nesting?.outer.keys() ?? [])].map(at => symbols[at]));
	const open: CodeSymbol[] = [];
	const found: Nested[] = [];
	for (const symbol of symbols.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)) {
		while ((open.at(-1)?.endLine ?? Number.POSITIVE_INFINITY) < symbol.endLine) {
			open.pop();
		}
		if (open.some(each => isCallable(each) && each.kind !== 'callback') && !units.has(symbol)) {
			continue;
		}
		found.push({ symbol, depth: open.length });
		if (isCallable(symbol) || isClassLike(symbol)) {
			open.push(symbol);
		}
	}
	return found;
}

interface EntryText {
	readonly depth: number;
	readonly lines: readonly string[];
	/** Of the column with the lines. */
	readonly width: number;
}

/** `12-40     def run(self, x):`. */
function entryOf({ startLine, endLine, headerEndLine, kind }: CodeSymbol, { depth, lines, width }: EntryText): string {
	const isVariable = !isCallable({ kind }) && !isClassLike({ kind });
	const header = lines
		.slice(startLine - 1, isVariable ? startLine : headerEndLine)
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim();
	const short = header.length <= limits.header ? header : `${header.slice(0, limits.header)} …`;
	const range = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
	return `${range.padEnd(width)} ${'    '.repeat(depth)}${short}`;
}

function withinLimits(entries: readonly string[]): string[] {
	let nCharacters = 0;
	return entries.slice(0, limits.definitions).filter(entry => {
		nCharacters += entry.length + 1;
		return nCharacters <= limits.characters;
	});
}
