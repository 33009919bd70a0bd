import { type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import ignore from 'ignore';
import picomatch from 'picomatch';
import type { FileEntry } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { ignorePatterns } from '../core/util/ignorePatterns';
import leftOut from './leftOutFolders.json';
import { readRegularFile } from './regularFile';

/** Something in the workspace that could not be read. */
export interface FileProblem {
	/** Workspace path; '' for the workspace folder itself. */
	readonly path: string;
	readonly reason: string;
}

/** The content of one folder. Paths are relative to the walked root, with forward slashes. */
export interface WalkedFolder {
	readonly files: readonly FileEntry[];
	readonly problems: readonly FileProblem[];
}

interface Folder {
	/** '' or `src/core/`. */
	readonly path: string;
	readonly rules: IgnoreRules;
}

/**
 * Every folder below `root` that is not ignored, one per step, unordered. Left out: what `.gitignore` files and the
 * `excludes` globs name, version control, installed packages, virtual environments and caches. Links are not followed:
 * a target inside the workspace is visited under its own path, and targets outside do not belong to it.
 */
export function* walkFolder(root: string, excludes: readonly string[]): Generator<WalkedFolder> {
	const globs = excludes.filter(glob => !isCostly(glob));
	const isExcluded = globs.length === 0 ? () => false : picomatch(globs, { dot: true });
	const top = rulesOr(IgnoreRules.none(), () => IgnoreRules.at(root), '');
	const unused = excludes
		.filter(isCostly)
		.map(glob => ({ path: '', reason: `exclude pattern not used: ${glob} contains * too often` }));
	yield { files: [], problems: [...top.problems, ...unused] };
	const waiting: Folder[] = [{ path: '', rules: top.rules }];
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		try {
			const { folders, ...walked } = readFolder(root, folder, isExcluded);
			waiting.push(...folders);
			yield walked;
		} catch (error) {
			yield { files: [], problems: [{ path: folder.path.replace(/\/$/, ''), reason: errorText(error) }] };
		}
	}
}

/**
 * Matching takes time that grows with the length of a name to the power of the number of its stars. A folder may bring
 * such patterns in settings of its own.
 */
function isCostly(glob: string): boolean {
	const parts = glob.split('/');
	const nStars = (part: string) => part.split('*').length - 1;
	return parts.some(part => part !== '**' && nStars(part) > 3) || parts.filter(part => part === '**').length > 4;
}

function readFolder(
	root: string,
	{ path, rules: outer }: Folder,
	isExcluded: (path: string) => boolean,
): WalkedFolder & { readonly folders: readonly Folder[] } {
	const content = readdirSync(join(root, path), { withFileTypes: true });
	if (path !== '' && content.some(entry => markers.has(entry.name))) {
		return { files: [], folders: [], problems: [] };
	}
	const hasRules = content.some(entry => entry.name === ignoreFileName && entry.isFile());
	const ruleFile = path + ignoreFileName;
	const { rules, problems } = hasRules
		? rulesOr(outer, () => outer.below(path, join(root, ruleFile)), ruleFile)
		: { rules: outer, problems: [] };
	const kept = (entry: Dirent) => {
		const entryPath = path + entry.name;
		return !(names.has(entry.name) || isExcluded(entryPath) || rules.ignores(entryPath + (entry.isFile() ? '' : '/')));
	};
	const folders = content.filter(entry => entry.isDirectory() && kept(entry));
	const files = content.filter(entry => entry.isFile() && kept(entry));
	const read = readEntries(
		root,
		files.map(entry => path + entry.name),
	);
	return {
		files: read.files,
		problems: [...problems, ...read.problems],
		folders: folders.map(entry => ({ path: `${path}${entry.name}/`, rules })),
	};
}

/** Unreadable ignore rules ignore nothing, but are reported. */
function rulesOr(
	otherwise: IgnoreRules,
	read: () => IgnoreRules,
	path: string,
): { readonly rules: IgnoreRules; readonly problems: readonly FileProblem[] } {
	try {
		return { rules: read(), problems: [] };
	} catch (error) {
		return { rules: otherwise, problems: [{ path, reason: `ignore rules not read: ${errorText(error)}` }] };
	}
}

function readEntries(root: string, paths: readonly string[]): WalkedFolder {
	const files: FileEntry[] = [];
	const problems: FileProblem[] = [];
	for (const path of paths) {
		try {
			const { size, mtimeMs } = lstatSync(join(root, path));
			files.push({ path, sizeBytes: size, modifiedMs: Math.trunc(mtimeMs) });
		} catch (error) {
			problems.push({ path, reason: errorText(error) });
		}
	}
	return { files, problems };
}

const names: ReadonlySet<string> = new Set(leftOut.names);
const markers: ReadonlySet<string> = new Set([...leftOut.markers, leftOut.ownMarker]);

const ignoreFileName = '.gitignore';

/**
 * What git ignores below one folder: a rule file applies from its folder downwards, and the last matching rule decides.
 * Rules of inner folders are rewritten into one list, as only that lets an inner rule re-include what an outer one
 * ignores.
 */
class IgnoreRules {
	private constructor(
		private readonly rules: Ignore,
		/** Path from the folder of the outermost rules to the workspace folder: '' or `backend/`. */
		private readonly base: string,
	) {}

	static none(): IgnoreRules {
		return new IgnoreRules(newRules(), '');
	}

	/**
	 * The rules at a workspace folder: those of the repository around it, and none where these ignore the folder itself.
	 * Throws where one of their files cannot be read.
	 */
	static at(folder: string): IgnoreRules {
		const repository = repositoryAround(folder);
		if (repository === undefined) {
			return IgnoreRules.none();
		}
		const steps = relative(repository, folder).split(sep).filter(Boolean);
		let rules = new IgnoreRules(newRules(), steps.map(step => `${step}/`).join(''));
		rules = rules.with(join(repository, '.git', 'info', 'exclude'), '');
		for (let depth = 0; depth < steps.length; depth++) {
			const outer = steps.slice(0, depth);
			rules = rules.with(join(repository, ...outer, ignoreFileName), outer.map(step => `${step}/`).join(''));
		}
		const ignoresAll = rules.base !== '' && rules.rules.ignores(rules.base);
		return ignoresAll ? IgnoreRules.none() : rules;
	}

	/** Adds the rule file of a folder inside the workspace folder, '' or `src/`. Throws where the file cannot be read. */
	below(path: string, ruleFile: string): IgnoreRules {
		return this.with(ruleFile, this.base + path);
	}

	/** `path` is relative to the workspace folder; a folder's path ends with a slash. */
	ignores(path: string): boolean {
		return this.rules.ignores(this.base + path);
	}

	private with(ruleFile: string, prefix: string): IgnoreRules {
		const text = existsSync(ruleFile) && statSync(ruleFile).isFile() ? readRegularFile(ruleFile).toString('utf8') : '';
		const patterns = ignorePatterns(text, prefix);
		return patterns.length === 0 ? this : new IgnoreRules(newRules().add(this.rules).add(patterns), this.base);
	}
}

function newRules(): Ignore {
	return ignore({ ignorecase: process.platform === 'win32' || process.platform === 'darwin' });
}

function repositoryAround(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, '.git'))) {
			return at;
		}
		if (at === dirname(at)) {
			return undefined;
		}
	}
}
