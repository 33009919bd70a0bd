import { type Files, FileUnreadableError, folderOf, hasFolders } from '../../../../system/pure/files';
import { literalStart, pathFilter } from '../files/globPattern';
import { type MaintainedArea, parseCodeOwners, parseMaintainers } from './maintainedArea';

/** A part of the workspace: globs over workspace paths, in which `*` stays within a folder and `**` does not. */
export interface Subsystem extends MaintainedArea {
	/** The list of maintainers that has it; absent for a folder. */
	readonly list?: string;
}

/** Paths of lists of maintainers, with their parsers; the first one counts. */
const lists: readonly (readonly [path: string, parse: (text: string) => MaintainedArea[]])[] = [
	['MAINTAINERS', parseMaintainers],
	['.github/CODEOWNERS', parseCodeOwners],
	['CODEOWNERS', parseCodeOwners],
	['docs/CODEOWNERS', parseCodeOwners],
	['.gitlab/CODEOWNERS', parseCodeOwners],
];

/**
 * The subsystems that some files belong to, each once, in the order of the files: the area of the list of maintainers
 * that names a file most precisely, else the folder it is in. The list is read again each time.
 */
export async function subsystemsOf(files: Files, paths: readonly string[]): Promise<Subsystem[]> {
	const known = new Map<string, Promise<readonly Subsystem[]>>();
	const found = new Map<string, Subsystem>();
	for (const path of paths) {
		const root = hasFolders(files) ? `${folderOf(path)}/` : '';
		const areas = known.get(root) ?? readAreas(files, root);
		known.set(root, areas);
		const subsystem = (await areaOf(await areas, path)) ?? folderAround(path);
		found.set(`${subsystem.list ?? ''}\0${subsystem.name}`, subsystem);
	}
	return [...found.values()];
}

/** Which workspace paths are in one of some subsystems. */
export async function inSubsystems(subsystems: readonly Subsystem[]): Promise<(path: string) => boolean> {
	const filters = await Promise.all(
		subsystems.map(async ({ included, excluded }) => ({
			isIncluded: await pathFilter(included),
			isExcluded: await pathFilter(excluded),
		})),
	);
	return path => filters.some(({ isIncluded, isExcluded }) => isIncluded(path) && !isExcluded(path));
}

async function readAreas(files: Files, root: string): Promise<readonly Subsystem[]> {
	for (const [name, parse] of lists) {
		const list = `${root}${name}`;
		const areas = parse(await textOf(files, list));
		if (areas.length > 0) {
			const below = (globs: readonly string[]) => globs.map(glob => `${root}${glob}`);
			return areas.map(area => ({
				name: area.name,
				list,
				included: below(area.included),
				excluded: below(area.excluded),
			}));
		}
	}
	return [];
}

async function textOf(files: Files, path: string): Promise<string> {
	try {
		return await files.readText(path);
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return '';
		}
		throw error;
	}
}

/** The area with the longest literal beginning of a glob for the path. */
async function areaOf(areas: readonly Subsystem[], path: string): Promise<Subsystem | undefined> {
	let best: { readonly area: Subsystem; readonly length: number } | undefined;
	for (const area of areas) {
		const near = area.included.filter(glob => path.startsWith(literalStart(glob)));
		for (const glob of near) {
			const { length } = literalStart(glob);
			const isBetter = length > (best?.length ?? -1);
			if (isBetter && (await pathFilter([glob]))(path) && !(await pathFilter(area.excluded))(path)) {
				best = { area, length };
			}
		}
	}
	return best?.area;
}

function folderAround(path: string): Subsystem {
	const end = path.lastIndexOf('/');
	const name = end < 0 ? '.' : path.slice(0, end);
	// A special character of globs may be part of a name.
	const folder = name.replaceAll(/[*?{[]/g, '[$&]');
	return { name, included: [end < 0 ? '*' : `${folder}/**`], excluded: [] };
}
