import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the command line keeps runs and indexes unless told otherwise: `FAULTLINE_STORAGE`, else the place the system
 * has for data of programs.
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
