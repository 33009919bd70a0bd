/** The imports of each file, as esbuild's metafile has them: paths relative to the repository. */
export type Imports = ReadonlyMap<string, readonly string[]>;

interface MetafileInputs {
	readonly inputs: Readonly<
		Record<string, { readonly imports: readonly { readonly path: string; readonly external?: boolean }[] }>
	>;
}

/** Packages are no files of the graph. */
export function importsOf({ inputs }: MetafileInputs): Imports {
	return new Map(
		Object.entries(inputs).map(([path, { imports }]) => [
			path,
			imports.filter(({ external }) => external !== true).map(each => each.path),
		]),
	);
}

export function importersOf(imports: Imports): Imports {
	const importers = new Map<string, string[]>();
	for (const [path, imported] of imports) {
		for (const each of imported) {
			const known = importers.get(each);
			known ? known.push(path) : importers.set(each, [path]);
		}
	}
	return importers;
}

/** How many edges away each file is that can be reached from `starts`, which are 0 away. */
export function distancesFrom(starts: Iterable<string>, edges: Imports): Map<string, number> {
	const distances = new Map([...starts].map(path => [path, 0]));
	// A map is iterated in the order of insertion, with what is inserted meanwhile: breadth first.
	for (const [path, distance] of distances) {
		for (const next of edges.get(path) ?? []) {
			if (!distances.has(next)) {
				distances.set(next, distance + 1);
			}
		}
	}
	return distances;
}
