import { execFileSync } from 'node:child_process';

/** Paths of what differs from a commit in the work tree, also of what is deleted, renamed or not tracked. */
export function changedFiles(repoRoot: string, base: string): string[] {
	const tracked = gitPaths(repoRoot, 'diff', '--name-only', '--no-renames', '-z', base, '--');
	return [...new Set([...tracked, ...untracked(repoRoot)])].sort();
}

/** Paths of all files that are tracked or may be, whether they have changed or not. */
export function knownFiles(repoRoot: string): Set<string> {
	return new Set([...gitPaths(repoRoot, 'ls-files', '-z'), ...untracked(repoRoot)]);
}

function untracked(repoRoot: string): string[] {
	return gitPaths(repoRoot, 'ls-files', '--others', '--exclude-standard', '-z');
}

function gitPaths(repoRoot: string, ...words: readonly string[]): string[] {
	const options = { cwd: repoRoot, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
	return execFileSync('git', [...words], options)
		.split('\0')
		.filter(path => path !== '');
}
