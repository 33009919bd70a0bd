import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInstalled } from './exampleProject';
import { repoRoot } from './repoRoot';

/** What the tests of a tool need. */
export interface NeededTools {
	/** On PATH, or by their absolute paths. */
	readonly programs: readonly string[];
	/** The packages of Debian that contain them, which are installed where the tests run as root on Debian. */
	readonly debian?: readonly string[];
	/** Packages of npm with their versions, which are installed in a folder of their own. */
	readonly npm?: Readonly<Record<string, string>>;
}

/** Installs what is missing. Returns what is still missing. */
export function missingTool(needed: NeededTools): string | undefined {
	return alone(() => install(needed));
}

/** One process at a time, as tests run in several: another one waits until what it needs as well is whole. */
function alone<Result>(act: () => Result): Result {
	const lock = join(repoRoot, '.vscode-test', 'installing');
	mkdirSync(dirname(lock), { recursive: true });
	while (!isTaken(lock)) {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
	}
	try {
		return act();
	} finally {
		rmSync(lock, { force: true });
	}
}

/** Whether this process has the lock now. The lock of a process that has ended is removed. */
function isTaken(lock: string): boolean {
	try {
		writeFileSync(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		if (!isRunning(lock)) {
			rmSync(lock, { force: true });
		}
		return false;
	}
}

/** Also where its owner has not written its number yet. */
function isRunning(lock: string): boolean {
	try {
		const pid = Number(readFileSync(lock, 'utf8'));
		return pid === 0 || process.kill(pid, 0);
	} catch {
		return false;
	}
}

function install({ programs, debian = [], npm }: NeededTools): string | undefined {
	const missing = () => programs.find(program => !isThere(program));
	if (missing() !== undefined && debian.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		run('apt-get', ['update']);
		run('apt-get', ['install', '-y', '--no-install-recommends', ...debian]);
	}
	if (npm !== undefined && !existsSync(npmFolder(npm))) {
		const folder = join(npmFolder(npm), '..');
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: npm }));
		run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]);
	}
	return missing() ?? (npm === undefined || existsSync(npmFolder(npm)) ? undefined : Object.keys(npm).join(', '));
}

/** The folder `node_modules` with these packages. */
export function npmFolder(npm: Readonly<Record<string, string>>): string {
	const name = Object.entries(npm)
		.map(([key, version]) => `${key}-${version}`)
		.join('+')
		.replaceAll('/', '-');
	return join(repoRoot, '.vscode-test', 'runners', name, 'node_modules');
}

function isThere(program: string): boolean {
	return program.includes('/') ? existsSync(program) : isInstalled(program);
}

/** Without a network it fails, and what it installs stays missing. */
function run(program: string, args: readonly string[]): void {
	console.log(`      ${program} ${args.join(' ')}`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	try {
		execFileSync(program, args, { stdio: 'ignore', timeout: 300_000, env, shell: process.platform === 'win32' });
	} catch {
		console.log(`      ${program} failed`);
	}
}
