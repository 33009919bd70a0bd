import assert from 'node:assert/strict';
import { textLines } from '../../../../../src/core/diff/textLines';
import type { Lander } from './landOn';
import type { RandomEdit } from './randomEdits';

/**
 * Fails unless an edit lands as it was meant, or is refused with a reason and nothing else. `landed`, or why it was
 * refused.
 */
export async function landsOrRefuses(lander: Lander, edit: RandomEdit): Promise<string> {
	const { path, before, after, answer } = edit;
	const landing = await lander.land({ [path]: before, 'other/file.txt': 'something else\n' }, answer);
	if (landing.status === 'landed') {
		assert.deepEqual(
			landing.changes.map(change => change.path),
			[path],
		);
		const now = landing.changes[0]?.after ?? '';
		// Which of two line ends a new line has, a model cannot say.
		assert.equal(now.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n'));
		keepsEnds(edit, now);
		return 'landed';
	}
	assert.deepEqual([landing.diff, landing.changes], ['', []]);
	const refused = landing.edits.find(({ status }) => status === 'refused');
	const told = landing.why ?? refused?.why ?? (landing.status === 'unchanged' ? 'unchanged' : '');
	assert.notEqual(told, '', answer);
	return refused?.reason ?? landing.status;
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
