import type { Workspace } from '../../../workspace';
import { type Draft, draftText } from './draft';
import { writtenDefinitions } from './fits/definitions';
import type { Match } from './fits/fit';
import { readSymbols } from './readSymbols';
import type { WrittenEdit } from './writtenEdit';

const wholeLines: ReadonlySet<Match> = new Set<Match>(['exact', 'whitespace', 'indentation', 'blankLines']);

/** Whether all lines of an original stand there, one after the other. */
export function isWhole(match: Match): boolean {
	return wholeLines.has(match);
}

export interface MovedRequest {
	readonly workspace: Workspace;
	/** The file that the edit names. */
	readonly named: Draft;
	/** The file in which its lines stand. */
	readonly found: Draft;
}

/**
 * Whether an edit may be meant for the file in which its lines stand, though the one that it names is there as well. It
 * may not if it shows a whole definition, as the model may want the named file to have one of its own; nor if it brings in
 * something that only the named file defines.
 */
export async function mayBeMoved(
	{ original, patched }: WrittenEdit,
	{ workspace, named, found }: MovedRequest,
): Promise<boolean> {
	const shown = await writtenDefinitions(original.split(/\r?\n/), text => readSymbols(workspace, found.path, text));
	const symbols = await readSymbols(workspace, named.path, draftText(named));
	const known = wordsIn(`${original}\n${draftText(found)}`);
	const added = wordsIn(patched);
	return shown.all.length === 0 && !symbols.some(({ name }) => added.has(name) && !known.has(name));
}

function wordsIn(text: string): Set<string> {
	return new Set(text.match(/\w+/g));
}
