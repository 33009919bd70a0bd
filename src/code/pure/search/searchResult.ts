import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { CodeSymbol, LineRange } from '../../../runs/pure/model/symbol';
import { basesText, membersElsewhere, symbolPlace } from '../calls/inheritance';
import { classOutline, fileOutline, linesWithDoc } from '../index/outline';
import type { SymbolIndex } from '../index/symbolIndex';
import { placeOfSymbol } from './foundPlace';
import { isTestFile } from './isTestFile';
import { type Definition, family } from './names/definition';
import type { SearchContext } from './searchContext';

/** One result, and how it looks in full and in one line. */
export interface SearchResult {
	readonly file: string;
	readonly class?: string;
	readonly method?: string;
	/** Its name in the one-line form: `Outer.run`. '' for code outside definitions. */
	readonly qualified: string;
	/** Lines that were requested by number: they are shown without a name. */
	readonly isRange?: true;
	/** The line to jump to. */
	readonly line: number;
	/** The lines that the one-line form is made of. */
	readonly signature: LineRange;
	/** Other lines it matches in, which the one-line form names. */
	readonly alsoIn?: readonly number[];
	/** The code shown in full, given the file's lines. */
	readonly shown: (lines: readonly string[]) => ShownCode;
	/** Shown next to the file's name: `test code`, `matches in lines 3, 9`. */
	readonly remarks: readonly string[];
	readonly places: readonly FoundPlace[];
}

export interface ShownCode {
	readonly ranges: readonly LineRange[];
	/** How to see more, if this is not everything. */
	readonly hint?: string | undefined;
}

/**
 * How much of a class is shown: its signature, or the whole of it when it fits the limit of one result. `code` is the
 * same for a toolset that reads the rest by its lines.
 */
export type ClassView = 'signature' | 'whole' | 'code';

const memberLimit = 40;
const wholeClassLimit = { nLines: 250, nCharacters: 12_000 };

export function definitionResult(context: SearchContext, definition: Definition, view: ClassView): SearchResult {
	const { index } = context.workspace;
	const { file, first, symbols, qualified } = definition;
	const places = symbols.map(symbol => placeOfSymbol(index, symbol));
	const names = places[0];
	return {
		file,
		...(names?.class === undefined ? {} : { class: names.class }),
		...(names?.method === undefined ? {} : { method: names.method }),
		qualified,
		line: first.nameLine,
		signature: { startLine: first.startLine, endLine: first.headerEndLine },
		shown:
			family(first) === 'class'
				? classLines(context, definition, view)
				: () => ({ ranges: symbols.flatMap(linesWithDoc) }),
		remarks: testRemark(context, file),
		places,
	};
}

/** Describes a file as a whole: the signatures of its definitions. */
export function fileResult(context: SearchContext, file: string, nLines: number): SearchResult {
	const symbols = context.workspace.index.file(file)?.symbols ?? [];
	return {
		file,
		qualified: '',
		line: 1,
		signature: { startLine: 1, endLine: 1 },
		shown: () => ({ ranges: symbols.length === 0 ? [{ startLine: 1, endLine: 20 }] : fileOutline(symbols) }),
		remarks: [...testRemark(context, file), `${nLines} lines`],
		places: [{ file, startLine: 1, endLine: Math.max(1, nLines) }],
	};
}

export function testRemark({ workspace }: SearchContext, file: string): string[] {
	return isTestFile(workspace, file) ? ['test code'] : [];
}

function classLines(
	{ workspace: { index } }: SearchContext,
	definition: Definition,
	view: ClassView,
): SearchResult['shown'] {
	const { file, first, symbols } = definition;
	const all = index.file(file)?.symbols ?? [];
	return lines => {
		if (view !== 'signature' && fits(symbols, lines)) {
			return { ranges: symbols.flatMap(linesWithDoc), hint: elsewhereText(index, first) };
		}
		const tooLong =
			view === 'signature' ? undefined : `Too long to show whole: this is its signature. ${moreOf(first, view)}`;
		const hints = [basesText(index, first), elsewhereText(index, first), tooLong].filter(hint => hint !== undefined);
		return { ranges: symbols.flatMap(symbol => classOutline(symbol, all, lines)), hint: hints.join('\n') };
	};
}

function moreOf({ name, file, startLine, endLine }: CodeSymbol, view: ClassView): string {
	const call =
		view === 'code'
			? `read_lines("${file}", ${startLine}, ${endLine})`
			: `search_method_in_class(method_name, "${name}")`;
	return `For the code: ${call}.`;
}

/** Names the other parts of a class, in languages that split a class over several files. */
function elsewhereText(index: SymbolIndex, owner: CodeSymbol): string | undefined {
	const members = membersElsewhere(index, owner);
	const listed = members.slice(0, memberLimit).map(symbolPlace).join(', ');
	const others = members.length > memberLimit ? ` and ${members.length - memberLimit} more` : '';
	return members.length === 0 ? undefined : `Also of it: ${listed}${others}.`;
}

function fits(ranges: readonly LineRange[], lines: readonly string[]): boolean {
	const shown = ranges.flatMap(({ startLine, endLine }) => lines.slice(startLine - 1, endLine));
	const nCharacters = shown.reduce((sum, line) => sum + line.length + 1, 0);
	return shown.length <= wholeClassLimit.nLines && nCharacters <= wholeClassLimit.nCharacters;
}
