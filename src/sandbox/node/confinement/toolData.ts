import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The places outside of a project that the interpreters and package managers of a language need: `tools.json` in a
 * folder of `syntaxes`. A folder begins with `~` or with a variable, `$NAME`.
 */
export interface ToolData {
	/** Names of environment variables. */
	readonly variables: readonly string[];
	/** Only read: installations, package caches. */
	readonly folders: readonly string[];
	/** Caches that are written: their content is gone with the command. */
	readonly caches: readonly string[];
	readonly interpreters: readonly InterpreterData[];
}

/** How the interpreter of a project is found. */
export interface InterpreterData {
	/** The usual name of the program: `python3`. */
	readonly replaces: string;
	/** Its path in an environment; the first that exists is used. */
	readonly programs: readonly string[];
	/** The preferred one first. */
	readonly environments: readonly EnvironmentData[];
	/** The editor's command that returns the path of the one the user selected there. */
	readonly editorCommand?: string;
}

/** The place in which a tool keeps a project's environment. */
export interface EnvironmentData {
	/** A file that the project must have. */
	readonly needs?: string;
	/** Regular expression (flag `m`) over that file: the first group is the value of `{name}`. */
	readonly name?: string;
	/**
	 * In the project, or with a `~` or a variable in front. `{name}`, `{lowerName}`, `{folder}` (the name of the project's
	 * folder), `{rootHash}` and `{fileHash}` (hashes of its path and the file's) are replaced; a `*` may be at the end.
	 */
	readonly folders: readonly string[];
}

/** The tools of all languages: the tests of a project may use several. `packageRoot` contains `syntaxes`. */
export function readToolData(packageRoot: string): ToolData {
	const folder = join(packageRoot, 'syntaxes');
	const read = readdirSync(folder).map(language => readTools(join(folder, language, 'tools.json')));
	const all = (key: 'variables' | 'folders' | 'caches') => [...new Set(read.flatMap(tools => tools[key] ?? []))];
	const interpreters = read.flatMap(tools => tools.interpreters ?? []);
	return { variables: all('variables'), folders: all('folders'), caches: all('caches'), interpreters };
}

/** A language need not have tools of its own. */
function readTools(file: string): Partial<ToolData> {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Partial<ToolData>;
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return {};
		}
		throw error;
	}
}
