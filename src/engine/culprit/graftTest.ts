import type { Workspace } from '../../history/pure/workspace';
import { type CodeSymbol, isCallable, qualifiedName } from '../../runs/pure/model/symbol';

/** A test file of another time with one test of today in it. */
export interface GraftedTest {
	readonly text: string;
	/** Added to a line of the test in this text, gives its line in today's file. */
	readonly toToday: number;
}

export interface TestInFile {
	/** Id of the test: its names are divided by `::` or ` > `. */
	readonly id: string;
	readonly file: string;
	readonly today: string;
}

/**
 * Puts today's test into an old text of its file: instead of the test of this name, else at the end of its class or of
 * the file. Undefined if the test is not found in today's text, or its class not in the old one.
 */
export async function graftTest(
	{ id, file, today }: TestInFile,
	then: string,
	{ parser, languages }: Pick<Workspace, 'parser' | 'languages'>,
): Promise<GraftedTest | undefined> {
	const language = languages.of(file);
	if (language === undefined) {
		return undefined;
	}
	const test = testNamed(id, (await parser.symbols(language, file, today)).symbols);
	if (test === undefined) {
		return undefined;
	}
	const own = today.split('\n').slice(test.startLine - 1, test.endLine);
	const lines = then.split('\n');
	const { symbols } = await parser.symbols(language, file, then);
	const place = placeIn(symbols, test, lines);
	if (place === undefined) {
		return undefined;
	}
	const text = [...lines.slice(0, place.from), ...place.before, ...own, ...lines.slice(place.to)].join('\n');
	return { text, toToday: test.startLine - (place.from + place.before.length + 1) };
}

/** Undefined if several could be meant. */
function testNamed(id: string, symbols: readonly CodeSymbol[]): CodeSymbol | undefined {
	const [leaf = '', ...outer] = id.split(/::| > /).reverse();
	const name = leaf.replace(/\[.*$/s, '').replace(/\(\)$/, '');
	const named = symbols.filter(each => isCallable(each) && each.name === name);
	const inside = named.filter(({ container }) => container !== '' && outer[0]?.endsWith(container));
	const found = inside.length > 0 ? inside : named;
	return found.length === 1 ? found[0] : undefined;
}

/** The lines to replace, 0-based and exclusive, and lines to put before the test. */
function placeIn(
	symbols: readonly CodeSymbol[],
	test: CodeSymbol,
	lines: readonly string[],
): { readonly from: number; readonly to: number; readonly before: readonly string[] } | undefined {
	const same = symbols.find(each => isCallable(each) && qualifiedName(each) === qualifiedName(test));
	if (same !== undefined) {
		return { from: same.startLine - 1, to: same.endLine, before: [] };
	}
	if (test.container === '') {
		return { from: lines.length, to: lines.length, before: [''] };
	}
	const outer = symbols.find(each => qualifiedName(each) === test.container);
	if (outer === undefined) {
		return undefined;
	}
	const isClosing = /^\s*(?:\}|end\b)/.test(lines[outer.endLine - 1] ?? '');
	const at = isClosing ? outer.endLine - 1 : outer.endLine;
	return { from: at, to: at, before: [''] };
}
