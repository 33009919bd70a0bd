import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { askGit, entriesOf } from '../../history/node/git/git';
import { requireGit } from '../../history/node/git/repository';
import { isWithin } from '../../system/node/files/isWithin';
import { realPath } from '../../system/node/files/realPath';

/** Larger files are not shown as text. */
export const mostBytes = 1024 * 1024;

/** As git writes them. */
export const linkMode = '120000';
const repositoryMode = '160000';

/** A file of a commit. */
export interface OldFile {
	/** As git writes it: `100644`. */
	readonly mode: string;
	/** Of its content. */
	readonly id: string;
}

/** The paths that differ from a commit, below a folder, each once with its file in the commit; undefined for a new file. */
export async function changedEntries(
	folder: string,
	commit: string,
): Promise<ReadonlyMap<string, OldFile | undefined>> {
	const diff = ['diff', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--relative', commit, '--'];
	const changed = entriesOf(await requireGit(folder, [...(await withoutFilters(folder)), ...diff]));
	const fresh = entriesOf(await requireGit(folder, ['ls-files', '-z', '--others', '--exclude-standard']));
	const entries = new Map<string, OldFile | undefined>(fresh.map(path => [path, undefined]));
	for (let at = 0; at + 1 < changed.length; at += 2) {
		const [header = '', path = ''] = changed.slice(at, at + 2);
		const [, mode = '', id = ''] = /^:(\d+) \d+ ([0-9a-f]+) /.exec(header) ?? [];
		// A path with a conflict is listed twice, the second time without its file in the commit.
		entries.set(path, /[1-9]/.test(mode) ? { mode, id } : entries.get(path));
	}
	return entries;
}

/** Why a file is left out, as it continues "It is"; undefined for a file with text. */
export function kindOf(folder: string, path: string, old: OldFile | undefined): string | undefined {
	if (!isWithin(realPath(join(folder, dirname(path))), realPath(folder))) {
		return 'outside of the folder, through a link';
	}
	const now = lstatSync(join(folder, path), { throwIfNoEntry: false });
	if (old?.mode === repositoryMode || now?.isDirectory()) {
		return 'another repository';
	}
	if (now?.isFile() && now.size > mostBytes) {
		return 'larger than 1 MB';
	}
	return old?.mode === linkMode || (now !== undefined && !now.isFile()) ? 'no regular file' : undefined;
}

/** Options with which git runs none of the filters that the configuration names: it reads files that it is unsure of. */
async function withoutFilters(folder: string): Promise<string[]> {
	const { stdout } = await askGit(folder, ['config', '-z', '--name-only', '--get-regexp', '^filter\\..*\\.']);
	const names = entriesOf(stdout).map(key => key.slice(0, key.lastIndexOf('.')));
	return [...new Set(names)].flatMap(name =>
		['clean=', 'process=', 'required=false'].flatMap(setting => ['-c', `${name}.${setting}`]),
	);
}
