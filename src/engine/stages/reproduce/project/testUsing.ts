import { readIfText } from '../../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../../history/pure/workspace';

/** The beginning of a test. */
export interface UsingTest {
	readonly path: string;
	readonly code: string;
}

/** How many suspects are looked for, how many tests are read for it, and how many lines of one are shown. */
const most = { suspects: 5, tests: 40, lines: 25, characters: 1200 } as const;

/**
 * The test that names the path of a suspect most fully, with the lines around that: `shop.cart`, `../src/cart`. Tests
 * named like a suspect come before others, and files named as tests before other test files; undefined if none of the
 * files read names a suspect.
 */
export async function testUsing(
	{ files: texts, index }: Workspace,
	suspects: readonly string[],
): Promise<UsingTest | undefined> {
	const wanted = suspects.slice(0, most.suspects).map(partsOf);
	const files = index.files().flatMap(({ path, isTest, language }) => (isTest && language !== undefined ? [path] : []));
	const named = files.filter(path => /test|spec/i.test(path.slice(path.lastIndexOf('/') + 1)));
	const tests = named.length > 0 ? named : files;
	const near = tests
		.map(path => ({ path, rank: Math.max(...wanted.map(suspect => nearness(path, suspect))) }))
		.sort((a, b) => b.rank - a.rank);
	let best: (UsingTest & { readonly value: number }) | undefined;
	for (const { path, rank } of near.slice(0, wanted.length > 0 ? most.tests : 0)) {
		const lines = (await readIfText(texts, path)).split('\n');
		const { at, nParts } = firstUse(lines, wanted);
		const value = nParts === 0 ? 0 : nParts + (rank >= namedLike ? namedLike : 0);
		if (value > (best?.value ?? 0)) {
			const from = Math.max(0, at - most.lines / 2);
			best = {
				path,
				value,
				code: lines
					.slice(from, from + most.lines)
					.join('\n')
					.slice(0, most.characters),
			};
		}
	}
	return best;
}

/** The score of a name like a suspect's. */
const namedLike = 100;

/** The folders of a path and its name without extension. */
function partsOf(path: string): readonly string[] {
	return path.replace(/\.[^./]*$/, '').split('/');
}

/** A similar name counts more than any number of common folders. */
function nearness(test: string, suspect: readonly string[]): number {
	const parts = partsOf(test);
	const isNamed = parts.at(-1)?.includes(suspect.at(-1) ?? '') === true;
	const nCommon = parts.filter(part => suspect.includes(part)).length;
	return (isNamed ? namedLike : 0) + nCommon;
}

/** The line that names most parts of a suspect's path. A single part counts only in a line that loads something. */
function firstUse(
	lines: readonly string[],
	suspects: readonly (readonly string[])[],
): { readonly at: number; readonly nParts: number } {
	let best = { at: 0, nParts: 0 };
	for (const parts of suspects) {
		for (let nParts = parts.length; nParts > best.nParts; nParts--) {
			const end = parts.slice(-nParts);
			const names = [end.join('/'), end.join('.')];
			const at = lines.findIndex(line => names.some(name => line.includes(name)) && (nParts > 1 || loads.test(line)));
			best = at >= 0 ? { at, nParts } : best;
		}
	}
	return best;
}

const loads = /\b(?:import|from|require|include|use|using)\b/;
