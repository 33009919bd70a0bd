import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	acceptAll,
	acceptHunk,
	pendingHunks,
	rejectAll,
	rejectHunk,
	type TextReview,
} from '../../../src/core/diff/textReview';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nseven\neight\n';
const review: TextReview = { baseline: before, proposed: after };

describe('a review of a text', () => {
	it('has each change pending until it is decided', () => {
		const [first, second] = hunks(review, after);
		const accepted = acceptHunk(review, after, first ?? assert.fail());
		assert.deepEqual(
			hunks(accepted, after).map(({ current }) => current.text),
			['SIX\n'],
		);
		const rejected = rejectHunk(review, after, second ?? assert.fail());
		assert.equal(rejected.live, after.replace('SIX', 'six'));
		assert.deepEqual(
			hunks(rejected.review, rejected.live).map(({ current }) => current.text),
			['TWO\n'],
		);
	});

	it('leaves what is typed elsewhere to the person', () => {
		const live = after.replace('four', 'four and a half').replace('eight\n', 'eight\nnine');
		assert.deepEqual(
			hunks(review, live).map(({ current }) => current.text),
			['TWO\n', 'SIX\n'],
		);
		assert.equal(rejectAll(review, live).live, 'one\ntwo\nthree\nfour and a half\nfive\nsix\nseven\neight\nnine');
	});

	it('takes what is typed in a hunk for a part of it', () => {
		const live = after.replace('TWO', 'TWO AND MORE');
		const [first] = hunks(review, live);
		assert.deepEqual([first?.baseline.text, first?.current.text], ['two\n', 'TWO AND MORE\n']);
		const accepted = acceptHunk(review, live, first ?? assert.fail());
		assert.equal(hunks(accepted, live).length, 1);
		assert.equal(rejectAll(accepted, live).live, before.replace('two', 'TWO AND MORE'));
	});

	it('finds its hunks again after undo of what was done before an acceptance', () => {
		const [first] = hunks(review, after);
		const rejected = rejectHunk(review, after, first ?? assert.fail());
		const [second] = hunks(rejected.review, rejected.live);
		const accepted = acceptHunk(rejected.review, rejected.live, second ?? assert.fail());
		assert.deepEqual(hunks(accepted, rejected.live), []);
		assert.deepEqual(
			hunks(accepted, after).map(({ current }) => current.text),
			['TWO\n'],
		);
	});

	it('has nothing pending while the changes are undone, and has them again after redo', () => {
		assert.deepEqual(hunks(review, before), []);
		assert.equal(hunks(review, after).length, 2);
	});

	it('never brings an accepted hunk back', () => {
		const accepted = acceptAll(review, after);
		for (const live of [after, before, `${after}more\n`]) {
			assert.deepEqual(hunks(accepted, live), []);
		}
	});

	it('refuses a hunk of another text', () => {
		const [, second] = hunks(review, after);
		assert.throws(() => rejectHunk(review, 'one\ntwo\n', second ?? assert.fail()), /of another text/);
	});
});

/** What a person may do, in any order; numbers choose among what is there. */
type Step =
	| { readonly do: 'accept' | 'reject' | 'undo' | 'redo'; readonly at: number }
	| { readonly do: 'type'; readonly at: number; readonly text: string };

const anyLine = fc.constantFrom('', 'a', 'b', 'c', 'd', '\tif x:', 'ä😀');
const anyText = fc
	.tuple(fc.array(anyLine, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
	.map(([lines, end, ended]) => lines.join(end) + (ended && lines.length > 0 ? end : ''));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ do: fc.constantFrom('accept' as const, 'reject', 'undo', 'redo'), at: fc.nat() }),
	fc.record({
		do: fc.constant('type' as const),
		at: fc.nat(),
		text: fc.constantFrom('x', '\n', 'y\n', '', '\r\n', 'a\nb\n'),
	}),
);

/** An editor with its undo stack, and a review in it, as the extension has them. */
class ReviewedEditor {
	review: TextReview;
	private readonly texts: string[];
	private at = 0;

	constructor({ baseline, proposed }: TextReview) {
		this.review = { baseline, proposed };
		this.texts = [baseline, proposed];
		this.at = 1;
	}

	get live(): string {
		return this.texts[this.at] ?? assert.fail();
	}

	do(step: Step): void {
		if (step.do === 'undo' || step.do === 'redo') {
			this.at = Math.min(this.texts.length - 1, Math.max(0, this.at + (step.do === 'undo' ? -1 : 1)));
		} else if (step.do === 'type') {
			const at = step.at % (this.live.length + 1);
			// An empty text deletes.
			this.edit(this.live.slice(0, at) + step.text + this.live.slice(step.text === '' ? at + 2 : at));
		} else {
			this.decide(step.do, step.at);
		}
	}

	edit(text: string): void {
		this.texts.splice(this.at + 1, this.texts.length, text);
		this.at++;
	}

	private decide(verdict: 'accept' | 'reject', at: number): void {
		const [live, { baseline, hunks }] = [this.live, pendingHunks(this.review, this.live)];
		const hunk = hunks[at % Math.max(1, hunks.length)];
		if (hunk === undefined) {
			return;
		}
		if (verdict === 'accept') {
			this.review = acceptHunk(this.review, live, hunk);
			assert.equal(this.live, live, 'accepting does not touch the text');
			const left = pendingHunks(this.review, live).baseline;
			assert.equal(left.length - baseline.length, hunk.current.text.length - hunk.baseline.text.length);
		} else {
			const rejected = rejectHunk(this.review, live, hunk);
			this.review = rejected.review;
			this.edit(rejected.live);
			assert.equal(this.live.length - live.length, hunk.baseline.text.length - hunk.current.text.length);
			assert.equal(pendingHunks(this.review, this.live).baseline, baseline, 'rejecting does not touch the baseline');
		}
	}
}

describe('accepting and rejecting in any order, with typing, undo and redo between', () => {
	const anyReview = fc.record({ baseline: anyText, proposed: anyText });
	const anyWork = fc.tuple(anyReview, fc.array(anyStep, { maxLength: 12 }));
	const runs = { numRuns: 1500 };

	it('comes to the live text when all that is left is accepted one by one', () => {
		fc.assert(
			fc.property(anyWork, ([texts, steps]) => {
				const editor = new ReviewedEditor(texts);
				steps.forEach(step => void editor.do(step));
				const live = editor.live;
				for (let left = 200; left > 0 && hunks(editor.review, live).length > 0; left--) {
					editor.do({ do: 'accept', at: left });
				}
				assert.equal(editor.live, live);
				assert.deepEqual(pendingHunks(editor.review, live), { baseline: live, hunks: [] });
			}),
			runs,
		);
	});

	it('comes to the baseline when all that is left is rejected one by one', () => {
		fc.assert(
			fc.property(anyWork, ([texts, steps]) => {
				const editor = new ReviewedEditor(texts);
				steps.forEach(step => void editor.do(step));
				const { baseline } = pendingHunks(editor.review, editor.live);
				for (let left = 200; left > 0 && hunks(editor.review, editor.live).length > 0; left--) {
					editor.do({ do: 'reject', at: left });
				}
				assert.equal(editor.live, baseline);
			}),
			runs,
		);
	});

	it('does all at once what it does one by one', () => {
		fc.assert(
			fc.property(anyWork, ([texts, steps]) => {
				const editor = new ReviewedEditor(texts);
				steps.forEach(step => void editor.do(step));
				const { baseline } = pendingHunks(editor.review, editor.live);
				const accepted = acceptAll(editor.review, editor.live);
				assert.deepEqual(pendingHunks(accepted, editor.live), { baseline: editor.live, hunks: [] });
				const rejected = rejectAll(editor.review, editor.live);
				assert.equal(rejected.live, baseline);
				assert.deepEqual(pendingHunks(rejected.review, baseline), { baseline, hunks: [] });
			}),
			runs,
		);
	});

	it('keeps what is typed away from the hunks, whatever is decided', () => {
		const ends = fc.constantFrom('\n', '\r\n');
		const choices = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
		fc.assert(
			fc.property(anyText, anyText, ends, choices, (baseline, proposed, end, accepts) => {
				const fence = `fence 1${end}fence 2${end}fence 3${end}`;
				const editor = new ReviewedEditor({ baseline: fence + baseline, proposed: fence + proposed });
				editor.edit(editor.live.replace('fence 2', `typed${end}by hand`));
				for (const accept of accepts) {
					editor.do({ do: accept ? 'accept' : 'reject', at: 0 });
				}
				assert.ok(editor.live.startsWith(`fence 1${end}typed${end}by hand${end}fence 3${end}`));
				assert.ok(hunks(editor.review, editor.live).every(({ current }) => current.startLine > 4));
			}),
			runs,
		);
	});
});

function hunks(review: TextReview, live: string) {
	return pendingHunks(review, live).hunks;
}
