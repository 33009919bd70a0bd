import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { defaultStorageFolder } from './system/node/files/storageFolder';

/** The program is another bundle, in parts: see esbuild.config.mjs. */
const program = join(__dirname, 'program', 'commandLine.cjs');

keepCompiled(defaultStorageFolder());
const { runCli } = require(program) as typeof import('./cli/runCli');
void runCli(process.argv.slice(2)).then(exitCode => {
	process.exitCode = exitCode;
});

/** Node's compiled code is kept for the next start, where the user's own folder is there and Node can do it (22.1). */
function keepCompiled(storage: string): void {
	const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
	if (existsSync(join(storage, 'index'))) {
		enableCompileCache?.(join(storage, 'compiled'));
	}
}
