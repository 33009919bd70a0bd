import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { allPatterns, type BoundedPattern, growthProblem, type Pattern, patternHash, patternText } from './patterns';
import { readSources } from './sourceFile';

const knownFile = join(repoRoot, 'test/architecture/linearPatterns.json');
const boundedFile = join(repoRoot, 'test/architecture/boundedPatterns.json');
const longestBound = 4000;

/**
 * recheck proves that a pattern takes linear time, or finds a text for which it does not. That takes minutes for all, so
 * the hashes of those that it proved are kept; with UPDATE_PATTERNS=1 this test writes them again.
 */
describe('regular expressions', () => {
	let patterns: readonly Pattern[];
	const known = new Set(readJson(knownFile) as readonly string[]);
	const bounded = readJson(boundedFile) as readonly BoundedPattern[];
	const hasBound = new Set(bounded.map(({ pattern }) => pattern));

	before(async () => {
		patterns = allPatterns(await readSources());
	});

	it('take time in proportion to the text', async () => {
		const doubtful = patterns.filter(each => !hasBound.has(patternText(each)) && !known.has(patternHash(each)));
		const problems = await inParallel(doubtful, growthProblem);
		if (process.env.UPDATE_PATTERNS === '1') {
			const wrong = new Set(doubtful.filter((_, at) => problems[at] !== undefined));
			const proved = patterns.filter(each => !hasBound.has(patternText(each)) && !wrong.has(each)).map(patternHash);
			writeFileSync(knownFile, `${JSON.stringify(proved.sort(), undefined, '\t')}\n`);
		}
		assert.deepEqual(
			problems.filter(each => each !== undefined),
			[],
			`Bound what is repeated, exclude from it what follows, or begin with (?<!x)x+ instead of x+.`,
		);
	});

	it('that take longer are in use, and run on short texts only', () => {
		const used = new Set(patterns.map(patternText));
		for (const { pattern, longest, why } of bounded) {
			assert.ok(used.has(pattern), `${pattern} is not in use any more`);
			assert.ok(longest <= longestBound && why !== '', pattern);
		}
	});
});

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(file, 'utf8'));
}

/** Two at a time, results in order. */
async function inParallel<Item, Result>(
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = [...items.entries()];
	const worker = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			results[next[0]] = await work(next[1]);
		}
	};
	await Promise.all([worker(), worker()]);
	return results;
}
