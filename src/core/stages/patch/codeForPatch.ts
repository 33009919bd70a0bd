import { fillTemplate } from '../../agent/fillTemplate';
import { mergeRanges } from '../../index/excerpt';
import type { BugLocation } from '../../model/location';
import type { LineRange, Place } from '../../model/symbol';
import { readIfText } from '../../rank/readIfText';
import { importLines } from '../../search/importLines';
import { tagged } from '../../util/fenced';
import type { Workspace } from '../../workspace';
import importsPrompt from './imports.md';
import locationsPrompt from './locations.md';
import nearbyPrompt from './nearby.md';

/** The most that is shown: lines of a location, of imports and of focus; characters of nearby code. */
const most = { location: 400, imports: 40, focus: 12, nearby: 8000, nearbyLines: 80 } as const;

/** What a patch may have to change, and what was read while it was located. */
export interface PatchPlaces {
	readonly locations: readonly BugLocation[];
	/** What the search showed, the newest last. */
	readonly read: readonly Place[];
}

/**
 * The code that a patch is written from, as prompts: each location whole, without line numbers since a patch quotes it;
 * the imports of its files; and what else was read in these files, within a budget.
 */
export async function codeForPatch({ files, index }: Workspace, { locations, read }: PatchPlaces): Promise<string[]> {
	const paths = [...new Set(locations.map(({ file }) => file))];
	const lines = new Map<string, readonly string[]>();
	for (const path of paths) {
		lines.set(path, (await readIfText(files, path)).split(/\r?\n/));
	}
	const imports = paths.map(path => {
		const text = lines.get(path) ?? [];
		const firstDefinition = Math.min(...(index.file(path)?.symbols ?? []).map(({ startLine }) => startLine));
		const head = importLines(text.slice(0, firstDefinition - 1).join('\n')).trim();
		return { path, code: head.split('\n').slice(0, most.imports).join('\n') };
	});
	const shownImports = imports.filter(({ code }) => code !== '');
	const nearby = nearbyCode(read, locations, lines);
	return [
		fillTemplate(locationsPrompt, {
			locations: locations.map((each, at) => locationText(each, at + 1, lines.get(each.file) ?? [])).join('\n\n'),
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

function locationText(location: BugLocation, number: number, lines: readonly string[]): string {
	const { file, class: owner, method, startLine, endLine, intendedBehavior } = location;
	const lastLine = Math.min(endLine, startLine + most.location - 1);
	const rest = endLine > lastLine ? [`... (${endLine - lastLine} more lines)`] : [];
	const focus = focusOf(location, lines);
	return [
		`Location #${number}`,
		`<file>${file}</file>`,
		...(owner === undefined ? [] : [`<class>${owner}</class>`]),
		...(method === undefined ? [] : [`<method>${method}</method>`]),
		tagged('code', [...lines.slice(startLine - 1, lastLine), ...rest].join('\n')),
		...(focus === '' ? [] : [tagged('focus', focus)]),
		...(intendedBehavior === '' ? [] : [`<intended_behavior>${intendedBehavior}</intended_behavior>`]),
	].join('\n');
}

/** The lines that were pointed out, where they are few. */
function focusOf({ focus = [] }: BugLocation, lines: readonly string[]): string {
	const shown = focus.flatMap(({ startLine, endLine }) => lines.slice(startLine - 1, endLine));
	return shown.length > most.focus ? '' : shown.join('\n');
}

/** What was read in the files of the locations and is not part of one, the newest first while there is room. */
function nearbyCode(
	read: readonly Place[],
	locations: readonly BugLocation[],
	texts: ReadonlyMap<string, readonly string[]>,
): ShownCode[] {
	const chosen = new Map<string, LineRange[]>();
	let nCharacters = 0;
	for (const { file, startLine, endLine } of read.toReversed()) {
		const lines = texts.get(file);
		const known = [...locations.filter(each => each.file === file), ...(chosen.get(file) ?? [])];
		const isKnown = known.some(each => each.startLine <= startLine && endLine <= each.endLine);
		if (lines === undefined || isKnown || endLine - startLine >= most.nearbyLines) {
			continue;
		}
		const size = lines.slice(startLine - 1, endLine).join('\n').length;
		if (nCharacters + size <= most.nearby) {
			nCharacters += size;
			chosen.set(file, [...(chosen.get(file) ?? []), { startLine, endLine }]);
		}
	}
	return [...chosen].map(([path, ranges]) => {
		const lines = texts.get(path) ?? [];
		const pieces = mergeRanges(ranges, lines.length).map(each => lines.slice(each.startLine - 1, each.endLine));
		return { path, code: pieces.map(piece => piece.join('\n')).join('\n...\n') };
	});
}
