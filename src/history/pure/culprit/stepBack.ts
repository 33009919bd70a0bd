/**
 * Where to run a test whose last good commit is not known: before 1, 2, 4, ... of the commits that may matter, newest
 * first, then before the last of them, or at it if it is the first of all, then at tags. `touching`: those commits; `parentOf`: undefined for one without a parent; `tagged`: newest first.
 */
export function stepsBack(
	touching: readonly string[],
	parentOf: (id: string) => string | undefined,
	tagged: readonly string[],
): readonly string[] {
	const before = everyOther(touching).flatMap(id => parentOf(id) ?? []);
	const last = touching.slice(-1).map(id => parentOf(id) ?? id);
	return [...new Set([...before, ...last, ...everyOther(tagged)])];
}

/** The 1st, 2nd, 4th, ... of a list. */
function everyOther(list: readonly string[]): readonly string[] {
	return list.filter((_, at) => Number.isInteger(Math.log2(at + 1)));
}
