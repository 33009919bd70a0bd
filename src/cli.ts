import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { defaultStorageFolder } from './system/node/files/storageFolder';

/** The program is another bundle, in parts: see esbuild.config.mjs. */
const program = join(__dirname, 'program', 'commandLine.cjs');

void main(process.argv.slice(2)).then(exitCode => {
	process.exitCode = exitCode;
});

/** A search is asked of a server first, if one may be there: the program is then not even loaded. */
async function main(words: readonly string[]): Promise<number> {
	if (words[0] === 'search') {
		const { servedSearch } = await import('./cli/serve/servedSearch');
		const exitCode = await servedSearch(words, dirname(__dirname), process.env);
		if (exitCode !== undefined) {
			return exitCode;
		}
	}
	keepCompiled(defaultStorageFolder());
	const { runCli } = require(program) as typeof import('./cli/runCli');
	return runCli(words);
}

/** Node's compiled code is kept for the next start, where the user's own folder is there and Node can do it (22.1). */
function keepCompiled(storage: string): void {
	const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
	if (existsSync(join(storage, 'index'))) {
		enableCompileCache?.(join(storage, 'compiled'));
	}
}
