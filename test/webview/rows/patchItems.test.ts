import assert from 'node:assert/strict';
import { shownPatches } from '../../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import type { ShownPatch } from '../../../src/runs/pure/fold/shownPatch';
import type { Patch } from '../../../src/runs/pure/model/patch';
import { patchItems } from '../../../src/webview/rows/patchItems';
import { flattenTree } from '../../../src/webview/tree/flattenTree';
import { patchOf, patchRunEvents } from '../../support/patchRun';
import { numbered } from '../../support/runEvents';
import { rowsText } from '../rowsText';

const right = patchOf('p1', { path: 'tally/clock.py', before: '1\n2\n3\n', after: 'one\n2\nthree\n' });
const wrong = patchOf('p2', { path: 'tally/report.py', before: 'a\n' }, { path: 'tally/reports.py', after: 'a\n' });

function patches(...events: readonly RunEventBody[]): ShownPatch[] {
	return shownPatches(foldRun(numbered([...patchRunEvents('run', 'title', [right, wrong]), ...events])));
}

function draw(shown: readonly ShownPatch[], toggles: Record<string, boolean> = {}): string[] {
	return rowsText(flattenTree(patchItems(shown), toggles));
}

describe('patchItems', () => {
	it('are nothing without a patch', () => assert.deepEqual(draw([]), []));

	it('show the best patch open, with its actions, its evidence and its files', () => {
		assert.deepEqual(draw(patches()), [
			'- Patch 1, +2 −2 in clock.py · reproducer fails before, passes after',
			'  . Review Patch 1, Open Diff, Accept All, Reject, Compare',
			'  . Proof: not proven: the run does not record which files were executed',
			'  . Why first: The reproducer fails before and passes after it. It is the smaller change.',
			'  . Before: reproducer fails, exit code 1',
			'  . After: reproducer passes, exit code 0',
			'  . Tests: pass, exit code 0',
			'  . Review: resolves the issue',
			'  . tally/clock.py, +2 −2',
			'+ Patch 2, +0 −0 in reports.py · reproducer still fails with it',
		]);
	});

	it('name the old path of a renamed file', () => {
		const rows = draw(patches(), { 'patch:p2': true });
		assert.equal(rows.at(-1), '  . tally/reports.py, renamed from tally/report.py, renamed, +0 −0');
	});

	it('offer what is possible: after a part was accepted, the rest and the way back', () => {
		const write = { write: 'w1', patch: 'p1', path: 'tally/clock.py', becomes: 'accepted', undoes: [] } as const;
		const accept = (...hunks: number[]): RunEventBody[] => [
			{ type: 'patchWriteStarted', ...write, hunks },
			{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
		];
		const part = draw(patches(...accept(0)));
		assert.match(
			part[0] ?? '',
			/1 of 2 changes accepted · \+2 −2 in clock\.py · no reproducer was run with the accepted part$/,
		);
		const actions = 'Review Patch 1, Open Diff, Accept the Rest, Reject the Rest, Undo, Compare';
		assert.equal(part[1]?.trim(), `. ${actions}`);
		assert.equal(draw(patches(...accept(0, 1)))[1]?.trim(), '. Open Diff, Undo, Compare');
	});

	it('are kept or taken back if they are changes of the working tree', () => {
		const tree: Patch = { ...right, isInFiles: true };
		const write = { write: 'w1', patch: 'p1', path: 'tally/clock.py', becomes: 'rejected', undoes: [] } as const;
		const draw1 = (...events: readonly RunEventBody[]) =>
			draw(shownPatches(foldRun(numbered([...patchRunEvents('run', 'title', [tree]), ...events])))).map(row =>
				row.trim(),
			);
		const [first, actions] = draw1();
		assert.equal(first, '- Changes, +2 −2 in clock.py');
		assert.equal(actions, '. Review Changes, Open Diff, Keep All, Take Back');
		const decided = draw1(
			{ type: 'patchWriteStarted', ...write, hunks: [0] },
			{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
			{ type: 'hunksDecided', patch: 'p1', path: 'tally/clock.py', hunks: [1], decision: 'accepted' },
		);
		assert.equal(decided[0], '- Changes, 1 of 2 changes kept, 1 taken back · +2 −2 in clock.py');
		assert.match(decided[1] ?? '', /Keep the Rest, Take Back the Rest, Undo$/);
		assert.ok(decided.includes('. Decision: 1 of 2 changes kept, 1 taken back'));
	});

	it('show how much of a review is pending', () => {
		const [first, ...others] = patches();
		assert.ok(first);
		const rows = draw([{ ...first, nPending: 2 }, ...others]);
		assert.match(rows[0] ?? '', /^- Patch 1, 2 pending · /);
		assert.match(rows[1] ?? '', /Continue Review, /);
	});
});
