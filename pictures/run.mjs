/**
 * Makes the pictures of the README and the package: `npm run pictures`, or one of them, `npm run pictures -- NAME`.
 * CONTRIBUTING.md describes when.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildProduct, nodeBundle, repoRoot } from '../esbuild.config.mjs';

const names = ['icon', 'readme'];
const named = process.argv.slice(2);
if (!named.every(name => names.includes(name))) {
	console.error(`Usage: npm run pictures [-- ${names.join(' | ')}]`);
	process.exit(2);
}
await buildProduct();
for (const name of named.length === 0 ? names : named) {
	const outfile = join(repoRoot, 'out', 'pictures', `${name}.js`);
	// Packages stay imports: playwright finds its own files beside itself.
	await build({ ...nodeBundle, entryPoints: [`pictures/${name}.ts`], outfile, packages: 'external' });
	const { status } = spawnSync(process.execPath, ['--enable-source-maps', outfile], { stdio: 'inherit' });
	if (status !== 0) {
		process.exit(status ?? 1);
	}
}
