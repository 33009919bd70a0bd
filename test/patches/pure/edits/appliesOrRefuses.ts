import assert from 'node:assert/strict';
import { textLines } from '../../../../src/runs/pure/diff/textLines';
import type { Lander } from './applyOn';
import type { RandomEdit } from './randomEdits';

/**
 * Fails unless an edit applies as it was meant, or is refused with a reason and nothing else. `applied`, or why it was
 * refused.
 */
export async function appliesOrRefuses(lander: Lander, edit: RandomEdit): Promise<string> {
	const { path, before, after, answer } = edit;
	const applied = await lander.apply({ [path]: before, 'other/file.txt': 'something else\n' }, answer);
	if (applied.status === 'applied') {
		assert.deepEqual(
			applied.changes.map(change => change.path),
			[path],
		);
		const now = applied.changes[0]?.after ?? '';
		// A model cannot determine which of two line ends a new line has.
		assert.equal(now.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n'));
		keepsEnds(edit, now);
		return 'applied';
	}
	assert.deepEqual([applied.diff, applied.changes], ['', []]);
	const refused = applied.edits.find(({ status }) => status === 'refused');
	const reported = applied.why ?? refused?.why ?? (applied.status === 'unchanged' ? 'unchanged' : '');
	assert.notEqual(reported, '', answer);
	return refused?.reason ?? applied.status;
}

/** Lines in front of the change and behind it are what they were, to the last byte. */
function keepsEnds({ before, untouched: [head, tail] }: RandomEdit, after: string): void {
	const [old, now] = [textLines(before), textLines(after)];
	// The last line of a file may have no end before, or after.
	assert.deepEqual(now.slice(0, Math.max(0, head - 1)), old.slice(0, Math.max(0, head - 1)));
	if (tail > 0) {
		assert.deepEqual(now.slice(-tail), old.slice(-tail));
	}
}
