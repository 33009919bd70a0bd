import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';

interface Manifest {
	readonly devDependencies: Readonly<Record<string, string>>;
	readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface LockedPackage {
	readonly version?: string;
	readonly resolved?: string;
	readonly integrity?: string;
	readonly dev?: boolean;
	readonly hasInstallScript?: boolean;
	readonly devDependencies?: Readonly<Record<string, string>>;
}

describe('the packages that the project is built from', () => {
	const read = <T>(name: string) => JSON.parse(readFileSync(join(repoRoot, name), 'utf8')) as T;
	const manifest = read<Manifest>('package.json');
	const { '': root, ...locked } = read<{ packages: Record<string, LockedPackage> }>('package-lock.json').packages;
	const pathsWhere = (holds: (each: LockedPackage) => boolean) =>
		Object.keys(locked).filter(path => holds(locked[path] ?? {}));

	it('have exact versions, the same in the lock file', () => {
		assert.deepEqual(
			Object.entries(manifest.devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
			[],
		);
		assert.deepEqual(root?.devDependencies, manifest.devDependencies);
		for (const [name, version] of Object.entries(manifest.devDependencies)) {
			assert.equal(locked[`node_modules/${name}`]?.version, version, name);
		}
	});

	it('are built in, so that none is installed with the extension', () => {
		assert.equal('dependencies' in manifest, false);
		assert.deepEqual(
			pathsWhere(({ dev }) => dev !== true),
			[],
		);
	});

	it('come from a registry only, with a hash of their content', () => {
		assert.deepEqual(
			pathsWhere(({ version, resolved, integrity = '' }) => {
				const isElsewhere = resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/');
				return version === undefined || isElsewhere || !/^sha512-[\w+/]{86}==$/.test(integrity);
			}),
			[],
		);
	});

	it('run no script when they are installed, but for those that are decided in package.json', () => {
		const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';
		const decided = Object.keys(manifest.allowScripts).map(key => key.replace(/(?<=.)@[\d.]+$/, ''));
		assert.deepEqual(
			pathsWhere(({ hasInstallScript }) => hasInstallScript === true).filter(path => !decided.includes(nameOf(path))),
			[],
		);
		const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
		assert.deepEqual(
			allowed.map(([name]) => name),
			[`node@${manifest.devDependencies.node}`],
		);
	});

	it('and the actions of its CI are named by commit, as a tag can be moved', () => {
		const workflows = globSync('.github/workflows/*.yml', { cwd: repoRoot });
		const used = workflows.flatMap(file => readFileSync(join(repoRoot, file), 'utf8').match(/^.*\buses:.*$/gm) ?? []);
		assert.ok(used.length > 0);
		assert.deepEqual(
			used.filter(line => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
			[],
		);
	});
});
