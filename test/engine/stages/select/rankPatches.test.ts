import assert from 'node:assert/strict';
import { rankPatches } from '../../../../src/engine/stages/select/rankPatches';
import { printDiff } from '../../../../src/runs/pure/diff/printDiff';
import { emptyRun } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';

describe('the size of a patch', () => {
	it('counts changed lines that look like the head of a diff once they are marked', () => {
		const file = { path: 'a.sql', before: '-- one\n-- two\nselect 1;\n', after: '++ one\nselect 1;\n' };
		const patch = { id: 'p1', diff: printDiff([file]), files: [file] };
		const [ranked] = rankPatches({ ...fixOf(emptyRun), patches: [patch] }, [[patch.id]]);
		assert.equal(ranked?.reasons.at(-1), 'It changes 3 lines in 1 file.');
	});
});
