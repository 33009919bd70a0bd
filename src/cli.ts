import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The program is another bundle, in parts: see esbuild.config.mjs. */
const program = pathToFileURL(join(__dirname, 'program', 'commandLine.mjs')).href;

void (import(program) as Promise<typeof import('./node/cli/runCli')>)
	.then(({ runCli }) => runCli(process.argv.slice(2)))
	.then(exitCode => {
		process.exitCode = exitCode;
	});
