import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from './runCommand';

/** An entry of packages.json. */
export interface BenchPackage {
	readonly id: string;
	/** A folder of syntaxes/. */
	readonly language: string;
	readonly version: string;
	readonly archive: PackageArchive;
	/** Archive path to path in the project, '' for the project itself. */
	readonly take: Readonly<Record<string, string>>;
	/** Built or foreign files that the repository of the package does not have. */
	readonly remove?: readonly string[];
	/** Folders or files whose functions are mutated. */
	readonly code: readonly string[];
	/** Those of them that are tests. */
	readonly tests?: readonly string[];
	/** Run once in the project's folder, before its programs. */
	readonly setup?: string;
	/** Run after each mutation; a mutation with which it fails is left out. */
	readonly build?: string;
	readonly runs: readonly PackageRun[];
}

interface PackageArchive {
	readonly client: 'npm pack' | 'apt-get download' | 'apt-get source --download-only';
	/** As the client takes it: `semver@7.5.4`, `python3-toolz=0.12.0-1`. */
	readonly name: string;
	readonly file: string;
	readonly sha256: string;
}

export interface PackageRun {
	/** The key in runners.json. */
	readonly runner: string;
	readonly command: string;
}

/** `entryPointsFolder` is the folder of packages.json. */
export function readPackages(entryPointsFolder: string): BenchPackage[] {
	return JSON.parse(readFileSync(join(entryPointsFolder, 'packages.json'), 'utf8')) as BenchPackage[];
}

export interface UnpackRequest {
	/** Archives are kept here, and fetched if they are missing. */
	readonly archives: string;
	readonly entryPointsFolder: string;
	readonly target: string;
}

/** Makes `target` the project: the package's code and tests, and the programs and tests of `drivers/<id>`. */
export function unpackPackage(
	{ id, archive, take, remove = [] }: BenchPackage,
	{ archives, entryPointsFolder, target }: UnpackRequest,
): void {
	const scratch = mkdtempSync(join(tmpdir(), 'faultline-package-'));
	try {
		extract(fetchArchive(archive, archives), scratch);
		rmSync(target, { recursive: true, force: true });
		mkdirSync(target, { recursive: true });
		for (const [from, to] of Object.entries(take)) {
			mkdirSync(dirname(join(target, to)), { recursive: true });
			cpSync(join(scratch, from), join(target, to), { recursive: true });
		}
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
	for (const path of remove) {
		rmSync(join(target, path), { recursive: true });
	}
	const drivers = join(entryPointsFolder, 'drivers', id);
	if (existsSync(drivers)) {
		cpSync(drivers, target, { recursive: true });
	}
}

function fetchArchive({ client, name, file, sha256 }: PackageArchive, archives: string): string {
	const path = join(archives, file);
	if (!existsSync(path)) {
		const scratch = mkdtempSync(join(tmpdir(), 'faultline-archive-'));
		// A source package can lack the files that are not needed here, so the exit code does not count.
		runCommand([...client.split(' '), name], scratch);
		if (!existsSync(join(scratch, file))) {
			throw new Error(`${client} ${name} did not bring ${file}. Put the file into ${archives}.`);
		}
		mkdirSync(archives, { recursive: true });
		cpSync(join(scratch, file), path);
		rmSync(scratch, { recursive: true });
	}
	const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
	if (digest !== sha256) {
		throw new Error(`${path} has the SHA-256 ${digest}, not ${sha256}`);
	}
	return path;
}

function extract(archive: string, folder: string): void {
	if (!archive.endsWith('.deb')) {
		runCommand(['tar', '-xf', archive, '-C', folder]);
		return;
	}
	runCommand(['ar', 'x', archive, 'data.tar.xz'], folder);
	runCommand(['tar', '-xf', 'data.tar.xz'], folder);
	rmSync(join(folder, 'data.tar.xz'));
}
