import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface State {
	readonly inputs: readonly string[];
	readonly hash: string;
}

interface ProductBuild {
	readonly repoRoot: string;
	/** Removed by whoever builds dist/ in another way. */
	readonly stateFile: string;
	/** Returns the files that were bundled, relative to the repository. */
	readonly build: () => Promise<readonly string[]>;
}

/** Builds dist/ unless it was built from the same files; returns whether it was. */
export async function buildProductIfChanged({ repoRoot, stateFile, build }: ProductBuild): Promise<boolean> {
	if (existsSync(stateFile) && existsSync(join(repoRoot, 'dist', 'program', 'parts.json'))) {
		const { inputs, hash } = JSON.parse(readFileSync(stateFile, 'utf8')) as State;
		if (hashOf(repoRoot, inputs) === hash) {
			return false;
		}
	}
	const inputs = [...new Set(await build())].sort();
	const state: State = { inputs, hash: hashOf(repoRoot, inputs) };
	mkdirSync(dirname(stateFile), { recursive: true });
	writeFileSync(stateFile, JSON.stringify(state));
	return true;
}

/** Of the contents of the files, and of what is read in another way than by an import. */
function hashOf(repoRoot: string, inputs: readonly string[]): string {
	const others = globSync(
		[
			'syntaxes/**/*',
			'src/code/pure/{definitions,index}/**/*',
			'{esbuild.config,thirdPartyNotices}.mjs',
			'package-lock.json',
		],
		{ cwd: repoRoot, withFileTypes: true },
	)
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name))
		.sort();
	const hash = createHash('sha256');
	for (const path of [...inputs.map(input => join(repoRoot, input)), ...others]) {
		hash.update(path);
		hash.update(existsSync(path) ? readFileSync(path) : '');
	}
	return hash.digest('hex');
}
