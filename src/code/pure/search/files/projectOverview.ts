import picomatch from 'picomatch';
import type { CodeWorkspace } from '../../codeWorkspace';
import { readIfText } from '../../texts/readIfText';

/** As many names of the workspace folder are shown. */
const mostEntries = 40;
/** A manifest's name for the project, if its language has no expression for it: `name = "x"`. */
const plainName = '^name[ \\t]*=[ \\t]*["\']?([\\w@][\\w@./-]{0,100})';

/** Returns the name of a project from a manifest in its folder; undefined if none names it. */
export async function projectName(
	{ files, parser }: CodeWorkspace,
	paths: readonly string[],
): Promise<string | undefined> {
	const manifests = parser.languages.flatMap(({ reproducer }) => reproducer?.manifests ?? []);
	for (const path of paths.filter(each => !each.includes('/'))) {
		const manifest = manifests.find(({ file }) => picomatch(file)(path));
		if (manifest !== undefined) {
			const text = await readIfText(files, path);
			const found = [manifest.name ?? plainName].flatMap(name => new RegExp(name, 'm').exec(text)?.[1] ?? []);
			if (found[0] !== undefined) {
				return found[0];
			}
		}
	}
	return undefined;
}

/** The names in the workspace folder, folders first. */
export function topLevel(paths: readonly string[]): string {
	const names = paths.map(path => (path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path));
	// A name with a line end could add lines to a prompt.
	const plain = names.filter(name => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name));
	const all = [...new Set(plain)].sort((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/')));
	const nMore = all.length - mostEntries;
	return [...all.slice(0, mostEntries), ...(nMore > 0 ? [`${nMore} more`] : [])].join(', ');
}
