import { execFileSync } from 'node:child_process';

/** Runs git in a folder with fixed settings, independent of those of the machine, and returns its output. */
export function git(folder: string, ...args: readonly string[]): string {
	const env = {
		...{ PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' },
		...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' },
		...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' },
	};
	const options = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always'];
	return execFileSync('git', [...options, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Makes the folder a repository and commits its files. */
export function commitAll(folder: string): void {
	git(folder, 'init', '-q');
	git(folder, 'add', '-A');
	git(folder, 'commit', '-q', '-m', 'first');
}
