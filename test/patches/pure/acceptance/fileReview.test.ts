import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FileReview, type Verdict } from '../../../../src/patches/pure/acceptance/fileReview';
import { offeredFile, offeredInFile, patchHunks } from '../../../../src/patches/pure/acceptance/offeredFile';
import type { PatchedFile } from '../../../../src/runs/pure/model/patch';
import { ReviewedText } from '../../../support/reviewedText';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nseven\neight\n';

describe('the review of a file', () => {
	it('has each change pending until it is decided', () => {
		const text = start({ path: 'a', before, after });
		assert.deepEqual(text.pending(), ['TWO\n', 'SIX\n']);
		assert.deepEqual(text.decide('accept', 0), [0]);
		assert.deepEqual([text.pending(), text.file], [['SIX\n'], before.replace('two', 'TWO')]);
		assert.deepEqual(text.decide('reject', 0), [1]);
		assert.deepEqual([text.pending(), text.live], [[], before.replace('two', 'TWO')]);
	});

	it('counts what is typed elsewhere as decided', () => {
		const text = start({ path: 'a', before, after });
		text.type(text.live.replace('four', 'four and a half').replace('eight\n', 'eight\nnine'));
		assert.deepEqual(text.pending(), ['TWO\n', 'SIX\n']);
		assert.equal(text.file, 'one\ntwo\nthree\nfour and a half\nfive\nsix\nseven\neight\nnine');
	});

	it('counts what is typed in a hunk as a part of it', () => {
		const text = start({ path: 'a', before, after });
		text.type(text.live.replace('TWO', 'TWO AND MORE'));
		assert.deepEqual(text.decide('accept', 0), [0]);
		assert.equal(text.file, before.replace('two', 'TWO AND MORE'));
	});

	it('knows which hunks of the patch are decided where the user made two into one, or removed one', () => {
		const text = start({ path: 'a', before, after: after.replace('eight', 'EIGHT') });
		text.type(text.live.replace('three\nfour\nfive\n', ''));
		assert.equal(text.pending().length, 2);
		assert.deepEqual(text.decide('accept', 0), [0, 1]);
		assert.deepEqual(text.decide('reject', 0), [2]);
		const other = start({ path: 'a', before, after });
		other.type(other.live.replace('TWO', 'two'));
		assert.deepEqual(other.decide('accept', 0), [1]);
	});

	it('takes decisions back and makes them again by undo and redo, to the character', () => {
		const text = start({ path: 'a', before, after });
		text.decide('reject', 0);
		text.type(`${text.live}typed\n`);
		text.decide('accept', 0);
		const states: unknown[] = [];
		for (const how of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) {
			text.move(how);
			states.push([how, text.pending(), text.file]);
		}
		assert.deepEqual(states, [
			['undo', ['SIX\n'], `${before}typed\n`],
			['undo', ['SIX\n'], before],
			['undo', ['TWO\n', 'SIX\n'], before],
			['redo', ['SIX\n'], before],
			['redo', ['SIX\n'], `${before}typed\n`],
			['redo', [], `${before.replace('six', 'SIX')}typed\n`],
		]);
	});

	it('follows the file, and still takes decisions back', () => {
		const text = start({ path: 'a', before, after });
		text.decide('reject', 0);
		text.follow(`zero\n${before}`);
		assert.deepEqual([text.pending(), text.file], [['SIX\n'], `zero\n${before}`]);
		text.move('undo');
		text.move('undo');
		assert.deepEqual(text.pending(), ['TWO\n', 'SIX\n']);
	});

	for (const [what, file] of [
		['new', { path: 'a', after: 'x\n' }],
		['new and empty', { path: 'a', after: '' }],
		['deleted', { path: 'a', before: 'x\n' }],
		['deleted and empty', { path: 'a', before: '' }],
	] as const) {
		it(`has one change in a file that is ${what}`, () => {
			const { after } = file as PatchedFile;
			const text = start(file);
			assert.equal(text.pending().length, 1);
			assert.deepEqual(text.decide('accept', 0), [0]);
			assert.deepEqual([text.pending(), text.file], [[], after]);
			const other = start(file);
			other.decide('reject', 0);
			assert.deepEqual([other.pending(), other.file], [[], (file as PatchedFile).before]);
		});
	}
});

/** Numbers choose among what is there. */
const step = fc.oneof(
	fc.record({ do: fc.constantFrom('accept' as const, 'reject', 'undo', 'redo'), at: fc.nat(), text: fc.constant('') }),
	fc.record({
		do: fc.constantFrom('type' as const, 'delete', 'follow'),
		at: fc.nat(),
		text: fc.constantFrom<string>('x', '\n', 'y\n', 'a\nb\n', 'NEW 1\n', '    '),
	}),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const steps = fc.array(step, { maxLength: 14 });
const anyLine = fc.constantFrom('', 'a', 'b', 'c', 'd', '\tif x:', 'ä😀');
const anyText = fc
	.tuple(fc.array(anyLine, { maxLength: 12 }), fc.boolean())
	.map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
const runs = { numRuns: 1500 };

const nHunks = 4;
const fourLines = (word: string) =>
	`${Array.from({ length: nHunks }, (_, at) => `same ${at}\n  kept ${at}\n${word} ${at}\n`).join('')}end\n`;
const fourHunks = { before: fourLines('old'), after: fourLines('NEW') };
/** Typed beside the hunks' own lines; what is typed in a hunk would belong to it. */
const besideOrDecided = fc.oneof(
	fc.record({ do: fc.constant('type' as const), at: fc.nat(nHunks - 1), text: fc.nat(9).map(n => `typed ${n}\n`) }),
	fc.record({ do: fc.constantFrom('accept' as const, 'reject', 'undo', 'redo'), at: fc.nat(), text: fc.constant('') }),
);

/** Returns which of the four new lines the file has. */
function playBeside(text: ReviewedText, steps: readonly Step[]): boolean[] {
	for (const each of steps) {
		if (each.do === 'type') {
			text.type(text.live.replace(`same ${each.at}\n`, `same ${each.at}\n${each.text}`));
		} else {
			play(text, each);
		}
	}
	return Array.from({ length: nHunks }, (_, at) => text.file?.includes(`NEW ${at}`) === true);
}

describe('accepting and rejecting in any order, with typing, undo and redo between', () => {
	it('accepts the live text, and rejects to the decided file, in the end', () => {
		fc.assert(
			fc.property(anyText, anyText, steps, (before, after, all) => {
				fc.pre(before !== after);
				const text = start({ path: 'a', before, after });
				all.forEach(each => void play(text, each));
				const { file } = text;
				const other = text.copy();
				for (let left = 200; left > 0 && text.pending().length > 0; left--) {
					text.decide('accept', left);
				}
				assert.equal(text.file, text.live);
				for (let left = 200; left > 0 && other.pending().length > 0; left--) {
					other.decide('reject', left);
				}
				assert.deepEqual([other.live, other.file], [file, file]);
			}),
			runs,
		);
	});

	it('comes back to where it began when all is undone, and to where it was when all is redone', () => {
		const noFollow = steps.map(all => all.filter(each => each.do !== 'follow'));
		fc.assert(
			fc.property(anyText, anyText, noFollow, (before, after, all) => {
				fc.pre(before !== after);
				const text = start({ path: 'a', before, after });
				all.forEach(each => void play(text, each));
				while (text.move('redo')) {
					// To the newest.
				}
				const reached = [text.live, text.file, text.pending()];
				while (text.move('undo')) {
					// To the oldest.
				}
				assert.deepEqual([text.live, text.file], [after, before]);
				while (text.move('redo')) {
					// And back.
				}
				assert.deepEqual([text.live, text.file, text.pending()], reached);
			}),
			runs,
		);
	});

	it('has exactly the accepted lines in the file, and never one that is pending', () => {
		fc.assert(
			fc.property(fc.array(besideOrDecided, { maxLength: 20 }), all => {
				const text = start({ path: 'a', ...fourHunks });
				const found = playBeside(text, all);
				assert.deepEqual(
					found,
					text.states(nHunks).map(state => state === 'accept'),
				);
			}),
			runs,
		);
	});
});

describe('the review of a change of the working tree', () => {
	it('has the pending changes in the file: accepted ones stay, and rejected ones go', () => {
		const text = inTree({ path: 'a', before, after });
		assert.deepEqual([text.pending(), text.file], [['TWO\n', 'SIX\n'], after]);
		text.decide('accept', 0);
		assert.deepEqual([text.pending(), text.file], [['SIX\n'], after]);
		text.decide('reject', 0);
		assert.deepEqual([text.pending(), text.file], [[], before.replace('two', 'TWO')]);
		text.move('undo');
		text.move('undo');
		assert.deepEqual([text.pending(), text.file], [['TWO\n', 'SIX\n'], after]);
	});

	it('keeps what is typed, in a change and elsewhere', () => {
		const text = inTree({ path: 'a', before, after });
		text.type(text.live.replace('SIX', 'SIX AND MORE').replace('eight\n', 'eight\nnine\n'));
		assert.deepEqual(text.pending(), ['TWO\n', 'SIX AND MORE\n']);
		assert.equal(text.file, text.live);
		text.decide('reject', 1);
		assert.equal(text.file, `${after.replace('SIX', 'six')}nine\n`);
	});

	it('follows edits of the file, in a change and elsewhere', () => {
		const text = inTree({ path: 'a', before, after });
		text.follow(after.replace('SIX', 'SIXTH').replace('eight', '8'));
		assert.deepEqual(text.pending(), ['TWO\n', 'SIXTH\n']);
		text.decide('reject', 1);
		assert.equal(text.file, after.replace('SIX', 'six').replace('eight', '8'));
	});

	it('removes a new file that is rejected, and makes a deleted one again, with the line ends that it had', () => {
		const made = inTree({ path: 'a', after: 'x\n' });
		assert.equal(made.file, 'x\n');
		made.decide('reject', 0);
		assert.equal(made.file, undefined);
		const kept = inTree({ path: 'a', after: 'x\n' });
		kept.decide('accept', 0);
		assert.equal(kept.file, 'x\n');
		const gone = inTree({ path: 'a', before: 'x\r\ny\r\n' });
		assert.equal(gone.file, undefined);
		const { hunks } = gone.review.pending(gone.live);
		assert.equal(gone.review.decide('reject', gone.live, hunks).file, 'x\r\ny\r\n');
		assert.equal(gone.review.decide('accept', gone.live, hunks).file, undefined);
	});

	it('has all of the text in the file at any time, and comes back to where it began when all is undone', () => {
		const noFollow = steps.map(all => all.filter(each => each.do !== 'follow'));
		fc.assert(
			fc.property(anyText, anyText, noFollow, (old, fresh, all) => {
				fc.pre(old !== fresh);
				const text = inTree({ path: 'a', before: old, after: fresh });
				for (const each of all) {
					play(text, each);
					assert.equal(text.file, text.live);
				}
				while (text.move('undo')) {
					// To the oldest.
				}
				assert.deepEqual([text.live, text.file], [fresh, fresh]);
				for (let left = 200; left > 0 && text.pending().length > 0; left--) {
					text.decide('reject', left);
				}
				assert.equal(text.file, old);
			}),
			runs,
		);
	});

	it('has every changed line in the file but the rejected ones', () => {
		fc.assert(
			fc.property(fc.array(besideOrDecided, { maxLength: 20 }), all => {
				const text = inTree({ path: 'a', ...fourHunks });
				const found = playBeside(text, all);
				assert.deepEqual(
					found,
					text.states(nHunks).map(state => state !== 'reject'),
				);
			}),
			runs,
		);
	});

	it('offers what is undecided, in the file as it is now', () => {
		const file: PatchedFile = { path: 'a.txt', before, after };
		const offer = (states: readonly ('pending' | 'accepted' | 'rejected')[], now: string | undefined) =>
			offeredInFile(file, hunk => states[hunk] ?? 'pending', now);
		assert.deepEqual(offer([], after)?.baseline, before);
		assert.deepEqual(offer(['accepted'], after)?.baseline, before.replace('two', 'TWO'));
		assert.equal(offer(['rejected', 'accepted'], before.replace('six', 'SIX')), undefined);
		assert.equal(offer([], undefined), undefined);
		const edited = offer(['rejected'], before.replace('six', 'SIX').replace('eight', '8'));
		assert.deepEqual(edited, {
			...{ hunks: [1], text: before.replace('six', 'SIX').replace('eight', '8'), isMerged: false, conflicts: [] },
			baseline: before.replace('eight', '8'),
		});
	});
});

describe('what a patch offers', () => {
	const file: PatchedFile = { path: 'a.txt', before, after };
	const offer = (states: readonly ('pending' | 'accepted' | 'rejected' | 'undone')[], now: string, again = false) =>
		offeredFile(file, hunk => states[hunk] ?? 'pending', again, now);

	it('is what is pending or undone, in the current file', () => {
		assert.equal(patchHunks(file).length, 2);
		assert.equal(offer(['accepted', 'pending'], before.replace('two', 'TWO'))?.text, after);
		assert.equal(offer(['rejected', 'undone'], before)?.text, before.replace('six', 'SIX'));
		assert.equal(offer(['rejected', 'rejected'], before), undefined);
		assert.equal(offer(['rejected', 'rejected'], before, true)?.text, after);
	});

	it('is nothing where the user has made the changes already', () => {
		assert.equal(offer([], after), undefined);
	});

	it('keeps edits of accepted lines', () => {
		const now = before.replace('two', 'TWO and mine');
		assert.equal(offer(['accepted', 'pending'], now)?.text, now.replace('six', 'SIX'));
	});

	it('reports what conflicts', () => {
		const { conflicts, text } = offer([], before.replace('six', '6\n6')) ?? assert.fail();
		assert.deepEqual(conflicts, ['a.txt lines 6–7 changed since.']);
		assert.equal(text, before.replace('two', 'TWO').replace('six', '6\n6'));
	});

	it('refuses new files that exist, and deleted files that were edited', () => {
		const made = offeredFile({ path: 'a.txt', after: 'x\n' }, () => 'pending', false, 'y\n');
		assert.deepEqual(made?.conflicts, ['a.txt is new in the patch and already exists.']);
		const gone = offeredFile({ path: 'a.txt', before: 'x\n' }, () => 'pending', false, 'y\n');
		assert.deepEqual(gone?.conflicts, ['a.txt would be deleted, but was edited since.']);
		const missing = offeredFile(file, () => 'pending', false, undefined);
		assert.deepEqual(missing?.conflicts, ['a.txt no longer exists.']);
	});
});

function start(file: PatchedFile): ReviewedText {
	const offered = offeredFile(file, () => 'pending', false, file.before);
	const hunks = offered?.hunks ?? patchHunks(file).map((_, at) => at);
	return new ReviewedText(new FileReview(file, { hunks, text: offered?.text ?? file.after ?? '' }, file.before));
}

/** Of a file that has all of the change. */
function inTree(file: PatchedFile): ReviewedText {
	const offered = offeredInFile(file, () => 'pending', file.after) ?? assert.fail();
	return new ReviewedText(new FileReview(file, offered, file.after));
}

function play(text: ReviewedText, { do: what, at, text: typed }: Step): void {
	if (what === 'undo' || what === 'redo') {
		text.move(what);
	} else if (what === 'accept' || what === 'reject') {
		text.decide(what satisfies Verdict, at);
	} else if (what === 'follow') {
		text.follow(`${typed}${text.seen ?? ''}`);
	} else {
		const start = at % (text.live.length + 1);
		const end = what === 'type' ? start : start + 7;
		text.type(text.live.slice(0, start) + (what === 'type' ? typed : '') + text.live.slice(end));
	}
}
