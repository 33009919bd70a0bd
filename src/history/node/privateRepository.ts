import { join } from 'node:path';
import { writeAtomically } from '../../system/node/files/writeAtomically';
import { keepFile, makeBareRepository } from './git/bareRepository';
import { askGit, type GitAnswer, type GitOptions, type StreamedAnswer, streamGit } from './git/git';
import type { SourceRepository } from './sourceRepository';

/**
 * A repository of Faultline's own, without commits: it finds the user's objects through `objects/info/alternates`. Git
 * writes its commit-graph here, so that nothing in the user's repository changes. It reads no configuration but its
 * own: no diff driver, text conversion, replaced commit or graft of the user's repository applies.
 */
export class PrivateRepository {
	private constructor(
		private readonly folder: string,
		private readonly source: SourceRepository,
	) {}

	/** Makes it, or brings it up to date. */
	static async open(folder: string, source: SourceRepository): Promise<PrivateRepository> {
		const { objectFormat, shallow } = source;
		await makeBareRepository(folder, objectFormat);
		await keepFile(join(folder, 'objects', 'info', 'alternates'), `${alternate(source.objects)}\n`);
		await keepFile(join(folder, 'shallow'), shallow);
		return new PrivateRepository(folder, source);
	}

	ask(args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
		return askGit(this.folder, [...settings, ...args], this.optionsWith(options));
	}

	/** `take` gets the output as it arrives, and returns false when it needs no more. */
	stream(args: readonly string[], options: GitOptions, take: (chunk: Uint8Array) => boolean): Promise<StreamedAnswer> {
		return streamGit(this.folder, [...settings, ...args], this.optionsWith(options), take);
	}

	/** Returns the arguments for `blame` to look through some commits, which need not exist. */
	async ignoring(commits: ReadonlySet<string>): Promise<readonly string[]> {
		const nDigits = this.source.objectFormat === 'sha1' ? 40 : 64;
		const lines = [...commits].filter(({ length }) => length === nDigits).map(id => `${id}\n`);
		if (lines.length === 0) {
			return [];
		}
		const file = join(this.folder, 'ignoredCommits');
		await writeAtomically(file, lines);
		return [`--ignore-revs-file=${file}`];
	}

	private optionsWith(options: GitOptions): GitOptions {
		return { ...options, tree: this.source.folder, env: { ...ownEnvironment, HOME: this.folder, ...options.env } };
	}
}

/** `log` and `show` as their output is read: the same whatever the user's settings. */
export const plainLog = [
	...['--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-notes', '--no-decorate'],
	...['--encoding=UTF-8', '--diff-algorithm=myers', '--submodule=short', '--src-prefix=a/', '--dst-prefix=b/'],
	...['--no-mailmap', '-M', '-l200'],
] as const;

const settings = [
	'--git-dir=.',
	'--literal-pathspecs',
	...[
		['core.attributesFile', '/dev/null'],
		['core.quotePath', 'false'],
		['core.commitGraph', 'true'],
		['log.diffMerges', 'off'],
		['diff.orderFile', '/dev/null'],
		['diff.suppressBlankEmpty', 'false'],
	].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

const ownEnvironment = {
	...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' },
	...{ GIT_NO_REPLACE_OBJECTS: '1', XDG_CONFIG_HOME: undefined },
};

/** Returns a path as a line of the file: quoted as in C if it would be read as something else. */
function alternate(path: string): string {
	return /^["#]|\n/.test(path) ? JSON.stringify(path) : path;
}
