/** One folder of a workspace. */
export interface RootFolder {
	/** The prefix of its paths if there are several folders. */
	readonly name: string;
	/** Absolute path on disk. */
	readonly dir: string;
}

/**
 * The folders with the prefixes of workspace paths: '' for a single folder; later ones of the same name are numbered;
 * characters that would split or empty a path part are replaced.
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
