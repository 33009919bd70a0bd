import assert from 'node:assert/strict';
import { acceptedPatches } from '../../../../src/patches/pure/delivery/acceptedPatches';
import { deliveryText } from '../../../../src/patches/pure/delivery/deliveryText';
import { commitObjections, contentObjections } from '../../../../src/patches/pure/delivery/objections';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import type { Culprit } from '../../../../src/runs/pure/model/culprit';
import { exampleCulprit, severalCulprits } from '../../../support/exampleCulprit';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered } from '../../../support/runEvents';

const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n3\n4\n5\n', after: 'one\n2\n3\n4\nfive\n' });
const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

function runOf(title: string, hunks: readonly number[], ...changes: readonly RunEventBody[]) {
	const write = { write: 'w1', patch: 'p1', path: 'a.txt', hunks, becomes: 'accepted', undoes: [] } as const;
	return foldRun(
		numbered([
			...patchRunEvents('run', title, [patch]),
			...changes,
			{ type: 'patchWriteStarted', ...write },
			{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
		]),
	);
}

function textOf(run: ReturnType<typeof runOf>, edited: readonly string[] = []) {
	return deliveryText(run, { patches: acceptedPatches(run).patches, edited });
}

describe('the text of a commit and a pull request', () => {
	it('claims no run of what was accepted in part, or edited', () => {
		const whole = textOf(runOf('Sum is wrong', [0, 1]));
		assert.match(whole.body, /\| After \| reproducer passes, exit code 0 \|/);
		assert.match(whole.body, /all 2 changes accepted\.\n$/);
		const part = textOf(runOf('Sum is wrong', [0]), ['a.txt']);
		assert.match(part.body, /\| After \| reproducer passes with the whole patch, exit code 0 \|/);
		assert.match(part.body, /what was accepted in `a\.txt` was edited afterwards\./);
		assert.match(part.body, /1 of 2 changes accepted\.\n$/);
	});

	it('names the proof record of a whole patch as it was written, and of nothing else', () => {
		const proof = { text: '{"a":1}\n', sha256: 'ab'.repeat(32) };
		const proofs = new Map([['p1', proof]]);
		const delivered = (hunks: readonly number[], edited: readonly string[] = []) => {
			const run = runOf('Sum is wrong', hunks);
			return deliveryText(run, { patches: acceptedPatches(run).patches, edited, proofs, closes: 12 });
		};
		const trailer = `Faultline-Proof: sha256:${proof.sha256}`;
		const whole = delivered([0, 1]);
		assert.ok(whole.message.endsWith(`\n\nCloses #12\n\n${trailer}\n`), whole.message);
		assert.ok(whole.body.includes(`${trailer}\n\n<details>`));
		assert.ok(whole.body.includes(proof.text));
		for (const { message, body } of [delivered([0]), delivered([0, 1], ['a.txt'])]) {
			assert.doesNotMatch(message + body, /Faultline-Proof/);
			assert.match(body, /\| Proof \| not proven: /);
		}
	});

	it('states what was expected and what came, and no opinion about the patch', () => {
		const brief = { asked: ['It should return 3 | 4.'], expectations: [], tracebacks: [] } as never;
		const { body } = textOf(runOf('Sum is wrong', [0, 1], { type: 'briefMade', brief }));
		assert.match(body, /\| Expected \| It should return 3 \\\| 4\. \|/);
		assert.match(body, /\| Got \| `AssertionError: expected 165 minutes, got -1275` \|/);
		assert.match(body, /\| Located at \| `tally\/clock\.py:\d+/);
		assert.doesNotMatch(body, /Why first|smaller change/);
	});

	it('names the commit that broke it, and no certainty where it is one of several', () => {
		const broke = (culprit: Culprit) => textOf(runOf('Sum is wrong', [0, 1], { type: 'culpritFound', culprit })).body;
		const found = broke(exampleCulprit);
		assert.match(found, /\| Located at \|.*\n\| Broke by \| `abc1234567` Count minutes \\\| fixes /);
		assert.doesNotMatch(found, /fixes #7/);
		assert.match(broke(severalCulprits), /\| Broke by \| one of 3 commits, most probably `abc1234567` Count /);
		assert.doesNotMatch(textOf(runOf('Sum is wrong', [0, 1])).body, /Broke by/);
		assert.doesNotMatch(broke({ ...exampleCulprit, subject: `Use ${secret}` }), new RegExp(secret));
	});

	it('has no secret, wherever it comes from', () => {
		const review: RunEventBody = {
			type: 'patchReviewed',
			review: {
				...{ patch: 'p1', reproducer: 't1', patchCorrect: true, testAnalysis: '', patchAdvice: '', testAdvice: '' },
				patchAnalysis: `It sends ${secret} as the key.`,
			},
		};
		const { title, body, message } = textOf(runOf(`Fails with token ${secret}`, [0, 1], review));
		assert.doesNotMatch(title + body + message, new RegExp(secret));
		assert.match(body, /It sends \\\[removed: /);
	});

	it('has nothing that the user removed from the issue before it was sent', () => {
		const made = { language: 'en' } as never;
		const run = runOf('Crash of project Apollo', [0, 1], {
			type: 'briefMade',
			brief: { ...(made as object), edited: 'Crash of a project' } as never,
		});
		const { title, body, message } = textOf(run);
		assert.equal(title, 'Fix: Crash of a project');
		assert.doesNotMatch(title + body + message, /Apollo/);
	});

	it('has a title of at most 72 characters, on one line', () => {
		const { title, message } = textOf(runOf(`${'long '.repeat(40)}\nnext`, [0, 1]));
		assert.equal(title.length <= 72, true, title);
		assert.equal(message.split('\n')[1], '');
	});
});

describe('what speaks against a pull request', () => {
	it('is a commit that closes the same issue, by any of the words of GitHub', () => {
		for (const message of ['Fixes #12', 'closed: #12', 'text\n\nResolve #12, #13']) {
			assert.equal(commitObjections(12, ['other', message]).length, 1, message);
		}
		for (const message of ['Fixes #123', 'see #12', 'prefixes #12', 'fixes octo/other#12']) {
			assert.deepEqual(commitObjections(12, [message]), [], message);
		}
	});

	it('is a secret in added lines only', () => {
		const line = `token = '${secret}'\n`;
		const none = { rules: [], hides: () => undefined };
		assert.deepEqual(contentObjections([{ path: 'a', before: line, after: `${line}more\n` }], none), []);
		assert.equal(contentObjections([{ path: 'a', after: line }], none).length, 1);
	});
});
