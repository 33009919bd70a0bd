import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auto } from '../../../../src/engine/strategies/auto';
import { giveFeedback } from '../../../../src/engine/strategies/giveFeedback';
import type { ChatRequest } from '../../../../src/models/pure/chatModel';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { phaseOf, type RunNode } from '../../../../src/runs/pure/fold/runNode';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { folderPicture } from '../../../support/folderPicture';
import { repoRoot } from '../../../support/repoRoot';
import type { ScriptedCall } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { fixSample } from './fixRun';
import { bugs, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
const { original, patched, place, shows } = python;
const wrong = '    return abs(end - start)';

type Calls = readonly ScriptedCall[];

const looks: Calls = [
	['read_lines', { file_name: place.file, start_line: 1, end_line: 40 }],
	['find_references', { name: place.method }],
];
const reports: Calls = [
	['report_bug_locations', { bug_locations: [{ ...place, intended_behavior: 'as the issue says' }] }],
];
const reproduces: Calls = [['write_reproducer', { program: shows }]];
const submits: Calls = [['submit', { summary: 'The end counts as of the next day.' }]];
const edits = (from: string, to: string): Calls => [['edit', { path: place.file, original: from, patched: to }]];

describe('the strategy auto', () => {
	const folder = new TestFolder();
	const workspace = () => folder.path('workspace');

	beforeEach(() => {
		cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
	});

	it('is one conversation: a red judgement is a result that is answered, and nothing is read twice', async () => {
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, runsTests: true },
			script: [
				looks,
				[...reports, ...reproduces],
				[...edits(original, wrong), ['nearest_tests', {}], ...submits],
				[...edits(wrong, patched), ['nearest_tests', {}]],
				submits,
				verdict(true),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const [first, second] = fixOf(run).ranking;
		assert.match(patchOf(run, first?.patch), /\+ {4}return \(end - start\) % MINUTES_PER_DAY/);
		assert.match(patchOf(run, second?.patch), /\+ {4}return abs/);
		const refused = answersOf(run, 'submit')[0] ?? '';
		assert.match(
			refused,
			/^Not accepted: the reproducer still fails\.[\s\S]*expected 165 minutes, got 1275[\s\S]*still in your copy/,
		);
		const [before, after] = answersOf(run, 'nearest_tests');
		assert.match(
			before ?? '',
			/^4 near tests pass as before[\s\S]*in tests\/test_clock\.py, tests\/test_report\.py\.$/,
		);
		assert.match(after ?? '', /Turned green: .*test_adds_an_entry_that_ends_after_midnight/);
		assert.match(answersOf(run, 'write_reproducer')[0] ?? '', /tally\/clock\.py:21 minutes_between/);
		assert.deepEqual(
			run.selected.locations.map(({ method, intendedBehavior }) => [method, intendedBehavior]),
			[[place.method, 'as the issue says']],
		);
		assert.deepEqual(turnsOf(run).map(phaseOf), ['locate', 'reproduce', 'patch', 'patch', 'patch']);
		assert.ok(notesOf(run).includes('The search ended: nothing speaks against a patch.'));
	});

	it('makes each change that is called, and names what is changed after one is taken back', async () => {
		const other: Calls = [
			['edit', { path: 'tally/report.py', original: '    lines = []', patched: '    lines = [ ]' }],
		];
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [
				reproduces,
				[looks[0] ?? assert.fail(), ...edits(original, wrong), looks[0] ?? assert.fail(), ...other],
				[
					['undo', {}],
					['undo', {}],
				],
				[...edits(original, patched), ...submits],
				verdict(true),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const [before, after] = answersOf(run, 'read_lines');
		assert.match(before ?? '', /return end - start/);
		assert.match(after ?? '', /return abs\(end - start\)/);
		assert.deepEqual(answersOf(run, 'undo'), [
			'Undid the last change to tally/report.py. Still changed: tally/clock.py.',
			'Undid the last change to tally/clock.py. Nothing else is changed.',
		]);
		const results = model.requests[3]?.messages.slice(-2).map(({ text }) => text);
		assert.deepEqual(results, answersOf(run, 'undo'));
	});

	it('reports that the program calls nothing of what was changed, and that its output is the same', async () => {
		const elsewhere: Calls = [
			['edit', { path: 'tally/report.py', original: '    return sum(', patched: '    return 0 + sum(' }],
		];
		const { run } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [
				reproduces,
				[...elsewhere, ...submits],
				[...edits(original, wrong), ...submits],
				[...edits(wrong, patched), ...submits],
				verdict(true),
			],
		});
		assert.equal(run.state, 'done', run.message);
		const [unreached, reached] = answersOf(run, 'submit');
		assert.match(
			unreached ?? '',
			/Its output is the same as without your changes\. As far as .*, it calls none of the functions that you changed: \w+\./,
		);
		assert.doesNotMatch(reached ?? '', /is the same as|calls none/);
	});

	/** Adds a test that asserts the bug. Returns the edit that corrects it. */
	function assertBug(): Calls {
		const test = join(workspace(), 'tests', 'test_clock.py');
		const asserted = '        self.assertEqual(minutes_between(600, 540), -60)';
		const body = `\n    def test_goes_back(self):\n${asserted}\n`;
		writeFileSync(
			test,
			readFileSync(test, 'utf8').replace(/\n\nif __name__|$/, match => `${body}${match}`),
		);
		return [['edit', { path: 'tests/test_clock.py', original: asserted, patched: asserted.replace('-60', '1380') }]];
	}

	it('lets the author contest a test that asserts the bug, if the reviewer confirms it', async () => {
		const changes = assertBug();
		const confirmed = JSON.stringify({
			...JSON.parse(verdict(true)),
			// A part of its name is enough.
			'wrong-tests': ['test_goes_back'],
		});
		const script = [reproduces, [...edits(original, patched), ...submits], [...changes, ...submits]];
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, runsTests: true, script: [...script, confirmed] },
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const [refused, accepted] = answersOf(run, 'submit');
		assert.match(
			refused ?? '',
			/^Not accepted: tests turn red\.[\s\S]*minutes_between\(600, 540\), -60[\s\S]*is a question/,
		);
		assert.match(accepted ?? '', /^Accepted/);
		const [best] = fixOf(run).ranking;
		assert.match(patchOf(run, best?.patch), /a\/tests\/test_clock\.py/);
		assert.ok(
			best?.reasons.some(reason => /^It changes what .*test_goes_back asserts/.test(reason)),
			best?.reasons.join(),
		);
		const [shown] = shownPatches(run);
		assert.equal(shown?.verdict.why, 'reproducer fails before, passes after; changes what 1 test asserts');
		assert.equal(shown.verdict.verdict, 'good');
		assert.deepEqual(
			shown.evidence.filter(({ label }) => label === 'Tests').map(each => each.verdict),
			['unsure'],
		);
	});

	it('asks the reviewer which tests were wrong, and tells the author if none is', async () => {
		const changes = assertBug();
		const none = JSON.stringify({ ...JSON.parse(verdict(true)), 'wrong-tests': [] });
		const script = [reproduces, [...edits(original, patched), ...changes, ...submits], verdict(true), none];
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, runsTests: true, caps: { requests: 4 }, script },
		});
		model.assertAllAsked();
		assert.match(textOf(model.requests[2]), /"wrong-tests": \["the name of each test/);
		assert.match(textOf(model.requests[3]), /"wrong-tests" must be a list of names/);
		const [refused = ''] = answersOf(run, 'submit');
		assert.match(
			refused,
			/^Not accepted: tests turn red\. Your changes were judged\. The reproducer passes with the patch\./,
		);
		assert.match(
			refused,
			/The reviewer does not confirm that tests\/test_clock\.py::ClockTest::test_goes_back asserted/,
		);
	});

	it('keeps the program that shows the bug where the last change is taken back', async () => {
		const { run } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [[...reproduces, ['undo', {}]], [...edits(original, patched), ...submits], verdict(true)],
		});
		assert.equal(run.state, 'done', run.message);
		assert.deepEqual(answersOf(run, 'undo'), ['There is nothing to undo.']);
	});

	it('traces the program that shows the bug', async () => {
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [
				[['trace_run', {}], ...reproduces],
				[
					['trace_run', {}],
					['trace_run', { function: 'parse_time' }],
				],
				[...edits(original, patched), ['trace_run', {}], ...submits],
				verdict(true),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const [none, whole, ofFunction, after] = answersOf(run, 'trace_run');
		assert.match(none ?? '', /^No program shows the bug yet/);
		assert.match(
			whole ?? '',
			/got = -1275: [\s\S]*minutes_between returned -1275: tally\/clock\.py:\d+: return end - start/,
		);
		assert.match(ofFunction ?? '', /# hours = 22, minutes = 30/);
		assert.match(after ?? '', /minutes_between\(start=1350, end=75\) -> 165/);
	});

	it('runs the tests that a patch adds, and shows their author those that fail', async () => {
		const text = (minutes: number) =>
			`import unittest\n\nfrom tally.clock import minutes_between\n\n\nclass NightTest(unittest.TestCase):\n    def test_night(self):\n        self.assertEqual(minutes_between(1350, 75), ${minutes})\n`;
		const adds: Calls = [['create', { path: 'tests/test_night.py', text: text(166) }]];
		const corrects: Calls = [
			[
				'edit',
				{
					path: 'tests/test_night.py',
					original: 'minutes_between(1350, 75), 166',
					patched: 'minutes_between(1350, 75), 165',
				},
			],
		];
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, runsTests: true },
			script: [
				reproduces,
				[...edits(original, patched), ...adds, ...submits],
				[...corrects, ...submits],
				verdict(true),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const [refused, accepted] = answersOf(run, 'submit');
		assert.match(
			refused ?? '',
			/^Not accepted: tests turn red\.[\s\S]*that you added or changed[\s\S]*test_night fails as the patch has it[\s\S]*165 != 166/,
		);
		assert.match(accepted ?? '', /^Accepted/);
	});

	it('judges the same changes again by another reproducer, if the reviewer rejects the first one', async () => {
		const other: Calls = [['write_reproducer', { program: `${shows}assert minutes_between(60, 120) == 60\n` }]];
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [
				reproduces,
				[...edits(original, patched), ...submits],
				verdict(true, false),
				[...other, ...submits],
				verdict(true),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const [doubted, accepted] = answersOf(run, 'submit');
		assert.match(doubted ?? '', /^Not accepted: the reviewer rejects the reproducer\./);
		assert.match(accepted ?? '', /^Accepted/);
		const { patches, ranking } = fixOf(run);
		assert.equal(patches.length, 1);
		assert.ok(ranking[0]?.reasons.includes('The reproducer fails without it and passes with it.'));
	});

	const failed = /\+ {4}return abs\(end - start\)[\s\S]*expected 165 minutes, got 1275/;

	it('begins again after a dead end, with what failed, if little of the path would be kept', async () => {
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [
				...[reproduces, reports, [...edits(original, wrong), ...submits], submits, submits],
				...[looks, [...edits(original, patched), ...submits], verdict(true)],
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const trajectories = nodesOf(run).filter(({ kind }) => kind === 'trajectory');
		assert.deepEqual(
			trajectories.map(({ summary, phase }) => [summary, phase]),
			[['Began again, with what failed', 'patch']],
		);
		assert.match(patchOf(run, fixOf(run).ranking[0]?.patch), /% MINUTES_PER_DAY/);
		const asked = textOf(model.requests[5]);
		assert.match(asked, /Others have tried/);
		assert.match(asked, failed);
		// The reproducer still counts.
		assert.match(asked, /The program that fails is in your copy of the project/);
	});

	it('follows feedback on an action after it began again, there and nowhere else', async () => {
		const options = { sample: 'python', strategy: auto };
		const first = await fixSample(folder, {
			...options,
			script: [
				...[reproduces, reports, [...edits(original, wrong), ...submits], submits, submits],
				...[looks, [...edits(original, patched), ...submits], verdict(true)],
			],
		});
		const round = turnsOf(first.run).at(-1)?.id ?? assert.fail();
		const { run, model } = await fixSample(folder, {
			...options,
			events: first.events,
			before: log => giveFeedback(log, round, 'Take the remainder by hand.'),
			script: [[...edits(patched, '    return (1440 + end - start) % 1440'), ...submits], verdict(true)],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		assert.match(textOf(model.requests[0]), /Others have tried[\s\S]*Take the remainder by hand\./);
		assert.match(patchOf(run, run.selected.patch), /\(1440 \+ end - start\) % 1440/);
	});

	it('goes back to the report of the place after a dead end, if half of the path came before it', async () => {
		const looksAt = (name: string): Calls => [['find_references', { name }]];
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto },
			script: [
				...[looks, looksAt('parse_time'), looksAt('read_entries'), reproduces, looksAt('week'), reports],
				...[[...edits(original, wrong), ...submits], submits, submits],
				...[looksAt('MINUTES_PER_DAY'), [...edits(original, patched), ...submits], verdict(true)],
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		assert.equal(turnsOf(run)[9]?.title, 'Look for an alternative to place');
		assert.match(patchOf(run, fixOf(run).ranking[0]?.patch), /% MINUTES_PER_DAY/);
		assert.match(model.requests[9]?.messages.at(-1)?.text ?? '', failed);
		assert.match(textOf(model.requests[10]), /Another way was tried here before, and taken back\./);
	});

	it('gives a model that cannot call tools few of them, and the code of the first suspects', async () => {
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, form: 'prose', seeds: true },
			script: [
				`The end is before the start.\n\n\`\`\`\n<file>${place.file}</file>\n<original>\n${original}\n</original>\n<patched>\n${patched}\n</patched>\n\`\`\`\n`,
				'It is changed.',
				'submit("It wraps.")',
				verdict(true),
				'I am done.',
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		assert.match(patchOf(run, fixOf(run).ranking[0]?.patch), /% MINUTES_PER_DAY/);
		const first = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(first, /def minutes_between\(start: int, end: int\) -> int:[\s\S]*return end - start/);
		assert.deepEqual(first.match(/^\w+(?=\(\w+: (?:string|integer))/gm), [
			...['search_definition', 'search_code', 'read_lines', 'write_reproducer', 'edit', 'submit'],
		]);
	});

	it('writes no further patch where nothing could tell it from the first one, and states that', async () => {
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, mayExecute: false, nCandidates: 2 },
			script: [
				[...edits(original, patched), ...submits],
				JSON.stringify({ 'patch-analysis': 'It wraps.', 'patch-correct': true, 'patch-advice': '' }),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		assert.ok(notesOf(run).some(note => note.startsWith('No further patch is written')));
		assert.ok(nodesOf(run).every(({ kind }) => kind !== 'trajectory'));
	});

	it('edits in memory where nothing may be executed, and is reviewed', async () => {
		const before = folderPicture(workspace());
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', strategy: auto, mayExecute: false },
			script: [
				[...looks, ['create', { path: 'tally/day.py', text: 'DAY = 1440\n' }]],
				[...edits(original, wrong), ['undo', {}]],
				[...edits(original, patched), ...submits],
				JSON.stringify({ 'patch-analysis': 'It wraps.', 'patch-correct': true, 'patch-advice': '' }),
			],
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const patch = patchOf(run, fixOf(run).ranking[0]?.patch);
		assert.match(patch, /\+ {4}return \(end - start\) % MINUTES_PER_DAY[\s\S]*tally\/day\.py/);
		assert.deepEqual(folderPicture(workspace()), before);
		const tools = model.requests[0]?.tools?.map(({ name }) => name) ?? [];
		assert.deepEqual(
			tools.filter(name => ['run', 'write_reproducer', 'nearest_tests'].includes(name)),
			[],
		);
	});
});

function textOf(request: ChatRequest | undefined): string {
	return request?.messages.map(({ text }) => text).join('\n') ?? '';
}

function turnsOf(run: Run): readonly RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

function answersOf(run: Run, name: string): readonly string[] {
	return turnsOf(run).flatMap(({ calls }) =>
		calls.flatMap(({ tool, answer }) => (tool === name ? (answer?.text ?? []) : [])),
	);
}

function patchOf(run: Run, id: string | undefined): string {
	return fixOf(run).patches.find(each => each.id === id)?.diff ?? '';
}

function notesOf(run: Run): readonly string[] {
	return nodesOf(run).flatMap(({ notes }) => notes);
}
