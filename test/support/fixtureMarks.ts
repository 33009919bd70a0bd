import type { Reference } from '../../src/code/pure/definitions/sourceParser';
import { type CodeSymbol, type LineRange, qualifiedName } from '../../src/runs/pure/model/symbol';

/** A fixture and the marks removed from it. test/languages/README.md describes the marks. */
export interface Fixture {
	/** What is parsed: the file without its mark lines. */
	readonly source: string;
	readonly marks: readonly Mark[];
	/** Line of the source -> line of the file, marks included; both 1-based. */
	readonly lineInFile: (line: number) => number;
}

export interface Mark {
	/** Line of the marked token in the file, 1-based. */
	readonly line: number;
	readonly what: 'definition' | 'reference';
	readonly kind: string;
	/** Qualified name of a definition, plain name of a reference. */
	readonly name: string;
	/** The other expectations, as written after the name. */
	readonly details: string;
}

/** Throws when a mark points at nothing, or at another name than its own. */
export function readFixture(text: string): Fixture {
	const kept: { text: string; line: number }[] = [];
	const marks: Mark[] = [];
	for (const [lineIdx, lineText] of text.split(/\r?\n/).entries()) {
		const found = markLine.exec(lineText)?.groups;
		const target = kept.at(-1);
		if (found === undefined) {
			kept.push({ text: lineText, line: lineIdx + 1 });
		} else if (target === undefined) {
			throw new Error(`line ${lineIdx + 1}: a mark belongs below the line it refers to`);
		} else {
			marks.push(readMark(found, target));
		}
	}
	const source = kept.map(line => line.text).join('\n');
	return { source, marks, lineInFile: line => kept[line - 1]?.line ?? line };
}

/** The marked definitions and the found ones in the same notation, so that a test can compare them. */
export function definitionLines(
	fixture: Fixture,
	symbols: readonly CodeSymbol[],
): { marked: string[]; found: string[] } {
	const marks = fixture.marks.filter(mark => mark.what === 'definition');
	const marked = marks.map(mark => join(`${mark.line}:`, mark.kind, printName(mark.name), mark.details));
	const found = symbols.map(symbol => {
		const line = fixture.lineInFile(symbol.nameLine);
		const name = qualifiedName(symbol);
		const mark = marks.find(each => each.line === line && each.name === name && each.kind === symbol.kind);
		const withHeader = mark?.details.includes('header') ?? false;
		return join(`${line}:`, symbol.kind, printName(name), printDetails(fixture, symbol, withHeader));
	});
	return { marked: marked.sort(byLine), found: found.sort(byLine) };
}

/** The marked references that are missing among those found. */
export function missingReferences(fixture: Fixture, references: readonly Reference[]): string[] {
	const found = new Set(references.map(each => `${fixture.lineInFile(each.line)}: ${each.kind} ${each.name}`));
	return fixture.marks
		.filter(mark => mark.what === 'reference')
		.map(mark => `${mark.line}: ${mark.kind} ${mark.name}`)
		.filter(line => !found.has(line));
}

const markLine =
	/^(?<before>\s*\S{0,4}\s*)(?<pointer>\^|<-) (?<what>definition|reference)\.(?<kind>\w+)(?: (?!\*\/|-->)(?<name>"[^"]*(?:\("[^"]*"\))?"|[^\s[+<"]\S*(?<!\]))(?= |$))?(?: ?(?<details>.*?))(?: ?(?:\*\/\}?|-->))?$/;

function readMark(found: Record<string, string>, target: { text: string; line: number }): Mark {
	const { before = '', pointer, what, kind = '', name, details = '' } = found;
	const column = pointer === '^' ? before.length : firstNameAt(target.text, before.search(/\S|$/), name);
	const written = name?.replace(/^"(.*)"$/, '$1') ?? wordAt(target.text, column);
	const parts = written.split('.');
	const endings = parts.map((_, partIdx) => parts.slice(partIdx).join('.'));
	// In quotes, it may be one that the language gives to what has no name in the source.
	const isGiven = name?.startsWith('"') === true && !target.text.includes(parts.at(-1) ?? '');
	if (!isGiven && !endings.some(ending => covers(target.text, ending, column))) {
		throw new Error(`line ${target.line}: the mark does not point at ${written || 'a name'}: ${target.text}`);
	}
	return {
		line: target.line,
		what: what === 'reference' ? 'reference' : 'definition',
		kind,
		name: written,
		details: details.trim(),
	};
}

/** `<-` points at the name that starts at its own column or after punctuation there: `*generate`, `$count`. */
function firstNameAt(text: string, column: number, name: string | undefined): number {
	const last = name?.slice(name.lastIndexOf('.') + 1);
	if (last !== undefined && text.startsWith(last, column)) {
		return column;
	}
	const start = last === undefined ? /[\p{ID_Start}_$#]|$/u : /[\p{ID_Start}_]|$/u;
	return column + text.slice(column).search(start);
}

function wordAt(text: string, column: number): string {
	const words = [...text.matchAll(/[\p{ID_Continue}$#]+/gu)];
	return words.find(({ 0: word, index }) => index <= column && column < index + word.length)?.[0] ?? '';
}

/** Whether a name begins at a column; the source may have blanks between its characters. */
function covers(text: string, name: string, column: number): boolean {
	const letters = [...name].map(letter => letter.replace(/\W/, '\\$&'));
	const places = name === '' ? [] : [...text.matchAll(new RegExp(letters.join('\\s*'), 'g'))];
	return places.some(place => place.index <= column && column < place.index + place[0].length);
}

function printName(name: string): string {
	return /^[[+<]|\s|\]$/.test(name) ? `"${name}"` : name;
}

function printDetails(fixture: Fixture, symbol: CodeSymbol, withHeader: boolean): string {
	const nameLine = fixture.lineInFile(symbol.nameLine);
	const range = ({ startLine, endLine }: LineRange): string =>
		`[${fixture.lineInFile(startLine) - nameLine}..${fixture.lineInFile(endLine) - nameLine}]`;
	const place = range(symbol);
	return join(
		place === '[0..0]' ? '' : place,
		...symbol.modifiers.map(word => `+${word}`),
		symbol.doc === undefined ? '' : `doc${range(symbol.doc)}`,
		withHeader ? `header${range({ startLine: symbol.startLine, endLine: symbol.headerEndLine })}` : '',
		symbol.bases.length === 0 ? '' : `< ${symbol.bases.join(', ')}`,
	);
}

function join(...words: readonly string[]): string {
	return words.filter(word => word !== '').join(' ');
}

function byLine(a: string, b: string): number {
	return Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1);
}
