/**
 * Bundles and runs one benchmark: `npm run bench -- NAME [ARGUMENTS...]`; bench/README.md lists them. A part of one is
 * named by its path: `liveModel/checkInstances`.
 * Benchmarks are never part of the tests: they require repositories and data that are not in this repository.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { nodeBundle, repoRoot } from '../esbuild.config.mjs';

const [name = '', ...args] = process.argv.slice(2);
const entry = name.includes('/') ? join('bench', `${name}.ts`) : join('bench', name, `${name}.ts`);
if (name === '' || !existsSync(join(repoRoot, entry))) {
	console.error(`No benchmark "${name}": there is no ${entry}. bench/README.md lists them.`);
	process.exit(2);
}
const outfile = join(repoRoot, 'out', 'bench', `${name}.js`);
// Finds its own files beside its code.
const external = [...nodeBundle.external, 'playwright-core'];
await build({ ...nodeBundle, external, entryPoints: [entry], outfile });
// What it adds to VS Code.
const extension = join('bench', name, 'extension.ts');
if (existsSync(join(repoRoot, extension))) {
	await build({
		...nodeBundle,
		entryPoints: [extension],
		outfile: join(repoRoot, 'out', 'bench', name, 'extension.js'),
	});
}
process.exit(spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], { stdio: 'inherit' }).status ?? 1);
