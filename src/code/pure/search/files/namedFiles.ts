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

/**
 * All files for an empty name. Several names are divided by commas, and `!` before one leaves its files out, as the globs of
 * ripgrep do: `src/**, !*.test.*`.
 */
export async function namedFiles(context: SearchContext, written: string): Promise<NamedFiles> {
	const names = (written.match(/(?:\{[^}]*\}?|[^,{])+/g) ?? []).map(name => name.trim());
	const isOne = names.length < 2 && !names[0]?.startsWith('!');
	return isOne || context.workspace.index.file(written) !== undefined
		? oneName(context, written)
		: joinedNames(
				context,
				names.filter(name => name !== ''),
			);
}

async function joinedNames(context: SearchContext, names: readonly string[]): Promise<NamedFiles> {
	const isLeftOut = (name: string) => name.startsWith('!');
	const read = (name: string) => oneName(context, name.replace(/^!\s*/, ''));
	const included = await Promise.all(names.filter(name => !isLeftOut(name)).map(read));
	const excluded = await Promise.all(names.filter(isLeftOut).map(read));
	const where = `in ${names.join(', ')}`;
	const notes = [...included, ...excluded].flatMap(each => each.notes);
	if (included.length > 0 && included.every(({ has }) => has === undefined)) {
		return { where, notes };
	}
	return {
		...{ where, notes },
		has: path =>
			(included.length === 0 || included.some(({ has }) => has?.(path) === true)) &&
			!excluded.some(({ has }) => has?.(path) === true),
	};
}

async function oneName(context: SearchContext, written: string): Promise<NamedFiles> {
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
