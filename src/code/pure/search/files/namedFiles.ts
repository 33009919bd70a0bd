import { entriesOf } from '../../texts/keptTexts';
import { findFiles } from '../fileQuery';
import { fileNotes } from '../names/nameNotes';
import type { SearchContext } from '../searchContext';
import { globMatcher } from './globPattern';

/** The files that a written name, folder or glob means. */
export interface NamedFiles {
	/** Absent if there are none. */
	readonly has?: (path: string) => boolean;
	/** `in a/b.x`. */
	readonly where: string;
	/** How the name was read, one sentence each. */
	readonly notes: readonly string[];
}

/** All files for an empty name. */
export async function namedFiles(context: SearchContext, written: string): Promise<NamedFiles> {
	if (/^[./\\]*$/.test(written)) {
		return { has: () => true, where: 'in the workspace', notes: [] };
	}
	const has = /[*?{]/.test(written) ? await globMatcher(written) : undefined;
	if (has !== undefined) {
		const where = `in the files that match "${written}"`;
		const isNone = !(await entriesOf(context.workspace.files, context.signal)).some(({ path }) => has(path));
		return isNone ? { where, notes: [`No file matches "${written}".`] } : { where, notes: [], has };
	}
	const files = await findFiles(context, written);
	const [paths, notes] = [new Set(files.paths), fileNotes(files)];
	const where = files.paths.length === 1 ? `in ${files.paths[0]}` : `in ${written}`;
	return paths.size === 0 ? { where, notes } : { where, notes, has: path => paths.has(path) };
}
