/** Files that are maintained together, as a list of maintainers has them. */
export interface MaintainedArea {
	readonly name: string;
	/** Globs over paths below the folder of the list: `*` stays within a folder, `**` does not. */
	readonly included: readonly string[];
	readonly excluded: readonly string[];
}

const limits = { areas: 20_000, globs: 100_000, glob: 300 };

/**
 * The sections of a `MAINTAINERS` file, in the form of the Linux kernel: a title, then lines of a letter, a colon and a
 * value. `F:` names files, and with a `/` at the end everything below a folder; `X:` excludes. Sections without either,
 * and those for everything, are left out.
 */
export function parseMaintainers(text: string): MaintainedArea[] {
	const areas: MaintainedArea[] = [];
	let title = '';
	let open: { readonly included: string[]; readonly excluded: string[] } | undefined;
	let nGlobs = 0;
	for (const line of text.split('\n')) {
		const tag = line.charAt(1) === ':' && /^[A-Z]$/.test(line.charAt(0)) ? line.charAt(0) : '';
		if (tag === '') {
			title = /[\p{L}\p{N}]/u.test(line) ? line.trim() : title;
			open = undefined;
			continue;
		}
		if (open === undefined) {
			open = { included: [], excluded: [] };
			areas.push({ name: title, ...open });
		}
		const value = line.slice(2).trim();
		if ((tag === 'F' || tag === 'X') && isTelling(value) && nGlobs < limits.globs) {
			nGlobs++;
			(tag === 'F' ? open.included : open.excluded).push(value.endsWith('/') ? `${value}**` : value);
		}
		if (areas.length >= limits.areas) {
			break;
		}
	}
	return areas.filter(area => area.included.length > 0);
}

/**
 * Reads the areas of a `CODEOWNERS` file: patterns with the same owners form one area; the last patterns come first. A
 * pattern is written as in a `.gitignore`.
 */
export function parseCodeOwners(text: string): MaintainedArea[] {
	const byOwners = new Map<string, string[]>();
	for (const line of text.split('\n').slice(0, limits.globs).reverse()) {
		const [pattern = '', ...owners] = line.split(/\s/).filter(word => word !== '');
		const key = owners.join(' ');
		const isRule = key !== '' && !/^[#[^!]/.test(pattern) && isTelling(pattern);
		if (isRule && (byOwners.has(key) || byOwners.size < limits.areas)) {
			const globs = byOwners.get(key) ?? [];
			globs.push(...ignorePatternGlobs(pattern));
			byOwners.set(key, globs);
		}
	}
	return [...byOwners].map(([name, included]) => ({ name, included, excluded: [] }));
}

/** A pattern without a folder inside it applies in every folder, to a file or a folder. */
function ignorePatternGlobs(pattern: string): string[] {
	const bare = pattern.replace(/^\//, '').replace(/\/$/, '');
	const rooted = pattern.startsWith('/') || bare.includes('/') ? bare : `**/${bare}`;
	return rooted.endsWith('*') || pattern.endsWith('/')
		? [rooted.endsWith('**') || !pattern.endsWith('/') ? rooted : `${rooted}/**`]
		: [rooted, `${rooted}/**`];
}

/** Whether a pattern is for less than everything, and short enough. */
function isTelling(pattern: string): boolean {
	return /[\p{L}\p{N}]/u.test(pattern) && pattern.length <= limits.glob;
}
