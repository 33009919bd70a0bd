import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';

const cacheFolder = join(repoRoot, '.vscode-test');

/**
 * The folder `.vscode-test/<name>`, filled by `install` on first use. The work is done in a folder of its own that is
 * renamed at the end, so an interrupted install never passes for a finished one, and two runs at once do no harm.
 */
export function installOnce(name: string, install: (folder: string) => void): string {
	const folder = join(cacheFolder, name);
	if (existsSync(folder)) {
		return folder;
	}
	console.log(`Installing ${name} into .vscode-test (once)`);
	removeInterrupted(name);
	const partial = `${folder}.partial-${process.pid}`;
	mkdirSync(partial, { recursive: true });
	writeFileSync(join(partial, 'package.json'), '{ "private": true }\n');
	install(partial);
	if (!existsSync(folder)) {
		renameSync(partial, folder);
	}
	rmSync(partial, { recursive: true, force: true });
	return folder;
}

/** `npm install` in `folder`, without install scripts: what is needed comes prebuilt in the packages. */
export function npmInstall(folder: string, packages: readonly string[] = []): void {
	const flags = ['--prefix', folder, '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
	const result = spawnSync('npm', ['install', ...flags, ...packages], {
		cwd: folder,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (result.error || result.status !== 0) {
		throw new Error(`npm install ${packages.join(' ')} in ${folder} failed: is the npm registry reachable?`, {
			cause: result.error ?? result.status,
		});
	}
}

function removeInterrupted(name: string): void {
	const prefix = `${name}.partial-`;
	const entries = existsSync(cacheFolder) ? readdirSync(cacheFolder) : [];
	for (const entry of entries.filter(
		each => each.startsWith(prefix) && !isRunning(Number(each.slice(prefix.length))),
	)) {
		rmSync(join(cacheFolder, entry), { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
