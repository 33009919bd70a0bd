/** One folder of a workspace. */
export interface RootFolder {
	/** What paths in it begin with where there are several. */
	readonly name: string;
	/** Absolute path on disk. */
	readonly dir: string;
}

/**
 * The folders with the names workspace paths begin with: '' for a single one; of several with one name the later ones
 * are numbered; what would read as several parts of a path, or as none, is replaced.
 */
export function namedRoots(roots: readonly RootFolder[]): RootFolder[] {
	const taken = new Set<string>();
	return roots.map(({ name, dir }) => {
		const unique = roots.length === 1 ? '' : uniqueName(name.replace(/[/\\:]/g, '_').replace(/^\.*$/, '_'), taken);
		taken.add(unique);
		return { name: unique, dir };
	});
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
	let unique = name;
	for (let number = 2; taken.has(unique); number++) {
		unique = `${name}-${number}`;
	}
	return unique;
}
