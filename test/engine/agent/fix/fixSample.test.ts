import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import type { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { ReproducerVerdict } from '../../../../src/runs/pure/model/reproducer';
import { exampleCulprit } from '../../../support/exampleCulprit';
import { folderPicture } from '../../../support/folderPicture';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { type Bug, bugs, named, patch, patchAnew, program, read, submit, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);

/** What each run of a reproducer showed: with which patch, and what. */
function shown({ run }: FixRun): [patch: string | undefined, verdict: ReproducerVerdict][] {
	return fixOf(run).reproducerRuns.map(({ patch: id, verdict: each }) => [id, each]);
}

/** Everything of a fix but how long things took. */
function untimed({ run }: FixRun): object {
	const fix = fixOf(run);
	const reproducerRuns = fix.reproducerRuns.map(({ execution, ...ran }) => ({
		...ran,
		execution: { ...execution, durationMs: 0 },
	}));
	return { ...fix, reproducerRuns };
}

describe('a fix', () => {
	const scratch = new TestFolder();
	/** All goes well at once. */
	const smooth = (bug: Bug) => [program(bug.shows), named(bug), patch(bug, bug.patched), verdict(true)];

	for (const bug of bugs) {
		it(`goes from red to green to a reviewed patch: the ${bug.language} sample`, async () => {
			const fixed = await fixSample(scratch, { sample: bug.sample, script: smooth(bug) });
			fixed.model.assertAllAsked();
			assert.deepEqual([fixed.run.state, fixed.run.message], ['done', undefined]);
			assert.deepEqual(shown(fixed), [
				[undefined, 'reproduced'],
				['p1', 'passed'],
			]);
			assert.deepEqual(fixOf(fixed.run).ranking, [
				{
					patch: 'p1',
					why: 'The only patch.',
					reasons: [
						'The reproducer fails without it and passes with it.',
						'The reviewer approves it.',
						'It changes 2 lines in 1 file.',
					],
				},
			]);
			assert.ok(fixOf(fixed.run).patches[0]?.diff.split('\n').includes(`+++ b/${bug.place.file}`));
		});
	}

	it('shows how the reproducer failed', async () => {
		const { model } = await fixSample(scratch, { sample: 'python', script: smooth(python) });
		const next = model.requests[1]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(next, /expected 165 minutes, got -1275/);
	});

	it('shows the model in its first request the commit that broke it, if that was found', async () => {
		const before = (log: RunLog) => log.emit(rootNode, { type: 'culpritFound', culprit: exampleCulprit });
		const { model } = await fixSample(scratch, { sample: 'python', script: smooth(python), before });
		const [first] = model.requests;
		const clues = first?.messages.filter(({ text }) => text.includes('abc1234567 Count minutes')) ?? [];
		assert.equal(clues.length, 1);
		assert.match(clues[0]?.text ?? '', /tally\/clock\.py:23 return end - start/);
	});

	it('leaves the workspace as it was, and no copy of it', async () => {
		const { folder } = await fixSample(scratch, { sample: 'python', script: smooth(python) });
		const after = folderPicture(folder);
		await fixSample(scratch, { sample: 'python', script: smooth(python) });
		assert.deepEqual(folderPicture(folder), after);
		assert.deepEqual(folderPicture(scratch.path('storage', 'checkouts')), {});
	});

	it('rewrites the patch while the reproducer still fails, whatever the review', async () => {
		const wrong = '    return abs(end - start)';
		const script = [
			program(python.shows),
			named(python),
			patch(python, wrong),
			patchAnew(python, python.patched),
			verdict(true),
		];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		assert.deepEqual(shown(fixed), [
			[undefined, 'reproduced'],
			['p1', 'reproduced'],
			['p2', 'passed'],
		]);
		assert.deepEqual(
			fixOf(fixed.run).ranking.map(({ patch: id }) => id),
			['p2', 'p1'],
		);
		const sent = fixed.model.requests[3]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent, /got 1275/);
	});

	it('rewrites the reproducer when the review finds it wrong', async () => {
		const wrong = python.shows.replace('== 165', '== 164 + 1');
		const script = [
			program(wrong),
			named(python),
			patch(python, python.patched),
			verdict(true, false),
			[...program(python.shows), ...submit],
			verdict(true),
		];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		assert.deepEqual(
			fixOf(fixed.run).reproducerRuns.map(({ reproducer, patch: id, verdict: each }) => [reproducer, id, each]),
			[
				['t1', undefined, 'reproduced'],
				['t1', 'p1', 'passed'],
				['t2', undefined, 'reproduced'],
				['t2', 'p1', 'passed'],
			],
		);
	});

	it('detects a flaky reproducer, and asks for another', async () => {
		const flaky = `
import os
state = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seen")
first = not os.path.exists(state)
open(state, "w").close()
assert not first, "only the first time"
`;
		const script = [program(flaky), program(python.shows), named(python), patch(python, python.patched), verdict(true)];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		assert.deepEqual(
			shown(fixed).map(([, each]) => each),
			['flaky', 'reproduced', 'passed'],
		);
	});

	it('ends a program that hangs, and asks for another', async () => {
		const hang = 'while True:\n    pass';
		const script = [program(hang), program(python.shows), named(python), patch(python, python.patched), verdict(true)];
		const fixed = await fixSample(scratch, { sample: 'python', script, timeoutMs: 3000 });
		fixed.model.assertAllAsked();
		assert.deepEqual(
			shown(fixed).map(([, each]) => each),
			['timedOut', 'reproduced', 'passed'],
		);
	});

	it('returns a patch that does not apply with the code at that place', async () => {
		const off = patch({ ...python, original: '    return finish - start' }, python.patched);
		const script = [program(python.shows), named(python), off, patch(python, python.patched), verdict(true)];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		const sent = fixed.model.requests[3]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent, /return end - start/);
		assert.equal(fixOf(fixed.run).patches.length, 1);
	});

	it('has patches reviewed where nothing may be run, and notes it', async () => {
		const other = '    return (end + MINUTES_PER_DAY - start) % MINUTES_PER_DAY';
		const script = [
			...[named(python), patch(python, python.patched), read(true)],
			...[patch(python, other), read(true)],
		];
		const fixed = await fixSample(scratch, { sample: 'python', script, mayExecute: false, nCandidates: 2 });
		fixed.model.assertAllAsked();
		assert.equal(fixOf(fixed.run).reproducerRuns.length, 0);
		assert.deepEqual(fixOf(fixed.run).ranking[0]?.reasons.slice(0, 2), [
			'No reproducer was run with it.',
			'The reviewer approves it, without a reproducer.',
		]);
	});

	it('samples further candidates, which are judged alike, and judges the same patch only once', async () => {
		const other = '    return (end + MINUTES_PER_DAY - start) % MINUTES_PER_DAY';
		const script = [
			program(python.shows),
			named(python),
			patch(python, python.patched),
			verdict(true),
			patch(python, python.patched),
			patch(python, other),
			verdict(true),
		];
		const fixed = await fixSample(scratch, { sample: 'python', script, nCandidates: 3 });
		fixed.model.assertAllAsked();
		assert.deepEqual(shown(fixed).slice(1), [
			['p1', 'passed'],
			['p2', 'passed'],
		]);
		assert.deepEqual(
			fixed.model.requests.slice(0, 7).map(({ temperature }) => temperature),
			[0, 0, 0, undefined, 0.8, 0.8, undefined],
		);
		assert.ok(nodesOf(fixed.run).some(({ summary }) => summary === 'submitted: the same patch as another branch'));
	});

	it('names the page that describes how to install what runs a reproducer, and writes patches without it', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const { PATH: path = '' } = process.env;
		// The states of the copy are kept by git.
		const git = path.split(delimiter).find(folder => existsSync(join(folder, 'git'))) ?? '';
		mkdirSync(scratch.path('onlyGit'));
		symlinkSync(join(git, 'git'), scratch.path('onlyGit', 'git'));
		process.env.PATH = scratch.path('onlyGit');
		try {
			const script = [...[program(python.shows), named(python)], ...[patch(python, python.patched), read(true)]];
			const fixed = await fixSample(scratch, { sample: 'python', script });
			const [note] = fixed.events.flatMap(event => (event.type === 'noted' && event.cures ? [event] : []));
			assert.equal(fixed.run.message, undefined);
			assert.match(note?.text ?? '', /was not found: install it/);
			assert.deepEqual(
				note?.cures?.map(({ kind, page }) => [kind, page]),
				[['install', 'https://www.python.org/downloads/']],
			);
			assert.deepEqual([fixed.run.state, fixOf(fixed.run).patches.length], ['done', 1]);
		} finally {
			process.env.PATH = path;
		}
	});

	it('continues wherever it was interrupted, without repeating recorded executions or requests', async () => {
		const script = smooth(python);
		const whole = await fixSample(scratch, { sample: 'python', script });
		const marks = whole.events.flatMap(({ type }, at) =>
			['modelAnswered', 'reproducerRan', 'patchWritten', 'nodeOpened'].includes(type) ? [at + 1] : [],
		);
		for (const nEvents of marks) {
			const events = whole.events.slice(0, nEvents);
			const nAnswered = events.filter(({ type }) => type === 'modelAnswered').length;
			const resumed = await fixSample(scratch, { sample: 'python', script: script.slice(nAnswered), events });
			resumed.model.assertAllAsked();
			assert.deepEqual(untimed(resumed), untimed(whole), `cut off after ${events.at(-1)?.type}`);
		}
	});
});
