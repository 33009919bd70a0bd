import { isAbsolute, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { IgnoreRule } from './ignoreList';

/** The entries that the rules of a workspace folder leave out of a listing, to explain an empty listing. */
export class LeftOutEntries {
	private readonly byRule = new Map<IgnoreRule, number>();
	private readonly byGlob = new Map<string, number>();
	private readonly globs: readonly { readonly glob: string; readonly matches: (path: string) => boolean }[];

	constructor(
		private readonly root: string,
		globs: readonly string[],
	) {
		this.globs = globs.map(glob => ({ glob, matches: picomatch(glob, { dot: true }) }));
	}

	addIgnored(rule: IgnoreRule): void {
		this.byRule.set(rule, (this.byRule.get(rule) ?? 0) + 1);
	}

	/** `path` is relative to the workspace folder. */
	addExcluded(path: string): void {
		const glob = this.globs.find(({ matches }) => matches(path))?.glob ?? '';
		this.byGlob.set(glob, (this.byGlob.get(glob) ?? 0) + 1);
	}

	/** Names the rule that leaves out most, and the remedy, in whole sentences; undefined if nothing is left out. */
	explanation(): string | undefined {
		const [rule, nIgnored] = most(this.byRule);
		const [glob, nExcluded] = most(this.byGlob);
		if (glob !== undefined && nExcluded >= nIgnored) {
			return `All files are left out by the exclude setting ${glob}. Change it (files.exclude, search.exclude or faultline.index.exclude).`;
		}
		if (rule === undefined) {
			return undefined;
		}
		const path = relative(this.root, rule.file);
		const file = path.startsWith('..') || isAbsolute(path) ? rule.file : path.split(sep).join('/');
		return `All files are ignored by the pattern ${rule.text.trim()} (${file}, line ${rule.line}). Remove or narrow it, or add the files to git: what git tracks is indexed.`;
	}
}

function most<T>(counts: ReadonlyMap<T, number>): readonly [T | undefined, number] {
	return [...counts].reduce<readonly [T | undefined, number]>(
		(top, each) => (each[1] > top[1] ? each : top),
		[undefined, 0],
	);
}
