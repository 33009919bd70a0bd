import assert from 'node:assert/strict';
import { readRankings } from '../../../../src/research/node/eval/predictions';
import { TestFolder } from '../../../support/testFolder';

describe('predictions of another tool', () => {
	const folder = new TestFolder();
	const read = (...rows: readonly unknown[]) => {
		folder.write({ 'p.jsonl': rows.map(row => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('') });
		return readRankings(folder.path('p.jsonl'));
	};

	it('are read in both spellings, each item once', async () => {
		const rankings = await read(
			{ instance_id: 'a', files: ['x', 'y', 'x'], modules: ['x:A'], functions: ['x:A.f'] },
			{ instance_id: 'b', found_files: ['x'], found_modules: ['x:A'], found_entities: ['x:A.f'] },
			{ instance_id: 'c', files: [] },
		);
		assert.deepEqual(Object.fromEntries(rankings), {
			a: { files: ['x', 'y'], modules: ['x:A'], functions: ['x:A.f'] },
			b: { files: ['x'], modules: ['x:A'], functions: ['x:A.f'] },
			c: { files: [], modules: [], functions: [] },
		});
	});

	const good = { instance_id: 'a', files: ['x'] };
	const wrong: [what: string, row: unknown, message: RegExp][] = [
		['no JSON', '{"instance_id": ', /p\.jsonl, line 2 is not JSON/],
		['a list', '[1]', /p\.jsonl, line 2 is not a JSON object/],
		['no id', { files: [] }, /line 2 has no "instance_id"/],
		['an id that is a number', { instance_id: 3, files: [] }, /line 2 has no "instance_id"/],
		['an id twice', good, /line 2 is about a, as a line before/],
		['no list', { instance_id: 'b' }, /line 2 ranks nothing: it needs "files"/],
		['numbers', { instance_id: 'b', found_files: [1] }, /line 2: "found_files" is not a list of texts/],
		['a text', { instance_id: 'b', files: 'x' }, /line 2: "files" is not a list of texts/],
		['null', { instance_id: 'b', files: null, functions: {} }, /line 2: "functions" is not a list of texts/],
	];
	for (const [what, row, message] of wrong) {
		it(`are refused with ${what}`, async () => {
			await assert.rejects(read(good, row), { name: 'UserError', message });
		});
	}
});
