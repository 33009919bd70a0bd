import { spawnSync } from 'node:child_process';

/** A fix whose message names the commit that broke something. */
export interface KnownCulprit {
	/** Id of the fix. */
	readonly fix: string;
	readonly culprit: string;
	/** A commit before the culprit: the newest one at which a branch or a tag left the fixed history. */
	readonly good: string;
	readonly subject: string;
	/** Paths of test files that the fix changed. */
	readonly tests: readonly string[];
	/** Names of tests that it added. */
	readonly added: readonly string[];
	/** All paths of tests and their data that it changed. */
	readonly testSide: readonly string[];
}

export interface KnownCulpritRule {
	/** A regular expression whose group is the abbreviated id: `[Rr]egression in ([0-9a-f]{7,40})`. */
	readonly message: string;
	/** The name of a test file, without its folders. */
	readonly testFile: string;
	readonly testFolder: string;
	/** A regular expression for a line of a diff, whose group is the name of an added test. */
	readonly addedTest: string;
	/** As `git log --since`. */
	readonly since: string;
}

/** Newest first. The fix changes a test and something else; the culprit is an ancestor of the fix. */
export function knownCulprits(gitDir: string, rule: KnownCulpritRule): readonly KnownCulprit[] {
	const git = (...args: string[]) => spawnSync('git', args, { cwd: gitDir, encoding: 'utf8', maxBuffer: 1 << 28 });
	const lines = (...args: string[]) =>
		git(...args)
			.stdout.split('\n')
			.filter(Boolean);
	const refs = lines('for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/tags', 'refs/remotes');
	const bases = new Map<string, readonly string[]>();
	const entries = git('log', `--since=${rule.since}`, '--no-merges', '--format=%H%x00%B%x01').stdout.split('\x01');
	return entries.flatMap(entry => {
		const [fix = '', body = ''] = entry.trim().split('\0');
		const named = new RegExp(rule.message).exec(body)?.[1];
		const [culprit] = named === undefined ? [] : lines('rev-parse', '-q', '--verify', `${named}^{commit}`);
		if (culprit === undefined || git('merge-base', '--is-ancestor', culprit, `${fix}^`).status !== 0) {
			return [];
		}
		const changed = lines('show', '--format=', '--name-only', fix);
		const testSide = changed.filter(path => `/${path}`.includes(`/${rule.testFolder}/`));
		const tests = testSide.filter(path => new RegExp(rule.testFile).test(path.slice(path.lastIndexOf('/') + 1)));
		const shown = lines('show', '--format=', fix, '--', ...tests);
		const added = shown.flatMap(line => new RegExp(rule.addedTest).exec(line)?.[1] ?? []);
		const others = changed.filter(path => !testSide.includes(path));
		const left = bases.get('') ?? refs.flatMap(ref => lines('merge-base', ref, 'HEAD'));
		bases.set('', left);
		const good = newestBefore([...new Set(left)], culprit, git);
		return tests.length === 0 || others.length === 0 || good === undefined
			? []
			: [{ fix, culprit, good, subject: body.split('\n', 1)[0] ?? '', tests, added, testSide }];
	});
}

type Git = (...args: string[]) => { readonly status: number | null; readonly stdout: string };

function newestBefore(commits: readonly string[], culprit: string, git: Git): string | undefined {
	const ancestors = new Set(git('rev-list', `${culprit}^`).stdout.split('\n'));
	const before = commits.filter(id => ancestors.has(id));
	return git('rev-list', '--no-walk', '--date-order', ...before).stdout.split('\n')[0] || undefined;
}
