import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import { changedTogether } from './changedTogether';
import { loadsOf, moduleOf } from './loadedModules';

/** The code whose tests are looked for. */
export interface TestedCode {
	/** Paths of the workspace, and in each the names of the functions and classes that matter. */
	readonly places: readonly { readonly path: string; readonly names: readonly string[] }[];
	/** Of the issue, if any: tests of the same subject have its words. */
	readonly text?: string;
}

export interface NearTest {
	readonly path: string;
	/** The sum of six signs of nearness, each from 0 to 1: comparable only within one answer. */
	readonly score: number;
}

/** So many test files are read at most. */
const mostRead = 5000;
/** A test with less in sum is not near. */
const leastScore = 0.75;

/**
 * The test files that are nearest to some code, best first: they are named like it, load it, name its functions, have the
 * words of the issue, were often changed together with it, or are in a folder near to it. Each sign counts the same:
 * weights learnt on half of the issues were no better on the others (`bench/nearestTests`). Nothing is run. Throws the
 * signal's reason.
 */
export async function nearestTests(
	workspace: Workspace,
	{ places, text = '' }: TestedCode,
	{ most, signal }: { readonly most: number; readonly signal?: AbortSignal },
): Promise<readonly NearTest[]> {
	const paths = places.map(({ path }) => path);
	const modules = paths.map(moduleOf);
	const wanted = { names: new Set(places.flatMap(({ names }) => names)), words: wordsIn(text) };
	const tests: ReadTest[] = [];
	for (const path of testFiles(workspace).slice(0, mostRead)) {
		signal?.throwIfAborted();
		const source = await readIfText(workspace.files, path);
		tests.push({ path, loads: loadsOf(source, modules), words: wordsIn(source) });
	}
	const byName = rareShares(tests, wanted.names);
	const byWord = rareShares(tests, wanted.words);
	const counts = await changedTogether(workspace.history, paths, signal);
	const together = shares(tests.map(({ path }) => counts.get(path) ?? 0));
	const scored = tests.map(({ path, loads }, at) => {
		const isNamed = [...modules.map(module => module.at(-1) ?? ''), ...wanted.names].some(each =>
			isNamedLike(path, each),
		);
		const near = Math.max(...paths.map(each => sharedFolders(path, each)));
		const signs = [Number(isNamed), loads, byName[at] ?? 0, byWord[at] ?? 0, together[at] ?? 0, near];
		return { path, score: signs.reduce((sum, sign) => sum + sign, 0) };
	});
	return scored
		.filter(({ score }) => score >= leastScore)
		.sort((a, b) => lastOf(a) - lastOf(b) || b.score - a.score)
		.slice(0, most);
}

/** Files of a test folder that are not named like tests come last: many only help others. */
function lastOf({ path }: NearTest): number {
	const name = path.slice(path.lastIndexOf('/') + 1);
	return /(?:^|[_.-])(?:tests?|specs?)(?:[_.-]|$)|Tests?\.|Specs?\./i.test(name) ? 0 : 1;
}

interface ReadTest {
	readonly path: string;
	/** From 0 to 1. */
	readonly loads: number;
	readonly words: ReadonlySet<string>;
}

function testFiles({ index }: Workspace): readonly string[] {
	return index.files().flatMap(({ path, isTest, language }) => (isTest && language !== undefined ? [path] : []));
}

/** How many of some words each test has, weighted by their rarity in tests, as a share of the test that has most. */
function rareShares(tests: readonly ReadTest[], wanted: ReadonlySet<string>): readonly number[] {
	const rarities = [...wanted].map(word => {
		const n = tests.filter(({ words }) => words.has(word)).length;
		// BM25's inverse document frequency.
		return { word, rarity: Math.log(1 + (tests.length - n + 0.5) / (n + 0.5)) };
	});
	return shares(
		tests.map(({ words }) => rarities.reduce((sum, { word, rarity }) => sum + (words.has(word) ? rarity : 0), 0)),
	);
}

/** As shares of the greatest one. */
function shares(values: readonly number[]): readonly number[] {
	const most = values.reduce((max, value) => Math.max(max, value), 0);
	return values.map(value => (most > 0 ? value / most : 0));
}

function wordsIn(text: string): ReadonlySet<string> {
	return new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? []);
}

/** Whether a test is named like a module or a definition, by its own name or its folder's: `test_cart`, `cart.test`, `cart/tests`. */
function isNamedLike(path: string, tested: string): boolean {
	const parts = path.replace(/\.[^./]*$/, '').split('/');
	const name = plainName(tested);
	return parts.slice(-2).some(part => plainName(part.replace(/^tests?[_.-]|[_.-]?(?:tests?|specs?)$/gi, '')) === name);
}

function plainName(name: string): string {
	return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The share of a file's folders that a test has as well, in order. */
function sharedFolders(test: string, path: string): number {
	const [own, other] = [test.split('/').slice(0, -1), path.split('/').slice(0, -1)];
	const differs = other.findIndex((folder, at) => own[at] !== folder);
	return other.length === 0 ? 0 : (differs === -1 ? other.length : differs) / other.length;
}
