import { existsSync, statSync } from 'node:fs';
import { readRegularFile } from '../../../system/node/files/regularFile';
import { writtenPatterns } from '../../../system/pure/text/ignorePatterns';
import { IgnorePattern, type NamedEntry } from './ignorePattern';

/** A pattern and the line it is written on. */
export interface IgnoreRule {
	/** Absolute path of the file. */
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	/** As it is written. */
	readonly text: string;
	readonly pattern: IgnorePattern;
	/** Of the matching rules of a file, the one with the highest number decides. */
	readonly rank: number;
}

/** The rules of one file in gitignore syntax, found by the name of an entry: most are for one name, or one ending. */
export class IgnoreList {
	private readonly byName: ReadonlyMap<string, readonly IgnoreRule[]>;
	private readonly byLastCharacter: ReadonlyMap<string, readonly IgnoreRule[]>;
	private readonly others: readonly IgnoreRule[];

	private constructor(rules: readonly IgnoreRule[]) {
		const others = rules.filter(({ pattern }) => pattern.onlyName === undefined);
		this.byName = grouped(rules, ({ onlyName }) => onlyName);
		this.byLastCharacter = grouped(others, ({ lastCharacter }) => lastCharacter);
		this.others = others.filter(({ pattern }) => pattern.lastCharacter === undefined);
	}

	/** Undefined if there is no such file, or no rule in it. Throws if it cannot be read. */
	static read(file: string): IgnoreList | undefined {
		const text = existsSync(file) && statSync(file).isFile() ? readRegularFile(file).toString('utf8') : '';
		const rules = writtenPatterns(text.replace(/^\uFEFF/, '')).map(({ pattern, line }, rank) => {
			return { file, line, text: pattern, pattern: new IgnorePattern(pattern), rank };
		});
		return rules.length === 0 ? undefined : new IgnoreList(rules);
	}

	/** The rule that decides on an entry; undefined if none matches. Names and paths are folded. */
	deciding(entry: NamedEntry): IgnoreRule | undefined {
		const { name } = entry;
		const first = lastMatch(this.byName.get(name), entry, undefined);
		const second = lastMatch(this.byLastCharacter.get(name.slice(-1)), entry, first);
		return lastMatch(this.others, entry, second);
	}
}

/** Returns the last matching rule, if it ranks higher than one that is already found. */
function lastMatch(
	rules: readonly IgnoreRule[] | undefined,
	entry: NamedEntry,
	found: IgnoreRule | undefined,
): IgnoreRule | undefined {
	const least = found?.rank ?? -1;
	for (let at = (rules?.length ?? 0) - 1; at >= 0; at--) {
		const rule = rules?.[at];
		if (rule === undefined || rule.rank < least) {
			break;
		}
		if (rule.pattern.applies(entry)) {
			return rule;
		}
	}
	return found;
}

function grouped(
	rules: readonly IgnoreRule[],
	keyOf: (pattern: IgnorePattern) => string | undefined,
): ReadonlyMap<string, readonly IgnoreRule[]> {
	const groups = new Map<string, IgnoreRule[]>();
	for (const rule of rules) {
		const key = keyOf(rule.pattern);
		if (key !== undefined) {
			const group = groups.get(key);
			group === undefined ? groups.set(key, [rule]) : group.push(rule);
		}
	}
	return groups;
}
