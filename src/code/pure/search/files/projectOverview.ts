import picomatch from 'picomatch';
import type { CodeWorkspace } from '../../codeWorkspace';
import { readIfText } from '../../texts/readIfText';

/** As many names of the workspace folder are shown. */
const mostEntries = 40;
/** A manifest's name for the project, if its language has no expression for it: `name = "x"`. */
const plainName = '^name[ \\t]*=[ \\t]*["\']?([\\w@][\\w@./-]{0,100})';

/** More packages are not read: a workspace of copied packages has thousands. */
const mostPackages = 400;

/** A package that the workspace contains: the name under which others load it, and its folder, '' for the top. */
export interface OwnPackage {
	readonly name: string;
	readonly folder: string;
}

/** Returns the name of a project from a manifest in its folder; undefined if none names it. */
export async function projectName(workspace: CodeWorkspace, paths: readonly string[]): Promise<string | undefined> {
	const [first] = await packagesOf(
		workspace,
		paths.filter(path => !path.includes('/')),
		mostPackages,
	);
	return first?.name;
}

/** The packages that manifests of the workspace name, those nearest to the top first. */
export async function ownPackages(workspace: CodeWorkspace, most = mostPackages): Promise<readonly OwnPackage[]> {
	const entries = await (workspace.files.recent?.() ?? workspace.files.list());
	return packagesOf(
		workspace,
		entries.map(({ path }) => path),
		most,
	);
}

async function packagesOf(
	{ files, parser }: CodeWorkspace,
	paths: readonly string[],
	most: number,
): Promise<readonly OwnPackage[]> {
	const manifests = parser.languages
		.flatMap(({ reproducer }) => reproducer?.manifests ?? [])
		.map(({ file, name = plainName }) => ({
			isNamed: picomatch(file),
			// A package of which the file has the name: `till.gemspec`.
			end: file.startsWith('*') ? file.slice(1) : undefined,
			name: new RegExp(name, 'm'),
		}));
	const found = paths.flatMap(path => {
		const file = path.slice(path.lastIndexOf('/') + 1);
		const manifest = manifests.find(({ isNamed }) => isNamed(file));
		const { name, end } = manifest ?? {};
		return name === undefined ? [] : [{ path, name, fileName: end && file.slice(0, -end.length) }];
	});
	const nearest = found.sort((one, other) => depthOf(one.path) - depthOf(other.path)).slice(0, most);
	const packages = await Promise.all(
		nearest.map(async ({ path, name, fileName }) => {
			const stated = name.exec(await readIfText(files, path))?.[1] ?? fileName;
			return stated === undefined ? [] : [{ name: stated, folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))) }];
		}),
	);
	return packages.flat();
}

function depthOf(path: string): number {
	return path.split('/').length;
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
