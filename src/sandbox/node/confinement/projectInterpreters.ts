import { createHash } from 'node:crypto';
import { accessSync, constants, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isWithin } from '../../../system/node/files/isWithin';
import { namedRoots, type RootFolder } from '../../../system/node/files/rootFolder';
import { UserError } from '../../../system/pure/errors/userError';
import type { EnvironmentData, InterpreterData } from './toolData';
import { expandFolder } from './toolFolders';

export interface ProjectInterpretersOptions {
	readonly roots: readonly RootFolder[];
	readonly interpreters: readonly InterpreterData[];
	/** Absolute paths of interpreters that the user chose. */
	readonly chosen: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The user's home folder. */
	readonly home: string;
}

/** Interpreters to be used in a project, by the name of the one each replaces: `python3`. */
export interface ProjectInterpreters {
	/** Absolute, or in the folder that is copied: `./.venv/bin/python`. */
	readonly programs: ReadonlyMap<string, string>;
	/** Absolute: the folders of those outside of the project, for PATH. */
	readonly folders: readonly string[];
}

/**
 * The interpreter the user chose, else the one of the project's environment, wherever its tool keeps it. Nothing is run
 * to find it: the project decides on the commands its tools would run. Throws `UserError` for a chosen one that cannot
 * be used.
 */
export function projectInterpreters(options: ProjectInterpretersOptions): ProjectInterpreters {
	const programs = new Map<string, string>();
	for (const data of options.interpreters) {
		const found = environmentProgram(data, options);
		if (found !== undefined) {
			programs.set(data.replaces, inCopy(found, options.roots));
		}
	}
	for (const path of options.chosen) {
		const data = options.interpreters.find(({ replaces }) => kindOf(replaces) === kindOf(basename(path)));
		if (data === undefined || !isProgram(path)) {
			const known = options.interpreters.map(({ replaces }) => replaces).join(', ');
			const why = data === undefined ? `is none of the known interpreters (${known})` : 'is no program';
			throw new UserError(`${path} ${why}: choose another interpreter.`);
		}
		programs.set(data.replaces, inCopy(path, options.roots));
	}
	const folders = [...programs.values()].filter(isAbsolute).map(path => dirname(path));
	return { programs, folders: [...new Set(folders)] };
}

/** `PATH` with more folders in front, under the name it has there. */
export function withProgramFolders(
	env: Readonly<Record<string, string | undefined>>,
	folders: readonly string[],
): Readonly<Record<string, string | undefined>> {
	const name = Object.keys(env).find(each => each.toUpperCase() === 'PATH') ?? 'PATH';
	return folders.length === 0 ? env : { ...env, [name]: [...folders, env[name] ?? ''].join(delimiter) };
}

/** `python` of `python3.11` and `python.exe`. */
function kindOf(name: string): string {
	return /^[a-z]+/i.exec(name)?.[0].toLowerCase() ?? '';
}

/** The program of the first environment that has one. */
function environmentProgram(
	{ programs, environments }: InterpreterData,
	options: ProjectInterpretersOptions,
): string | undefined {
	for (const environment of environments) {
		const folders = options.roots.flatMap(({ dir }) => environmentFolders(environment, dir, options));
		const paths = folders.flatMap(folder => programs.map(program => join(folder, program)));
		const found = paths.find(isProgram);
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

function environmentFolders(
	{ needs, name: pattern, folders }: EnvironmentData,
	root: string,
	{ env, home }: ProjectInterpretersOptions,
): string[] {
	const text = needs === undefined ? '' : readIfThere(join(root, needs));
	const name = pattern === undefined ? '' : new RegExp(pattern, 'm').exec(text ?? '')?.[1];
	if (text === undefined || name === undefined || !/^[\w.-]*$/.test(name) || name.includes('..')) {
		return [];
	}
	const values: Readonly<Record<string, string>> = {
		...{ name, lowerName: name.toLowerCase(), folder: basename(root) },
		...{ rootHash: hashOf(root), fileHash: hashOf(join(root, needs ?? '')) },
	};
	return folders
		.map(folder => folder.replaceAll(/\{(\w+)\}/g, (all, key: string) => values[key] ?? all))
		.flatMap(folder => (/^[~$]/.test(folder) ? expandFolder(folder, env, home) : [join(root, folder)]))
		.flatMap(withoutStar);
}

/** As some tools name the environment of a folder: the beginning of its hash. */
function hashOf(path: string): string {
	return createHash('sha256').update(path).digest('base64url').slice(0, 8);
}

/** The folders that match a path which ends with a star, the last name first. */
function withoutStar(path: string): string[] {
	if (!path.endsWith('*')) {
		return [path];
	}
	const start = basename(path).slice(0, -1);
	try {
		const names = readdirSync(dirname(path)).filter(name => name.startsWith(start));
		return names
			.sort()
			.reverse()
			.map(name => join(dirname(path), name));
	} catch {
		// The tool has no environments.
		return [];
	}
}

/** A path in the project becomes one in the folder that is copied, which also contains its environment. */
function inCopy(path: string, roots: readonly RootFolder[]): string {
	const real = realFolder(dirname(path));
	const root = namedRoots(roots).find(({ dir }) => isWithin(real, realFolder(dir)));
	if (root === undefined) {
		return path;
	}
	const inner = join(relative(realFolder(root.dir), real), basename(path));
	return `./${join(root.name, inner).split(sep).join('/')}`;
}

function realFolder(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch {
		return folder;
	}
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8').slice(0, 100_000);
	} catch {
		return undefined;
	}
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
