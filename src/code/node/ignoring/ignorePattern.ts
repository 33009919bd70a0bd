import ignore, { type Ignore } from 'ignore';

/** One entry of a folder, as patterns see it. */
export interface NamedEntry {
	/** Path of its folder, relative to the folder of the patterns: '' or `src/core/`. */
	readonly folder: string;
	readonly name: string;
	readonly isFolder: boolean;
}

/**
 * A pattern in gitignore syntax. Nearly all are a name, a path, or a star with the beginning or the end of a name, and
 * these are compared without a regular expression; the `ignore` package decides the others.
 */
export class IgnorePattern {
	readonly isNegative: boolean;
	private readonly onlyFolders: boolean;
	/** Compared with names only, and not with paths. */
	private readonly isName: boolean;
	/** The rest of the pattern, without the fields above. */
	private readonly body: string;
	private readonly matches: (entry: NamedEntry) => boolean;

	/** `line` is not empty and no comment. */
	constructor(line: string) {
		this.isNegative = line.startsWith('!');
		const pattern = folded(withoutSpaces(this.isNegative ? line.slice(1) : line));
		this.onlyFolders = pattern.endsWith('/');
		const core = this.onlyFolders ? pattern.slice(0, -1) : pattern;
		const deep = core.startsWith('**/') && !core.includes('/', 3) ? core.slice(3) : core;
		this.isName = !deep.includes('/');
		this.body = deep.startsWith('/') ? deep.slice(1) : deep;
		this.matches = this.matcher(pattern);
	}

	/** The name that an entry must have, if there is just one. */
	get onlyName(): string | undefined {
		return this.isName && !isSpecial(this.body) ? this.body : undefined;
	}

	/** The last character of the names that match, if there is just one. */
	get lastCharacter(): string | undefined {
		const last = this.body.at(-1);
		return this.isName && last !== undefined && !isSpecial(last) && last !== ']' ? last : undefined;
	}

	/** Names and paths are folded, as `folded` does. */
	applies(entry: NamedEntry): boolean {
		return (entry.isFolder || !this.onlyFolders) && this.matches(entry);
	}

	private matcher(pattern: string): (entry: NamedEntry) => boolean {
		const { body, isName } = this;
		if (body === '') {
			return () => false;
		}
		if (!isName) {
			return isSpecial(body) ? pathMatcher(body, pattern) : entry => entry.folder + entry.name === body;
		}
		const [start, end] = [body.slice(0, -1), body.slice(1)];
		if (body.startsWith('*') && !isSpecial(end)) {
			return ({ name }) => name.endsWith(end);
		}
		if (body.endsWith('*') && !isSpecial(start)) {
			return ({ name }) => name.startsWith(start);
		}
		return isSpecial(body) ? nameMatcher(body) : ({ name }) => name === body;
	}
}

const isFolding = process.platform === 'win32' || process.platform === 'darwin';

/** On systems whose disks usually ignore letter case, patterns do so too. */
export function folded(text: string): string {
	return isFolding ? text.toLowerCase() : text;
}

function isSpecial(text: string): boolean {
	return /[*?[\\]/.test(text);
}

/** Spaces at the end do not count, unless a backslash is before them: that is left to the package. */
function withoutSpaces(pattern: string): string {
	return pattern.includes('\\') || !pattern.endsWith(' ') ? pattern : pattern.slice(0, lengthWithoutSpaces(pattern));
}

function lengthWithoutSpaces(text: string): number {
	let length = text.length;
	while (text[length - 1] === ' ') {
		length--;
	}
	return length;
}

function nameMatcher(body: string): (entry: NamedEntry) => boolean {
	const rules = rulesOf(body);
	const literal = longestLiteral(body);
	return ({ name }) => name.includes(literal) && rules.ignores(name);
}

/** A text that is in everything that matches. */
function longestLiteral(body: string): string {
	const parts = (/^[^[\\]*/.exec(body)?.[0] ?? '').split(/[*?]/);
	return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** The package also takes a path as ignored if one of its folders is, but another rule may have taken that back. */
function pathMatcher(body: string, pattern: string): (entry: NamedEntry) => boolean {
	const rules = rulesOf(pattern);
	const isDeep = body.includes('**');
	const nSlashes = count(body);
	const start = /^[^*?[\\]*/.exec(body)?.[0] ?? '';
	return ({ folder, name, isFolder }) => {
		if (!(folder + name).startsWith(start) || (!isDeep && count(folder) !== nSlashes)) {
			return false;
		}
		const path = folder + name + (isFolder ? '/' : '');
		if (!rules.ignores(path)) {
			return false;
		}
		return !isDeep || folder === '' || !rules.ignores(folder) || withoutFolders(pattern, folder).ignores(path);
	};
}

function withoutFolders(pattern: string, folder: string): Ignore {
	const names = folder.split('/').slice(0, -1);
	const outer = names.map((_, at) => `${names.slice(0, at + 1).join('/')}/`);
	return rulesOf(pattern).add(outer.map(path => `!/${path.replace(/[\\[\]*?]/g, '\\$&')}`));
}

function rulesOf(pattern: string): Ignore {
	return ignore({ ignorecase: false }).add({ pattern: /^[#!]/.test(pattern) ? `\\${pattern}` : pattern });
}

function count(text: string): number {
	let found = 0;
	for (let at = text.indexOf('/'); at !== -1; at = text.indexOf('/', at + 1)) {
		found++;
	}
	return found;
}
