import assert from 'node:assert/strict';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import type { Run } from '../../src/runs/pure/fold/run';
import { nextSteps } from '../../src/webview/nextStep';
import { phaseViews } from '../../src/webview/rows/phaseViews';
import { runItems } from '../../src/webview/rows/runItems';
import type { RunView } from '../../src/webview/rows/runView';
import { flattenTree } from '../../src/webview/tree/flattenTree';
import { importedTally } from '../support/importedTally';
import { viewOfRun } from '../support/viewOfRun';
import { rowsText } from './rowsText';

describe('the rows of an imported tree', () => {
	let run: Run;
	let view: RunView;

	before(async () => {
		run = await importedTally();
		view = viewOfRun(run, { patches: shownPatches(run) });
	});

	const draw = (toggles: Record<string, boolean>, changes: Partial<RunView> = {}) =>
		rowsText(flattenTree(runItems({ ...view, ...changes }), { 'phase:review': false, ...toggles }));

	it('name the file that it comes from, and no search for locations that failed', () => {
		assert.deepEqual(draw({ 'phase:locate': true, 'phase:patch': false }).slice(0, 3), [
			'- Locate, skipped',
			'  + Issue: Entries that end after midnight have negative hours, imported from tally.root (DARS)',
			'  . 288 iterations were left when the tool stopped.',
		]);
		assert.equal(phaseViews(view).find(({ phase }) => phase === 'patch')?.state, 'done');
	});

	it('show the first path, then each alternative with its own', () => {
		assert.deepEqual(draw({ 'phase:patch': true, 'branch:n7': true }).slice(1, -1), [
			'- Patch, done, 4 attempts',
			'  + Instructions to the agent',
			'  + Round 1: find_file "report.txt"',
			'  + Round 2: create script.txt',
			'  + Round 3: append "show the hours"',
			'  + Round 4: edit "Hours: -8" "Hours: 0"',
			'  + Round 5: Patch 1: submit',
			'  . Continued with round 2a: create notes.txt',
			'  - Alternative to create: create notes.txt, after round 1',
			'    + Round 2a: create notes.txt',
			'    + Round 3a: edit "Hours: -8" "Hours: ?"',
			'    . Continued with round 3b: append "show the hours and the days"',
			'  + Alternative to append: append "show the hours and the days", after round 2 · Patch 2: its evaluation gave no result',
			'  + Alternative to edit: edit "Hours: -8" "Hours: 8", after round 3 · Patch 3: resolves the issue, according to its evaluation',
			'  + Alternative to submit: submit, after round 4 · Patch 4: does not resolve the issue, according to its evaluation',
		]);
	});

	it('leave out the alternatives that are hidden; patches under Review stay, and keep their numbers', () => {
		const rows = draw(
			{ 'phase:patch': true, 'phase:review': true, 'patch:p1': false },
			{ hiddenAlternatives: ['create', 'append', 'submit'] },
		);
		assert.deepEqual(
			rows.filter(row => /Alternative|Patch \d[^:]*$/.test(row)).map(row => row.trim()),
			[
				'+ Alternative to edit: edit "Hours: -8" "Hours: 8", after round 3 · Patch 3: resolves the issue, according to its evaluation',
				'+ Patch 1, +1 −1 in report.txt · does not resolve the issue, according to its evaluation',
				'+ Patch 2, +1 −1 in report.txt · its evaluation gave no result',
				'+ Patch 3, +1 −1 in report.txt · resolves the issue, according to its evaluation',
				'+ Patch 4, +1 −1 in report.txt · does not resolve the issue, according to its evaluation',
			],
		);
	});

	it('show among which candidates an action was chosen and, in full detail, the alternatives that are left', () => {
		const rows = draw(
			{ 'phase:patch': true, 'branch:n11': true, 'node:n11': true, 'compared:n11': true },
			{ detail: 'full' },
		);
		const at = rows.findIndex(row => row.includes('Chosen among'));
		assert.deepEqual(rows.slice(at, at + 6), [
			'      - Chosen among 3 candidates',
			'        . Candidate 1: Zero is a guess.',
			'        . Candidate 2: Remove it.',
			'        . Candidate 3: Again.',
			'        . The first one states the true hours.',
			'      . Alternatives left: edit 1, append 0, submit 1, create 0',
		]);
	});

	it('offer to read a patch, and nothing that changes files or continues the run', () => {
		const rows = flattenTree(runItems(view), {});
		const buttons = rows.flatMap(({ content }) => (content.kind === 'patchActions' ? content.buttons : []));
		assert.deepEqual([...new Set(buttons.map(({ action }) => action))], ['openDiff', 'compare']);
		const shown = { ...view, model: { label: 'm', recipient: 'r' }, isTrusted: true };
		assert.deepEqual(
			nextSteps(run, shown).map(({ label }) => label),
			['Locate Another Bug'],
		);
	});
});
