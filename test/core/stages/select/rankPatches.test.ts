import assert from 'node:assert/strict';
import { printDiff } from '../../../../src/core/diff/printDiff';
import { emptyRun } from '../../../../src/core/model/run/run';
import { fixOf } from '../../../../src/core/model/run/runFix';
import { rankPatches } from '../../../../src/core/stages/select/rankPatches';

describe('the size of a patch', () => {
	it('counts changed lines that look like the head of a diff once they are marked', () => {
		const file = { path: 'a.sql', before: '-- one\n-- two\nselect 1;\n', after: '++ one\nselect 1;\n' };
		const patch = { id: 'p1', diff: printDiff([file]), files: [file] };
		const [ranked] = rankPatches({ ...fixOf(emptyRun), patches: [patch] }, [[patch.id]]);
		assert.equal(ranked?.reasons.at(-1), 'It changes 3 lines in 1 file.');
	});
});
