import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { ignorePatterns } from '../core/util/ignorePatterns';

export const ignoreFileName = '.gitignore';

/**
 * What git ignores below one folder: a rule file counts from its folder downwards, and the last rule that fits decides.
 * Rules of inner folders are rewritten to stand in one list, as only that lets an inner rule take back an outer one.
 */
export class IgnoreRules {
	private constructor(
		private readonly rules: Ignore,
		/** From the folder of the outermost rules to the workspace folder: '' or `backend/`. */
		private readonly base: string,
	) {}

	static none(): IgnoreRules {
		return new IgnoreRules(newRules(), '');
	}

	/**
	 * The rules at a workspace folder: those of the repository around it, and none where these ignore the folder itself.
	 * Throws where one of their files cannot be read.
	 */
	static at(folder: string): IgnoreRules {
		const repository = repositoryAround(folder);
		if (repository === undefined) {
			return IgnoreRules.none();
		}
		const steps = relative(repository, folder).split(sep).filter(Boolean);
		let rules = new IgnoreRules(newRules(), steps.map(step => `${step}/`).join(''));
		rules = rules.with(join(repository, '.git', 'info', 'exclude'), '');
		for (let depth = 0; depth < steps.length; depth++) {
			const outer = steps.slice(0, depth);
			rules = rules.with(join(repository, ...outer, ignoreFileName), outer.map(step => `${step}/`).join(''));
		}
		const ignoresAll = rules.base !== '' && rules.rules.ignores(rules.base);
		return ignoresAll ? IgnoreRules.none() : rules;
	}

	/** With the rule file of a folder of the workspace folder, '' or `src/`. Throws where the file cannot be read. */
	below(path: string, ruleFile: string): IgnoreRules {
		return this.with(ruleFile, this.base + path);
	}

	/** `path` is relative to the workspace folder; that of a folder ends with a slash. */
	ignores(path: string): boolean {
		return this.rules.ignores(this.base + path);
	}

	private with(ruleFile: string, prefix: string): IgnoreRules {
		const text = existsSync(ruleFile) && statSync(ruleFile).isFile() ? readFileSync(ruleFile, 'utf8') : '';
		const patterns = ignorePatterns(text, prefix);
		return patterns.length === 0 ? this : new IgnoreRules(newRules().add(this.rules).add(patterns), this.base);
	}
}

function newRules(): Ignore {
	return ignore({ ignorecase: process.platform === 'win32' || process.platform === 'darwin' });
}

function repositoryAround(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, '.git'))) {
			return at;
		}
		if (at === dirname(at)) {
			return undefined;
		}
	}
}
