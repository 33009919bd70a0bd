import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { gitFolder } from './gitFolder';
import { IgnoreList, type IgnoreRule } from './ignoreList';
import { folded } from './ignorePattern';

export const ignoreFileName = '.gitignore';

interface Level {
	readonly list: IgnoreList;
	/** From the folder of the rules to the folder of the entries: '' or `src/core/`, folded. */
	readonly path: string;
}

/**
 * The entries git ignores in one folder. The rules of a file apply from its folder downwards. Rules of inner folders
 * come first, and in one file the last match decides: so an inner rule can re-include entries that an outer one
 * ignores. A folder that is ignored must not be entered, as nothing in it can be re-included.
 */
export class IgnoreRules {
	static readonly none = new IgnoreRules([]);

	/** Innermost first. */
	private constructor(private readonly levels: readonly Level[]) {}

	/**
	 * Returns the rules around a workspace folder, without its own: the repository's rules, or none if these ignore the
	 * folder itself. Throws if one of their files cannot be read.
	 */
	static around(folder: string): IgnoreRules {
		const repository = repositoryAround(folder);
		if (repository === undefined) {
			return IgnoreRules.none;
		}
		let rules = IgnoreRules.none.with(join(gitFolder(repository).common, 'info', 'exclude'));
		let at = repository;
		for (const name of relative(repository, folder).split(sep).filter(Boolean)) {
			rules = rules.with(join(at, ignoreFileName));
			if (rules.ignoring(name, true) !== undefined) {
				return IgnoreRules.none;
			}
			rules = rules.into(name);
			at = join(at, name);
		}
		return rules;
	}

	/** Adds the rules of a file for this folder. Throws if the file cannot be read. */
	with(file: string): IgnoreRules {
		const list = IgnoreList.read(file);
		return list === undefined ? this : new IgnoreRules([{ list, path: '' }, ...this.levels]);
	}

	/** The rules in a folder of this one. */
	into(name: string): IgnoreRules {
		const inner = `${folded(name)}/`;
		return this.levels.length === 0
			? this
			: new IgnoreRules(this.levels.map(({ list, path }) => ({ list, path: path + inner })));
	}

	/** Returns the rule that ignores an entry of this folder; undefined if it is not. */
	ignoring(name: string, isFolder: boolean): IgnoreRule | undefined {
		const foldedName = folded(name);
		for (const { list, path } of this.levels) {
			const rule = list.deciding({ folder: path, name: foldedName, isFolder });
			if (rule !== undefined) {
				return rule.pattern.isNegative ? undefined : rule;
			}
		}
		return undefined;
	}
}

/** Returns absolute paths of the files that decide on the rules around a folder, whether they exist or not. */
export function filesAround(folder: string): string[] {
	const top = repositoryAround(folder);
	const files = top === undefined ? [] : [join(gitFolder(top).common, 'info', 'exclude')];
	for (let at = folder; ; at = dirname(at)) {
		files.push(join(at, '.git'), ...(at === folder ? [] : [join(at, ignoreFileName)]));
		if (at === top || at === dirname(at)) {
			return files;
		}
	}
}

/** The top of the repository that a folder is in. */
export function repositoryAround(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, '.git'))) {
			return at;
		}
		if (at === dirname(at)) {
			return undefined;
		}
	}
}
