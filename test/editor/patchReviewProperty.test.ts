import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { acceptHunk, pendingHunks, rejectHunk, type TextReview } from '../../src/core/diff/textReview';
import { eventually } from './eventually';
import { ReviewParts } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve';
/** Lines changed, put in, taken out, and changed at the end, which has no line end. */
const after = 'one\nTWO\nthree\nfour\nfour and a half\nfive\nsix\neight\nnine\nten\nELEVEN\nTWELVE';

/** Repeats the same sequences every time; another seed tries others. */
const seed = 20_260_101;

const step = fc.record({
	do: fc.constantFrom('accept', 'reject', 'type', 'takeOut', 'undo', 'redo', 'save'),
	/** Which hunk, or where in the text: taken as a remainder. */
	at: fc.nat(10_000),
	text: fc.constantFrom('x', 'typed\n', '\n', 'TWO', 'five\nsix\n', '    '),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the texts are to be by core/diff alone, in which undo is nothing but an older text. */
class ExpectedReview {
	review: TextReview = { baseline: before, proposed: after };
	live = after;
	private undone: string[] = [];
	private done: string[] = [before];

	get hunks() {
		return pendingHunks(this.review, this.live).hunks;
	}

	write(text: string): void {
		this.done.push(this.live);
		this.undone = [];
		this.live = text;
	}

	/** False where there is nothing to go back or forward to. */
	move(how: 'undo' | 'redo'): boolean {
		const [from, to] = how === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
		const text = from.pop();
		if (text !== undefined) {
			to.push(this.live);
			this.live = text;
		}
		return text !== undefined;
	}

	/** What VS Code's undo does across a save is not looked at. */
	forgetUndo(): void {
		[this.done, this.undone] = [[], []];
	}
}

describe('PatchReview, whatever is done in whatever order', () => {
	it('loses no character, and shows what core/diff says', async function () {
		this.timeout(300_000);
		let nRuns = 0;
		const steps = fc.array(step, { minLength: 4, maxLength: 14 });
		const property = fc.asyncProperty(steps, fc.constantFrom('accept', 'reject'), async (all, last) => {
			const parts = new ReviewParts();
			try {
				await play(parts, `property${++nRuns}.txt`, all, last);
			} finally {
				await parts.dispose();
			}
		});
		// On failure fast-check prints the seed, the path to the sequence and the shortest one that fails.
		await fc.assert(property, { seed, numRuns: 30 });
	});
});

async function play(
	parts: ReviewParts,
	path: string,
	steps: readonly Step[],
	last: 'accept' | 'reject',
): Promise<void> {
	await parts.write(path, before);
	const editor = await parts.start({ path, before, after });
	const expected = new ExpectedReview();
	for (const each of steps) {
		await take(parts, editor, expected, each);
		assert.equal(editor.document.getText(), expected.live, `the text after ${each.do}`);
		assert.deepEqual(
			parts.pending(),
			expected.hunks.map(({ baseline, current }) => [baseline.text, current.text]),
			`what is pending after ${each.do}`,
		);
	}
	const { baseline } = pendingHunks(expected.review, expected.live);
	const text = last === 'accept' ? expected.live : baseline;
	await parts.hunks.decideAll(last);
	assert.equal(editor.document.getText(), text, `the text with all ${last}ed`);
	await editor.document.save();
	assert.equal(await parts.disk(path), text, `the file with all ${last}ed`);
}

async function take(
	parts: ReviewParts,
	editor: vscode.TextEditor,
	expected: ExpectedReview,
	{ do: what, at, text }: Step,
): Promise<void> {
	const { document } = editor;
	switch (what) {
		case 'accept':
		case 'reject':
			return decide(parts, expected, what, at);
		case 'type':
		case 'takeOut': {
			const start = at % (expected.live.length + 1);
			const end = what === 'type' ? start : Math.min(expected.live.length, start + 7);
			const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
			const typed = what === 'type' ? text : '';
			const fresh = expected.live.slice(0, start) + typed + expected.live.slice(end);
			if (fresh !== expected.live) {
				assert.ok(await editor.edit(builder => builder.replace(range, typed)));
				expected.write(fresh);
			}
			return;
		}
		case 'undo':
		case 'redo':
			if (expected.move(what)) {
				await vscode.commands.executeCommand(what);
			}
			return;
		case 'save': {
			// Undone to what is on disk there is nothing to write.
			if (document.isDirty) {
				const { baseline } = pendingHunks(expected.review, expected.live);
				await document.save();
				await eventually(() => document.getText() === expected.live);
				assert.equal(await parts.disk(parts.review.files[0]?.path ?? ''), baseline, 'nothing pending is on disk');
				expected.forgetUndo();
			}
			return;
		}
	}
}

async function decide(
	{ review }: ReviewParts,
	expected: ExpectedReview,
	verdict: 'accept' | 'reject',
	at: number,
): Promise<void> {
	const { hunks } = expected;
	const [file] = review.files;
	const [hunk, real] = [hunks[at % hunks.length], file?.pending.hunks[at % hunks.length]];
	if (hunk === undefined || file === undefined) {
		return;
	}
	await review[verdict](file, real);
	if (verdict === 'accept') {
		expected.review = acceptHunk(expected.review, expected.live, hunk);
	} else {
		const rejected = rejectHunk(expected.review, expected.live, hunk);
		expected.review = rejected.review;
		expected.write(rejected.live);
	}
}
