import assert from 'node:assert/strict';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { patchCandidates } from '../../../../src/runs/pure/fold/patchCandidates';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered } from '../../../support/runEvents';

const patches = ['p1', 'p2', 'p3'].map(id => patchOf(id, { path: 'a.txt', before: 'a\n', after: `${id}\n` }));

function candidates(events: readonly RunEventBody[]) {
	return patchCandidates(fixOf(foldRun(numbered(events))));
}

describe('patchCandidates', () => {
	it('come in the order of the ranking, with their evidence', () => {
		const [first, second] = candidates(patchRunEvents('run', 'title', patches));
		assert.deepEqual([first?.number, first?.patch.id, first?.reasons.length], [1, 'p1', 2]);
		assert.deepEqual([first?.before?.verdict, first?.after?.verdict], ['reproduced', 'passed']);
		assert.equal(first?.review?.patchCorrect, true);
		assert.deepEqual([second?.after?.verdict, second?.review?.patchCorrect], ['reproduced', false]);
	});

	it('are all patches that no other took the place of, while nothing is ranked', () => {
		const [p1, p2] = patches;
		assert.ok(p1 && p2);
		const written = [p1, { ...p2, replaces: 'p1' }].map((patch): RunEventBody => ({ type: 'patchWritten', patch }));
		const [only, ...others] = candidates([...patchRunEvents('run', 'title', []), ...written]);
		assert.deepEqual(others, []);
		assert.deepEqual([only?.patch.id, only?.reasons, only?.after], ['p2', [], undefined]);
	});

	it('have the numbers of their ranks, and before that of the order they were written in', () => {
		const [p1, p2, p3] = patches;
		assert.ok(p1 && p2 && p3);
		const written = [p1, { ...p2, replaces: 'p1' }, p3].map((patch): RunEventBody => ({ type: 'patchWritten', patch }));
		const unranked = patchRunEvents('run', 'title', []).filter(({ type }) => type !== 'patchesRanked');
		const numbers = (events: readonly RunEventBody[]) => candidates(events).map(each => [each.patch.id, each.number]);
		assert.deepEqual(numbers([...unranked, ...written]), [
			['p2', 2],
			['p3', 3],
		]);
		const ranking = ['p3', 'p1', 'p2'].map(patch => ({ patch, reasons: [] }));
		assert.deepEqual(numbers([...unranked, ...written, { type: 'patchesRanked', ranking }]), [
			['p3', 1],
			['p1', 2],
			['p2', 3],
		]);
	});

	it('begin with the one that the user picked, in every view, until patches are ranked without it', () => {
		const events = patchRunEvents('run', 'title', patches);
		const picked = [...events, { type: 'patchPicked', patch: 'p3' } as const];
		const order = (of: readonly RunEventBody[]) => candidates(of).map(({ patch, why }) => [patch.id, why]);
		assert.deepEqual(order(picked), [
			['p3', 'Picked by you.'],
			['p1', undefined],
			['p2', undefined],
		]);
		const run = foldRun(numbered(picked));
		const [first] = shownPatches(run);
		assert.equal(first?.evidence.find(({ label }) => label === 'Why first')?.text, 'Picked by you.');
		assert.deepEqual(
			order([...picked, { type: 'patchPicked', patch: 'p2' }]).map(([id]) => id),
			['p2', 'p1', 'p3'],
		);
		const again = (...ids: readonly string[]): RunEventBody => ({
			type: 'patchesRanked',
			ranking: ids.map(patch => ({ patch, reasons: [] })),
		});
		assert.equal(order([...picked, again('p1', 'p3')])[0]?.[0], 'p3');
		assert.equal(order([...picked, again('p1', 'p2'), again('p1', 'p3')])[0]?.[0], 'p1');
	});

	it('leave out those that are the same change as a ranked one', () => {
		const ranking = [
			{ patch: 'p2', reasons: [], same: ['p1'] },
			{ patch: 'p3', reasons: [] },
		];
		const found = candidates([...patchRunEvents('run', 'title', patches), { type: 'patchesRanked', ranking }]);
		assert.deepEqual(
			found.map(({ patch }) => patch.id),
			['p2', 'p3'],
		);
	});

	it('leave out what the ranking names and nobody wrote', () => {
		const ranking = [{ patch: 'p9', reasons: [] }];
		assert.deepEqual(candidates([...patchRunEvents('run', 'title', []), { type: 'patchesRanked', ranking }]), []);
	});
});
