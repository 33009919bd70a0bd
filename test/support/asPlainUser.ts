import { execFileSync } from 'node:child_process';

/** An id that no user has on most systems. */
const plainUser = 65_534;

/**
 * Does something without the rights of root, who may read everything: as a user who owns all in a folder. Does it as it is
 * where this process is not root's.
 */
export async function asPlainUser(folder: string, act: () => Promise<void>): Promise<void> {
	if (process.getuid?.() !== 0) {
		return act();
	}
	execFileSync('chown', ['-R', String(plainUser), folder]);
	const { HOME: home = '' } = process.env;
	process.seteuid?.(plainUser);
	process.env.HOME = folder;
	try {
		await act();
	} finally {
		process.env.HOME = home;
		process.seteuid?.(0);
	}
}
