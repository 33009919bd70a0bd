import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import leftOut from './leftOutFolders.json';

/**
 * The folder for the indexes of editor and command line, and for the runs of the command line: `FAULTLINE_STORAGE`,
 * else the system's place for application data.
 */
export function defaultStorageFolder(
	env: Readonly<Record<string, string | undefined>> = process.env,
	platform: NodeJS.Platform = process.platform,
): string {
	if (env.FAULTLINE_STORAGE) {
		return env.FAULTLINE_STORAGE;
	}
	if (platform === 'win32') {
		return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'faultline');
	}
	if (platform === 'darwin') {
		return join(homedir(), 'Library', 'Application Support', 'faultline');
	}
	return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'faultline');
}

/** Of a storage folder: the scratch copies of workspaces. */
export const checkoutsFolder = 'checkouts';

const onlyUser = { folder: 0o700, file: 0o600 };

/**
 * Creates a folder of Faultline's own storage if it does not exist. Only the user may enter it, and a marker keeps it
 * out of the index of a workspace that contains it. On Windows it has the permissions of the user's profile.
 */
export async function makeStorageFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: onlyUser.folder });
	await writeFile(join(folder, leftOut.ownMarker), '', { flag: 'wx', mode: onlyUser.file }).catch(unless('EEXIST'));
	await restrict(folder, onlyUser.folder);
}

/** As `makeStorageFolder`, and makes files that an older version left there readable by the user only. */
export async function makePrivateFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: onlyUser.folder });
	if (process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0) {
		for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
			if (entry.isDirectory() || entry.isFile()) {
				await restrict(join(entry.parentPath, entry.name), entry.isFile() ? onlyUser.file : onlyUser.folder);
			}
		}
	}
	// Last: if this is interrupted, the next start does the rest.
	await makeStorageFolder(folder);
}

/** Some file systems have no permissions, and a file may vanish meanwhile. */
async function restrict(path: string, mode: number): Promise<void> {
	await chmod(path, mode).catch(unless('EPERM', 'ENOTSUP', 'ENOENT'));
}

function unless(...codes: readonly string[]): (error: unknown) => void {
	return error => {
		if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) {
			throw error;
		}
	};
}
