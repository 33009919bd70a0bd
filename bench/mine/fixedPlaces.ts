import { type IndexedText, indexText, type Parsing } from '../../src/core/index/indexText';
import { NameNumbers, SymbolsOfFile } from '../../src/core/index/symbolList';
import { UnitTable } from '../../src/core/index/units/unitTable';
import { isClassLike, qualifiedName } from '../../src/core/model/symbol';
import { type CodeUnit, unitAt } from '../../src/core/rank/codeUnits';
import type { ChangedFile } from './changes';

/** Where a fix is, in the parent of its commit, by the names that rankings have. */
export interface FixedPlaces {
	readonly files: readonly string[];
	/** `path:Class` or `path:function`. */
	readonly modules: readonly string[];
	/** `path:Class.method` or `path:function`; only those that the parent has. */
	readonly functions: readonly string[];
	/** The text of each of the functions, in the parent. */
	readonly texts: readonly string[];
}

/** Reads the functions of the changed lines, on both sides, by the index of the product. */
export async function fixedPlaces(files: readonly ChangedFile[], parsing: Parsing): Promise<FixedPlaces> {
	const found = [];
	for (const file of files) {
		found.push(await placesIn(file, parsing));
	}
	const functions = found.flatMap(({ units }) => units).sort((a, b) => (a.unit.id < b.unit.id ? -1 : 1));
	return {
		files: found.flatMap(({ isChanged, path }) => (isChanged ? [path] : [])).sort(),
		modules: [...new Set(found.flatMap(({ modules }) => modules))].sort(),
		functions: functions.map(({ unit }) => unit.id),
		texts: functions.map(({ text }) => text),
	};
}

/** The functions in a text, each with its text. */
export async function functionTexts(path: string, text: string, parsing: Parsing): Promise<string[]> {
	const lines = text.split('\n');
	return (await readUnits(path, text, parsing)).functions.map(unit => textOf(unit, lines));
}

async function placesIn({ path, before, after, removed, added }: ChangedFile, parsing: Parsing) {
	const [old, now] = [await readUnits(path, before, parsing), await readUnits(path, after, parsing)];
	const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
	const gone = removed.filter(line => isCode(oldLines[line - 1]));
	const come = added.filter(line => isCode(newLines[line - 1]));
	const touched = new Set([...old.idsAt(gone), ...now.idsAt(come)]);
	const known = new Set([...old.modulesAt(gone), ...now.modulesAt(come).filter(module => old.modules.has(module))]);
	const units = old.functions.filter(({ id }) => touched.has(id));
	return {
		path,
		isChanged: gone.length + come.length > 0,
		modules: [...known, ...units.map(({ module }) => module)],
		units: units.map(unit => ({ unit, text: textOf(unit, oldLines) })),
	};
}

/** Blank lines and lines with nothing but a comment are none; a line of a directive or an attribute is code. */
function isCode(line = ''): boolean {
	return (
		line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*+(?:\s|\/|$)|<!--|#(?![[\w])(?!\s*(?:if|el|en|de|in|un|pr)))/.test(line)
	);
}

async function readUnits(path: string, text: string, parsing: Parsing) {
	const entry = { path, sizeBytes: Buffer.byteLength(text), modifiedMs: 0 };
	const { file }: IndexedText = await indexText(entry, text, parsing);
	const numbers = new NameNumbers();
	const table = new UnitTable([file], { numbers, symbolList: () => new SymbolsOfFile(file, numbers) });
	const units = Array.from({ length: table.first[1] ?? 0 }, (_, row) => unitAt(table, row, 0)).flatMap(
		unit => unit ?? [],
	);
	const functions = units.filter(({ isClass }) => !isClass);
	const classes = file.symbols.filter(symbol => isClassLike(symbol) && symbol.kind !== 'module');
	const moduleOf = (name: string) => `${path}:${name.split('.', 1)[0]}`;
	return {
		functions,
		modules: new Set([...classes.map(symbol => moduleOf(qualifiedName(symbol))), ...units.map(({ module }) => module)]),
		idsAt: (lines: readonly number[]) =>
			functions.filter(unit => lines.some(line => holds(unit, line))).map(({ id }) => id),
		/** Of lines in a class, and of functions. */
		modulesAt: (lines: readonly number[]) => [
			...classes
				.filter(({ startLine, endLine }) => lines.some(line => startLine <= line && line <= endLine))
				.map(symbol => moduleOf(qualifiedName(symbol))),
			...functions.filter(unit => lines.some(line => holds(unit, line))).map(({ module }) => module),
		],
	};
}

function holds({ symbols }: CodeUnit, line: number): boolean {
	return symbols.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
}

function textOf({ symbols }: CodeUnit, lines: readonly string[]): string {
	return symbols.map(({ startLine, endLine }) => lines.slice(startLine - 1, endLine).join('\n')).join('\n');
}
