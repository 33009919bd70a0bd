import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../../core/ports';
import { UserError } from '../../../core/util/userError';
import { writeAtomically } from '../../../node/writeAtomically';
import { pruneRestorePoints } from './pruneRestorePoints';

/** One file as it was before a patch was accepted. */
export interface RestoredFile {
	readonly path: string;
	/** Undefined: there was none. */
	readonly bytes: Uint8Array | undefined;
	/** Of what the acceptance left there; undefined: nothing. */
	readonly hashAfter: string | undefined;
}

/** Of the folder with a folder for each patch, among the artifacts of a run. */
const parentName = 'restore';

interface KeptFile {
	readonly path: string;
	/** Path of the copy within the restore point; absent where there was no file. */
	readonly copy?: string;
	readonly hashAfter?: string;
}

/** How much the copies of all runs of a workspace take at most, unless those of one patch alone take more. */
const defaultMaxBytes = 100 * 1024 * 1024;

/** Where runs keep what they produce. */
export interface ArtifactFolders {
	/** Makes the folder. */
	artifacts(runId: string): Promise<string>;
	/** Of all runs; makes none. */
	artifactFolders(): Promise<readonly string[]>;
}

/**
 * Copies of the files a patch touched, beside the run it came from: removed with that run, or when newer ones need the
 * room.
 */
export class RestorePoints {
	private readonly runs: ArtifactFolders;
	private readonly log: Log;
	private readonly maxBytes: number;
	/** Writing goes one by one. */
	private queue: Promise<unknown> = Promise.resolve();

	constructor(runs: ArtifactFolders, log: Log, maxBytes = defaultMaxBytes) {
		this.runs = runs;
		this.log = log;
		this.maxBytes = maxBytes;
	}

	/** Keeps a file as it was before, once. False: what is kept of it already is older, and stays. */
	keep(of: PatchRef, path: string, bytes: Uint8Array | undefined): Promise<boolean> {
		return this.inTurn(async () => {
			const folder = await this.folder(of);
			const kept = await readPoint(folder);
			if (kept.some(file => file.path === path)) {
				return false;
			}
			// With its own name, for a person who looks into the folder.
			const copy = bytes && join(String(nextNumber(kept)), basename(path));
			if (copy !== undefined) {
				await mkdir(join(folder, dirname(copy)), { recursive: true });
				await writeFile(join(folder, copy), bytes ?? '');
			}
			await writePoint(folder, [...kept, { path, ...(copy !== undefined && { copy }) }]);
			await this.prune(folder);
			return true;
		});
	}

	/** Remembers what the acceptance made of a file, to tell later whether it was changed since. */
	accepted(of: PatchRef, path: string, bytes: Uint8Array | undefined): Promise<void> {
		return this.inTurn(async () => {
			const folder = await this.folder(of);
			const hash = bytes === undefined ? {} : { hashAfter: hashOf(bytes) };
			const kept = (await readPoint(folder)).map(({ hashAfter, ...file }) =>
				file.path === path ? { ...file, ...hash } : { ...file, ...(hashAfter !== undefined && { hashAfter }) },
			);
			await writePoint(folder, kept);
		});
	}

	/** Empty where nothing of the patch was accepted. */
	async read(of: PatchRef): Promise<readonly RestoredFile[]> {
		const folder = await this.folder(of);
		const kept = await readPoint(folder);
		return Promise.all(
			kept.map(async ({ path, copy, hashAfter }) => ({
				path,
				bytes: copy === undefined ? undefined : await readFile(join(folder, copy)),
				hashAfter,
			})),
		);
	}

	/** Forgets copies of files in which nothing was accepted after all. */
	drop(of: PatchRef, paths: readonly string[]): Promise<void> {
		return this.inTurn(async () => {
			const folder = await this.folder(of);
			const kept = await readPoint(folder);
			const left = kept.filter(({ path }) => !paths.includes(path));
			if (left.length === 0) {
				await rm(folder, { recursive: true, force: true });
				return;
			}
			await writePoint(folder, left);
			const copies = kept.flatMap(({ path, copy }) => (copy === undefined || !paths.includes(path) ? [] : [copy]));
			for (const copy of copies) {
				await rm(join(folder, dirname(copy)), { recursive: true, force: true });
			}
		});
	}

	remove(of: PatchRef): Promise<void> {
		return this.inTurn(async () => rm(await this.folder(of), { recursive: true, force: true }));
	}

	private async folder({ runId, patchId }: PatchRef): Promise<string> {
		if (!/^[\w-]+$/.test(patchId)) {
			throw new UserError(`"${patchId}" is not the id of a patch.`);
		}
		return join(await this.runs.artifacts(runId), parentName, patchId);
	}

	private async prune(spared: string): Promise<void> {
		const parents = (await this.runs.artifactFolders()).map(folder => join(folder, parentName));
		for (const folder of await pruneRestorePoints(parents, this.maxBytes, spared)) {
			this.log.info(`Copies of files before an accepted patch were removed to make room: ${folder}`);
		}
	}

	private inTurn<T>(work: () => Promise<T>): Promise<T> {
		const done = this.queue.then(work);
		this.queue = done.catch(() => undefined);
		return done;
	}
}

export interface PatchRef {
	readonly runId: string;
	readonly patchId: string;
}

export function hashOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

async function readPoint(folder: string): Promise<readonly KeptFile[]> {
	try {
		return JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')) as KeptFile[];
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return [];
		}
		throw error;
	}
}

function nextNumber(kept: readonly KeptFile[]): number {
	return 1 + Math.max(0, ...kept.map(({ copy }) => Number.parseInt(copy ?? '0', 10)));
}

async function writePoint(folder: string, files: readonly KeptFile[]): Promise<void> {
	await writeAtomically(join(folder, 'files.json'), [JSON.stringify(files, undefined, '\t')]);
}
