import { importLineNumbers } from '../../../code/pure/calls/importLines';
import { mergeRanges } from '../../../code/pure/index/excerpt';
import { docAbove } from '../../../code/pure/index/outline';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { hasWord } from '../../../code/pure/index/words/hasWord';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { BugLocation } from '../../../runs/pure/model/location';
import type { LineRange, Place, SymbolKind } from '../../../runs/pure/model/symbol';
import { counted } from '../../../system/pure/text/counted';
import { tagged } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import importsPrompt from './imports.md';
import locationsPrompt from './locations.md';
import nearbyPrompt from './nearby.md';
import suspectsPrompt from './suspects.md';

/** The most that is shown: lines of a location, of imports and of focus; characters of nearby code. */
const most = { location: 400, imports: 40, focus: 12, nearby: 8000, nearbyLines: 80 } as const;
/** Imports come before the first of these; constants, macros and namespaces may come before them. */
const codeKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
	...(['class', 'interface', 'type', 'function', 'method', 'callback'] as const),
]);
/** For a longer location: its first lines, and the lines around the code the model named in it. */
const ofLong = { head: 10, around: 60 } as const;
/** Code that was read is shown if it has a whole definition or this many lines: a line that matched tells nothing. */
const leastLines = 10;
/** Gaps of so few lines are shown as well. */
const smallGap = 6;

/** Code that a patch may have to change, and code read during the search. */
export interface PatchPlaces {
	readonly locations: readonly BugLocation[];
	/** The code the search showed, newest last. */
	readonly read: readonly FoundPlace[];
	/** Nobody has chosen the locations yet: the most lines of each. */
	readonly suspected?: number;
}

/**
 * The code that a patch is written from, as prompts: each location whole, without line numbers since a patch quotes it;
 * the imports of its files; and other code the search read, within a budget.
 */
export async function codeForPatch(
	{ files, index }: Workspace,
	{ locations, read, suspected }: PatchPlaces,
): Promise<string[]> {
	const longest = suspected ?? most.location;
	const paths = [...new Set(locations.map(({ file }) => file))];
	const lines = new Map<string, readonly string[]>();
	for (const path of new Set([...paths, ...read.map(({ file }) => file)])) {
		lines.set(path, (await readIfText(files, path)).split(/\r?\n/));
	}
	const imports = paths.map(path => {
		const text = lines.get(path) ?? [];
		const definitions = (index.file(path)?.symbols ?? []).filter(({ kind }) => codeKinds.has(kind));
		const firstDefinition = Math.min(...definitions.map(({ startLine }) => startLine));
		const numbers = importLineNumbers(text.slice(0, firstDefinition - 1));
		const [first = 1, last = 0] = [numbers[0], numbers.at(-1)];
		return { path, code: text.slice(first - 1, Math.min(last, first - 1 + most.imports)).join('\n') };
	});
	const shownImports = imports.filter(({ code }) => code !== '');
	const isWhole = ({ file, startLine, endLine }: Place) =>
		endLine - startLine >= leastLines ||
		index.file(file)?.symbols.some(each => startLine <= each.startLine && each.endLine <= endLine) === true;
	const nearby = nearbyCode(read.filter(isWhole), locations, { texts: lines, docOf: each => docOf(index, each) });
	return [
		fillTemplate(suspected === undefined ? locationsPrompt : suspectsPrompt, {
			locations: locations
				.map((each, at) =>
					locationText(each, at + 1, { lines: lines.get(each.file) ?? [], doc: docOf(index, each), longest }),
				)
				.join('\n\n'),
		}),
		...(shownImports.length === 0 ? [] : [fillTemplate(importsPrompt, { imports: codeBlocks(shownImports) })]),
		...(nearby.length === 0 ? [] : [fillTemplate(nearbyPrompt, { code: codeBlocks(nearby) })]),
	];
}

interface ShownCode {
	readonly path: string;
	readonly code: string;
}

function codeBlocks(shown: readonly ShownCode[]): string {
	return shown.map(({ path, code }) => `<file>${path}</file>\n${tagged('code', code)}`).join('\n\n');
}

/** The comment above a definition; nothing for other lines. */
function docOf(index: SymbolIndex, { file, startLine, endLine }: Place): readonly LineRange[] {
	const symbols = index.file(file)?.symbols ?? [];
	const symbol = symbols.find(each => each.startLine === startLine && each.endLine === endLine);
	return symbol === undefined ? [] : docAbove(symbol);
}

interface LocationLines {
	readonly lines: readonly string[];
	/** The comment above it. */
	readonly doc: readonly LineRange[];
	/** So many lines are shown at most. */
	readonly longest: number;
}

function locationText(location: BugLocation, number: number, { lines, doc, longest }: LocationLines): string {
	const { file, class: owner, method, intendedBehavior, cause } = location;
	const focus = focusOf(location, lines);
	return [
		`Location #${number}`,
		`<file>${file}</file>`,
		...(owner === undefined ? [] : [`<class>${owner}</class>`]),
		...(method === undefined ? [] : [`<method>${method}</method>`]),
		tagged('code', locationCode(location, { lines, doc, longest })),
		...(focus === '' ? [] : [tagged('focus', focus)]),
		...(cause === undefined ? [] : [tagged('cause', cause)]),
		...(intendedBehavior === '' ? [] : [tagged('intended_behavior', intendedBehavior)]),
	].join('\n');
}

/** As many lines of a location as fit, with the number of those that are missing at its end. */
function locationCode(location: BugLocation, { lines, doc, longest }: LocationLines): string {
	const shown: LineRange[] = [];
	let nLeft = longest;
	for (const { startLine, endLine } of mergeRanges([...doc, ...partsOf(location, longest)], lines.length)) {
		if (nLeft > 0) {
			shown.push({ startLine, endLine: Math.min(endLine, startLine + nLeft - 1) });
			nLeft -= endLine - startLine + 1;
		}
	}
	const nMissing = location.endLine - (shown.at(-1)?.endLine ?? location.endLine);
	return [shownText(lines, shown), ...(nMissing > 0 ? [`... (${counted(nMissing, 'more line')})`] : [])].join('\n');
}

/** A location, whole unless it is long. */
function partsOf({ startLine, endLine, focus = [], isFocusNamed = false }: BugLocation, longest: number): LineRange[] {
	if (endLine - startLine < longest) {
		return [{ startLine, endLine }];
	}
	const named = isFocusNamed ? focus : [];
	if (named.length === 0) {
		return [{ startLine, endLine: startLine + longest - 1 }];
	}
	return [
		{ startLine, endLine: startLine + ofLong.head - 1 },
		...named.map(each => ({
			startLine: Math.max(startLine, each.startLine - ofLong.around),
			endLine: Math.min(endLine, each.endLine + ofLong.around),
		})),
	];
}

/** Lines with `...` for the gaps between them. */
function shownText(lines: readonly string[], ranges: readonly LineRange[]): string {
	const wider = ranges.map(({ startLine, endLine }) => ({ startLine, endLine: endLine + smallGap }));
	const pieces = mergeRanges(wider, lines.length).map(({ startLine, endLine }) => {
		const last = Math.max(...ranges.filter(each => each.startLine <= endLine).map(each => each.endLine));
		return lines.slice(startLine - 1, Math.min(endLine, last)).join('\n');
	});
	return pieces.join('\n...\n');
}

/** The lines that the model named, if there are few. */
function focusOf({ focus = [], isFocusNamed = false }: BugLocation, lines: readonly string[]): string {
	const shown = (isFocusNamed ? focus : []).flatMap(({ startLine, endLine }) => lines.slice(startLine - 1, endLine));
	return shown.length > most.focus ? '' : shown.join('\n');
}

interface ReadTexts {
	readonly texts: ReadonlyMap<string, readonly string[]>;
	/** The comment above a definition. */
	readonly docOf: (place: Place) => readonly LineRange[];
}

/**
 * Code that was read and is not part of a location, while there is room: first the code an intended behavior mentions,
 * then the code in the files of locations; the newest of each first.
 */
function nearbyCode(
	read: readonly FoundPlace[],
	locations: readonly BugLocation[],
	{ texts, docOf }: ReadTexts,
): ShownCode[] {
	const intended = locations.map(({ intendedBehavior }) => intendedBehavior).join('\n');
	const isCited = ({ method = '' }: FoundPlace) => method !== '' && hasWord(intended, method);
	const isNear = ({ file }: Place) => locations.some(each => each.file === file);
	const rankOf = (each: FoundPlace) => (isCited(each) ? 0 : isNear(each) ? 1 : 2);
	const chosen = new Map<string, LineRange[]>();
	let nCharacters = 0;
	for (const { file, startLine, endLine } of read.toReversed().toSorted((a, b) => rankOf(a) - rankOf(b))) {
		const known = [...locations.filter(each => each.file === file), ...(chosen.get(file) ?? [])];
		const isKnown = known.some(each => each.startLine <= startLine && endLine <= each.endLine);
		const size = (texts.get(file) ?? []).slice(startLine - 1, endLine).join('\n').length;
		const fits = endLine - startLine < most.nearbyLines && nCharacters + size <= most.nearby;
		if (!isKnown && size > 0 && fits) {
			nCharacters += size;
			chosen.set(file, [...(chosen.get(file) ?? []), ...docOf({ file, startLine, endLine }), { startLine, endLine }]);
		}
	}
	return [...chosen].map(([path, ranges]) => ({ path, code: shownText(texts.get(path) ?? [], ranges) }));
}
