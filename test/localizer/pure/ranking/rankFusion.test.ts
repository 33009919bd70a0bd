import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bestFirst, placesIn, RankFusion, scaled } from '../../../../src/localizer/pure/ranking/rankFusion';

describe('reciprocal rank fusion', () => {
	it('adds up 1 / (60 + rank) over the lists, scaled so that first in every list is 1', () => {
		const fused = fuse([9, 5, 1], [1, 3, 0]);
		const best = 2 / 61;
		assertClose(fused, [(1 / 61 + 1 / 62) / best, (1 / 62 + 1 / 61) / best, 1 / 63 / best]);
	});

	it('gives 1 to what is first everywhere, and 0 to what is in no list', () => {
		assertClose(fuse([2, 0, 1], [7, 0, 0]), [1, 0, 1 / 62 / (2 / 61)]);
	});

	it('lets equal scores share the mean of their ranks', () => {
		// Ranks 1, 2 and 3 are one each: 2 for all three; what comes next has rank 4.
		assertClose(fuse([5, 5, 5, 1]), [61 / 62, 61 / 62, 61 / 62, 61 / 64]);
	});

	it('counts only non-empty lists', () => {
		assert.deepEqual(fuse([3, 1], [0, 0]), fuse([3, 1]));
		assert.deepEqual(fuse([3, 1], [-1, -2]), fuse([3, 1]));
	});

	it('continues from an earlier fusion, without changing it', () => {
		const before = new RankFusion(2);
		before.add([{ name: 'a', scores: Float64Array.of(3, 1) }]);
		const kept = [...before.scores()];
		const after = new RankFusion(2, before);
		after.add([{ name: 'b', scores: Float64Array.of(0, 1) }]);
		assert.deepEqual([...after.scores()], fuse([3, 1], [0, 1]));
		assert.deepEqual([...before.scores()], kept);
	});

	it('looks at ranks alone, and stays between 0 and 1', () => {
		const lists = fc.array(fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(lists, scores => {
				const fused = fuse(...scores);
				assert.ok(fused.every(score => score >= 0 && score <= 1 + 1e-12));
				assert.deepEqual(fuse(...scores.map(list => list.map(score => score * score * 10))), fused);
			}),
		);
	});

	it('tells where positions are in a list: their ranks, and their shares of the best score', () => {
		const { ranks, shares } = placesIn({ name: 'a', scores: Float64Array.of(1, 4, 1, 0) }, [2, 1, 3]);
		assert.deepEqual([...ranks], [2.5, 1, Number.NaN]);
		assert.deepEqual([...shares], [0.25, 1, Number.NaN]);
	});

	it('ranks positions that share a score as if each had it', () => {
		const shared = fc.record({
			scores: fc.array(fc.double({ min: -1, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 6 }),
			scoreOf: fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }),
		});
		fc.assert(
			fc.property(shared, ({ scores, scoreOf }) => {
				const of = Uint32Array.from(scoreOf, at => at % scores.length);
				const fusion = new RankFusion(of.length);
				fusion.add([{ name: '', scores: Float64Array.from(scores), scoreOf: of }]);
				assert.deepEqual([...fusion.scores()], fuse([...of].map(at => scores[at] ?? 0)));
			}),
		);
	});

	it('is empty over nothing', () => {
		assert.deepEqual(fuse([]), []);
	});
});

describe('positions, best first', () => {
	it('are those above 0, equal ones in their order', () => {
		assert.deepEqual(bestFirst(Float64Array.of(1, 0, 3, -1, 1), 5), [2, 0, 4]);
	});

	it('are the first ones of all of them, however many there are', () => {
		const scores = Float64Array.from({ length: 20_000 }, (_, at) => ((at * 7919) % 1013) - 500);
		const all = [...scores.keys()].filter(at => (scores[at] ?? 0) > 0);
		all.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
		for (const limit of [0, 1, 50, 3000, 100_000]) {
			assert.deepEqual(bestFirst(scores, limit), all.slice(0, limit));
		}
	});
});

describe('scores scaled', () => {
	it('have 1 for the best and nothing below 0', () => {
		assert.deepEqual([...scaled(Float64Array.of(1, 4, -2))], [0.25, 1, 0]);
	});

	it('are all 0 where nothing is above 0', () => {
		assert.deepEqual([...scaled(Float64Array.of(-1, 0))], [0, 0]);
	});
});

function fuse(...lists: readonly (readonly number[])[]): number[] {
	const fusion = new RankFusion(lists[0]?.length ?? 0);
	fusion.add(lists.map(scores => ({ name: 'list', scores: Float64Array.from(scores) })));
	return [...fusion.scores()];
}

function assertClose(actual: readonly number[], expected: readonly number[]): void {
	assert.equal(actual.length, expected.length);
	for (const [at, number] of actual.entries()) {
		assert.ok(Math.abs(number - (expected[at] ?? Number.NaN)) < 1e-12, `${number} is not ${expected[at]} at ${at}`);
	}
}
