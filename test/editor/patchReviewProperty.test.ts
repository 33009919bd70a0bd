import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { FileReview } from '../../src/patches/pure/acceptance/fileReview';
import { offeredFile, offeredInFile } from '../../src/patches/pure/acceptance/offeredFile';
import { ReviewedText } from '../support/reviewedText';
import { eventually } from './eventually';
import { ReviewParts, runId } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve';
/** Lines changed, inserted, removed, and changed at the end, which has no line end. */
const after = 'one\nTWO\nthree\nfour\nfour and a half\nfive\nsix\neight\nnine\nten\nELEVEN\nTWELVE';

/** Repeats the same sequences every time; another seed generates others. */
const seed = 20_260_101;

const step = fc.record({
	do: fc.constantFrom('accept', 'reject', 'type', 'takeOut', 'undo', 'redo', 'save'),
	/** Which hunk, or where in the text: taken as a remainder. */
	at: fc.nat(10_000),
	text: fc.constantFrom('x', 'typed\n', '\n', 'TWO', 'five\nsix\n', '    '),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/**
 * `ReviewedText` is the model of the expected state: test/patches/pure/acceptance holds that model to its own properties on thousands of sequences,
 * so that a few in the real editor suffice.
 */
describe('PatchReview, whatever is done in whatever order', () => {
	for (const isInFiles of [false, true]) {
		const what = isInFiles ? 'of changes of the working tree' : 'of a patch';
		it(`loses no character ${what}, and agrees with the model, the log and the disk`, async () => {
			let nRuns = 0;
			const steps = fc.array(step, { minLength: 6, maxLength: 14 });
			const property = fc.asyncProperty(steps, fc.constantFrom('accept', 'reject'), async (all, last) => {
				const parts = new ReviewParts(isInFiles);
				try {
					await play(parts, { path: `property${++nRuns}.txt`, isInFiles }, all, last);
				} finally {
					await parts.dispose();
				}
			});
			// On failure fast-check prints the seed and the path to the sequence. To find a shorter one would take hours here.
			await fc.assert(property, { seed, numRuns: isInFiles ? 8 : 12, endOnFailure: true });
		});
	}
});

async function play(
	parts: ReviewParts,
	{ path, isInFiles }: { readonly path: string; readonly isInFiles: boolean },
	steps: readonly Step[],
	last: 'accept' | 'reject',
): Promise<void> {
	const patched = { path, before, after };
	const file = isInFiles ? after : before;
	await parts.write(path, file);
	const editor = await parts.start(patched);
	const offered = isInFiles
		? offeredInFile(patched, () => 'pending', file)
		: offeredFile(patched, () => 'pending', false, file);
	const expected = new ReviewedText(new FileReview(patched, offered ?? assert.fail(), file));
	const isAgreed = () =>
		editor.document.getText() === expected.live &&
		parts
			.pending()
			.map(([, text]) => text)
			.join('|') === expected.pending().join('|');
	for (const each of steps) {
		await take(parts, editor, expected, each);
		await eventually(isAgreed);
		assert.equal(
			(await parts.disk(path)).includes('ELEVEN'),
			expected.seen?.includes('ELEVEN'),
			`the file after ${each.do}`,
		);
	}
	for (let left = 200; left > 0 && expected.pending().length > 0; left--) {
		expected.decide(last, 0);
	}
	const text = expected.live;
	await parts.review.decideAll(last);
	assert.equal(editor.document.getText(), text, `the text with all ${last}ed`);
	await saved(editor.document);
	assert.equal(await parts.disk(path), text, `the file with all ${last}ed`);
	const { unfinished } = await parts.decisions.decisions(runId);
	assert.deepEqual(unfinished, []);
}

async function take(
	parts: ReviewParts,
	editor: vscode.TextEditor,
	expected: ReviewedText,
	{ do: what, at, text }: Step,
): Promise<void> {
	const { document } = editor;
	switch (what) {
		case 'accept':
		case 'reject': {
			const [file] = parts.review.files;
			const hunks = file?.pending.hunks ?? [];
			const hunk = hunks[at % Math.max(1, hunks.length)];
			if (file !== undefined && hunk !== undefined) {
				await parts.review[what](file, [hunk]);
				expected.decide(what, at);
				const hasHunk = what === 'accept' && hunk.current.text !== '' && !file.review.isInFile;
				assert.ok(!hasHunk || (await parts.disk(file.path)).includes(hunk.current.text));
			}
			return;
		}
		case 'type':
		case 'takeOut': {
			const start = at % (expected.live.length + 1);
			const end = what === 'type' ? start : Math.min(expected.live.length, start + 7);
			const typed = what === 'type' ? text : '';
			const fresh = expected.live.slice(0, start) + typed + expected.live.slice(end);
			if (fresh !== expected.live) {
				const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
				assert.ok(await editor.edit(builder => builder.replace(range, typed)));
				expected.type(fresh);
			}
			return;
		}
		case 'undo':
		case 'redo':
			if (expected.move(what)) {
				await vscode.commands.executeCommand(what);
				// An acceptance that is taken back or made again is written and saved behind the key.
				await parts.review.settled();
			}
			return;
		case 'save': {
			await saved(document);
			assert.equal(await parts.disk(parts.review.files[0]?.path ?? ''), expected.file, 'nothing pending is on disk');
			expected.review.file = expected.file;
			return;
		}
	}
}

/** VS Code answers a save at once, with false, while another one of the same document is under way. */
async function saved(document: vscode.TextDocument): Promise<void> {
	await document.save();
	await eventually(() => !document.isDirty);
}
