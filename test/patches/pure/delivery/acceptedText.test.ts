import assert from 'node:assert/strict';
import { acceptedText } from '../../../../src/patches/pure/delivery/acceptedText';

const lines = (...changes: readonly [number, string][]) =>
	Array.from({ length: 20 }, (_, at) => `${changes.find(([line]) => line === at + 1)?.[1] ?? `line ${at + 1}`}\n`).join(
		'',
	);

const write = { before: lines(), after: lines([10, 'fixed']) };
const of = (now: string | undefined, base: string | undefined = lines(), writes = [write]) =>
	acceptedText({ path: 'a.txt', writes, now, base });

describe('what was accepted, on top of a commit', () => {
	it('is the accepted hunk, and none of the other changes of the file', () => {
		assert.deepEqual(of(lines([2, 'mine'], [10, 'fixed'], [18, 'mine'])), {
			text: lines([10, 'fixed']),
			isEdited: false,
		});
	});

	it('is added to a commit that has changed elsewhere', () => {
		const base = lines([2, 'theirs']);
		assert.deepEqual(of(lines([10, 'fixed']), base), { text: lines([2, 'theirs'], [10, 'fixed']), isEdited: false });
	});

	it('includes later edits of its lines', () => {
		assert.deepEqual(of(lines([2, 'mine'], [10, 'fixed, and better'])), {
			text: lines([10, 'fixed, and better']),
			isEdited: true,
		});
	});

	it('is nothing where its lines were changed back', () => {
		const changedBack = of(lines([2, 'mine']));
		assert.equal('text' in changedBack && changedBack.text, lines());
	});

	it('leaves out edits that were there before it was accepted', () => {
		const [before, after] = [lines([3, 'mine']), lines([3, 'mine'], [10, 'fixed'])];
		assert.deepEqual(of(after, lines(), [{ before, after }]), { text: lines([10, 'fixed']), isEdited: false });
	});

	it('adds up over several writes, with what was typed between them', () => {
		const typed = lines([3, 'typed'], [10, 'fixed']);
		const second = { before: typed, after: lines([3, 'typed'], [10, 'fixed'], [16, 'fixed too']) };
		assert.deepEqual(of(second.after, lines(), [write, second]), {
			text: lines([10, 'fixed'], [16, 'fixed too']),
			isEdited: false,
		});
	});

	it('is refused where uncommitted changes are directly next to it', () => {
		const [before, after] = [lines([9, 'mine']), lines([9, 'mine'], [10, 'fixed'])];
		assert.deepEqual(of(after, lines(), [{ before, after }]), {
			conflict:
				'In a.txt, changes of yours are next to the accepted ones. Commit these first; for a pull request, the default branch must have them.',
		});
	});

	it('does not depend on line ends', () => {
		const windows = lines([10, 'fixed']).replaceAll('\n', '\r\n');
		assert.deepEqual(of(windows), { text: lines([10, 'fixed']), isEdited: false });
	});

	it('may be a new or a deleted file', () => {
		const created = [{ before: undefined, after: 'new\n' }];
		const deleted = [{ before: lines(), after: undefined }];
		assert.deepEqual(acceptedText({ path: 'a.txt', writes: created, now: 'new\n', base: undefined }), {
			...{ text: 'new\n', isEdited: false },
		});
		assert.deepEqual(of(undefined, lines(), deleted as never), { text: undefined, isEdited: false });
		assert.deepEqual(of('new\n', 'other\n', created as never), {
			conflict: 'a.txt is new in the patch, but the commit has another file of this name.',
		});
		const restored = of(lines(), lines(), deleted as never);
		assert.equal('text' in restored && restored.text, lines());
	});
});
