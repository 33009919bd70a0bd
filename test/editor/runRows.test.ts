import assert from 'node:assert/strict';
import { ageText, runRow } from '../../src/editor/runHistory/runRows';
import type { RunSummary } from '../../src/runs/pure/log/runStore';

const minute = 60_000;

describe('the row of a run', () => {
	const summary: RunSummary = {
		...{ id: 'a', title: 'It leaks', engine: 'gpt-lab', startedAt: Date.UTC(2026, 0, 2, 12), sizeBytes: 1 },
		...{ state: 'done', nLocations: 1, nPatches: 2, isProvisional: false },
	};
	const rowOf = (changes: Partial<RunSummary> = {}, { active = false, shownId = '' } = {}) =>
		runRow({ summary: { ...summary, ...changes }, active }, summary.startedAt + 3 * minute, shownId);
	const buttonsOf = (...args: Parameters<typeof rowOf>) => rowOf(...args).buttons?.map(({ tooltip }) => tooltip);

	it('has the title, the age, the results, the model and the time', () => {
		const { label, description, detail } = rowOf();
		assert.deepEqual([label, description], ['It leaks', '3 minutes ago']);
		assert.match(detail ?? '', /^1 location · 2 patches · gpt-lab · .*2026/);
	});

	it('differs from another one of the same title, started in the same minute', () => {
		assert.notEqual(rowOf().detail, rowOf({ startedAt: summary.startedAt + 1000 }).detail);
	});

	it('names the state of a run without an end, and provisional locations', () => {
		assert.match(rowOf({ state: 'running' }).detail ?? '', /^interrupted · /);
		assert.match(rowOf({ state: 'running' }, { active: true }).detail ?? '', /^running · /);
		assert.match(rowOf({ state: 'cancelled', nPatches: 0 }).detail ?? '', /^cancelled · 1 location · gpt-lab/);
		assert.match(rowOf({ isProvisional: true }).detail ?? '', /^1 provisional location · /);
	});

	it('names the file of an imported run, which has no locations', () => {
		const imported = { tool: 'DARS', file: 'x.root' };
		assert.match(rowOf({ imported, engine: 'DARS' }).detail ?? '', /^2 patches · imported from x\.root \(DARS\) · /);
	});

	it('marks the run that the views show', () => {
		assert.equal(rowOf({}, { shownId: 'a' }).description, 'shown · 3 minutes ago');
	});

	it('has a button for everything that is possible', () => {
		assert.deepEqual(buttonsOf(), ['Rename', 'Remove']);
		assert.deepEqual(buttonsOf({ state: 'failed' }), ['Resume', 'Rename', 'Remove']);
		assert.deepEqual(buttonsOf({ state: 'running' }, { active: true }), ['Rename']);
	});
});

describe('ageText', () => {
	const cases: readonly [ageMs: number, expected: string][] = [
		[0, 'now'],
		[minute - 1, 'now'],
		[minute, '1 minute ago'],
		[59 * minute, '59 minutes ago'],
		[60 * minute, '1 hour ago'],
		[47 * 60 * minute, '1 day ago'],
		[48 * 60 * minute, '2 days ago'],
	];
	for (const [ageMs, expected] of cases) {
		it(`calls ${ageMs} ms "${expected}"`, () => assert.equal(ageText(ageMs), expected));
	}
});
