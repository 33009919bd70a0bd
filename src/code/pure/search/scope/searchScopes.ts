import type { Place } from '../../../../runs/pure/model/symbol';
import type { Files } from '../../../../system/pure/files';
import { inSubsystems, type Subsystem, subsystemsOf } from './subsystems';

/** The subject of an investigation: searches begin there. */
export interface SearchFocus {
	/** Files with code that is in the working memory. */
	readonly filesInMemory: () => readonly string[];
	/** Lines that the working memory shows; none unless given. */
	readonly linesInMemory?: () => readonly Place[];
	/** Lines that the report names. */
	readonly reportedLines: readonly ReportedLine[];
	/** The text of the issue: files and classes that it names decide between namesakes. */
	readonly report?: string;
	/** It only orders what is found: everything is searched at once. */
	readonly onlyOrders?: true;
}

/** `file` is a workspace path, `line` is 1-based. */
export interface ReportedLine {
	readonly file: string;
	readonly line: number;
}

/** Some of the files of a workspace. */
export interface SearchScope {
	/** As answers name it: `in the files of the report`. */
	readonly where: string;
	/** At most, if known. */
	readonly nFiles?: number;
	has(path: string): boolean;
}

const reportMark = '<- in the report';

/** Returns the marks that every answer shows behind the lines of a file that the report names. */
export function reportMarks(focus: SearchFocus | undefined, path: string): ReadonlyMap<number, string> {
	const reported = focus?.reportedLines.filter(({ file }) => file === path) ?? [];
	return new Map(reported.map(({ line }) => [line, reportMark]));
}

/** Returns the files in memory and in the report. */
export function filesOfFocus(focus: SearchFocus | undefined): ReadonlySet<string> {
	return new Set([...(focus?.filesInMemory() ?? []), ...(focus?.reportedLines ?? []).map(({ file }) => file)]);
}

const everything: SearchScope = { where: 'in the workspace', has: () => true };
const nameLimit = 3;

/**
 * Returns the scopes to search, the nearest files first: files in memory, files of the report, the subsystems of both,
 * everything. A scope may contain files of a nearer one. Without a focus, or with one that only orders, it is everything
 * at once.
 */
export async function searchScopes(files: Files, focus: SearchFocus | undefined): Promise<readonly SearchScope[]> {
	if (focus?.onlyOrders === true) {
		return [everything];
	}
	const inMemory = new Set(focus?.filesInMemory());
	const reported = new Set(focus?.reportedLines.map(({ file }) => file));
	const around = await subsystemsOf(files, [...new Set([...inMemory, ...reported])]);
	return [
		...(inMemory.size === 0 ? [] : [scopeOf('in the files in memory', inMemory)]),
		...(reported.size === 0 ? [] : [scopeOf('in the files of the report', reported)]),
		...(around.length === 0 ? [] : [{ where: whereOf(around), has: await inSubsystems(around) }]),
		everything,
	];
}

/** The position of the nearest scope that has a path. */
export function scopeRank(scopes: readonly SearchScope[], path: string): number {
	const at = scopes.findIndex(scope => scope.has(path));
	return at < 0 ? scopes.length : at;
}

function scopeOf(where: string, paths: ReadonlySet<string>): SearchScope {
	return { where, nFiles: paths.size, has: path => paths.has(path) };
}

/** `in the subsystem NETWORKING (MAINTAINERS)`, `in the folders net/core and mm`. */
function whereOf(subsystems: readonly Subsystem[]): string {
	const names = subsystems
		.slice(0, nameLimit)
		.map(({ name, list }) => (list === undefined ? name : `${name} (${list})`));
	const others = subsystems.length > nameLimit ? ` and ${subsystems.length - nameLimit} more` : '';
	const noun = subsystems.every(({ list }) => list === undefined) ? 'folder' : 'subsystem';
	return `in the ${noun}${subsystems.length === 1 ? '' : 's'} ${names.join(', ')}${others}`;
}
