import type { BugLocation, Ranking } from '../../../model/location';

/** A ranking with named locations in front of everything else, in their order. */
export function rankingWith(locations: readonly BugLocation[], ranking: Ranking): Ranking {
	const named = locations.map(names);
	return {
		files: inFront(
			named.map(({ file }) => file),
			ranking.files,
		),
		modules: inFront(
			named.flatMap(({ module }) => module ?? []),
			ranking.modules,
		),
		functions: inFront(
			named.flatMap(({ unit }) => unit ?? []),
			ranking.functions,
		),
	};
}

function inFront(first: readonly string[], rest: readonly string[]): readonly string[] {
	return [...new Set([...first, ...rest])];
}

/** A location in the forms of a ranking; code outside definitions has only its file. */
function names({ file, class: owner, method }: BugLocation): { file: string; module?: string; unit?: string } {
	const qualified = [owner, method].filter(name => name !== undefined).join('.');
	return qualified === '' ? { file } : { file, module: `${file}:${owner ?? method}`, unit: `${file}:${qualified}` };
}
