import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the interpreters and package managers of a language need outside of a project: `tools.json` in a folder of
 * `syntaxes`. A folder begins with `~` or with a variable, `$NAME`.
 */
export interface ToolData {
	/** Names of environment variables. */
	readonly variables: readonly string[];
	/** Only read: installations, package caches. */
	readonly folders: readonly string[];
	/** Caches that are written: what they contain is gone with the command. */
	readonly caches: readonly string[];
}

/** The tools of all languages: the tests of a project may use several. `packageRoot` contains `syntaxes`. */
export function readToolData(packageRoot: string): ToolData {
	const folder = join(packageRoot, 'syntaxes');
	const read = readdirSync(folder).map(language => readTools(join(folder, language, 'tools.json')));
	const all = (key: keyof ToolData) => [...new Set(read.flatMap(tools => tools[key] ?? []))];
	return { variables: all('variables'), folders: all('folders'), caches: all('caches') };
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
