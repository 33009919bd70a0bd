import { homedir } from 'node:os';
import { join } from 'node:path';

/** The default folder for runs and indexes: `FAULTLINE_STORAGE`, else the system's place for application data. */
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
