import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bridge, startBridge } from '../../bench/liveModel/bridge';
import { type BridgeBody, formProblem, requestText } from '../../bench/liveModel/bridgeRequest';
import { CodeTrees } from '../../bench/liveModel/codeTrees';
import { judge } from '../../bench/liveModel/judge';
import { type LiveInstance, readLiveInstances } from '../../bench/liveModel/liveInstance';
import { runFigures } from '../../bench/liveModel/runFigures';
import { runFix } from '../../bench/liveModel/runFix';
import { testOutcomes } from '../../bench/liveModel/testOutcomes';
import { drawn } from '../../bench/liveModel/usable';
import { productFolder } from '../support/product/productFolder';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

describe('what tests printed', () => {
	it('is read from pytest', () => {
		const output = 'PASSED a.py::T::test_one\nPASSED b.py::test_two[1]\nFAILED a.py::test_three - assert 1\n';
		const outcomes = testOutcomes('pytest', output);
		assert.equal(outcomes.get('a.py::T::test_one'), true);
		assert.equal(outcomes.get('test_one'), true);
		assert.equal(outcomes.get('test_three'), false);
		assert.equal(outcomes.get('test_four'), undefined);
	});

	it('is read from unittest, by names and docstrings, with and without the repeated name', () => {
		const output = [
			'test_one (a.tests.First) ... ok',
			'test_two (a.tests.First.test_two)',
			'It does two things. ... FAIL',
			'test_three (a.tests.First.test_three) ... printed meanwhile',
			'ok',
			"test_four (a.tests.First.test_four) ... skipped 'not here'",
		].join('\n');
		const outcomes = testOutcomes('unittest', output);
		assert.equal(outcomes.get('test_one (a.tests.First)'), true);
		assert.equal(outcomes.get('test_two (a.tests.First)'), false);
		assert.equal(outcomes.get('It does two things.'), false);
		assert.equal(outcomes.get('test_three (a.tests.First.test_three)'), true);
		assert.equal(outcomes.get('test_four (a.tests.First)'), true);
	});

	it('is one test where only the exit code counts', () => {
		assert.equal(testOutcomes('exitCode', '', 0).get('command'), true);
		assert.equal(testOutcomes('exitCode', '', undefined).get('command'), false);
	});
});

describe('drawing instances', () => {
	it('depends on the seed only, and takes usable ones', () => {
		const rows = ['a', 'b', 'c', 'd'].map(id => JSON.stringify({ id, ...(id === 'b' && { problem: 'no fix' }) }));
		const all = drawn(rows.join('\n'), { seed: '12' });
		assert.deepEqual([...all].sort(), ['a', 'c', 'd']);
		assert.deepEqual(drawn(rows.reverse().join('\n'), { draw: '2', seed: '12' }), all.slice(0, 2));
	});
});

describe('a request as a file', () => {
	const messages = ['one', 'two', 'three'].map(content => ({ role: 'user', content }));
	const tools = [{ type: 'function', function: { name: 'look' } }];
	const first: BridgeBody = { model: 'm', messages: messages.slice(0, 2), tools };

	it('names what an earlier one had', () => {
		const text = requestText({ model: 'm', messages, tools }, [{ model: 'm', messages: [] }, first]);
		assert.match(text, /^# Request 003$/m);
		assert.match(text, /^Tools offered: as in 002$/m);
		assert.match(text, /^## Messages 1-2 as in 002$/m);
		assert.match(text, /^## Message 3: user$/m);
		assert.doesNotMatch(text, /^one$/m);
	});

	it('is refused in a form the model does not have', () => {
		assert.equal(formProblem(first, 'tools'), undefined);
		assert.match(formProblem(first, 'jsonSchema') ?? '', /'tools'/);
		const inJson: BridgeBody = { model: 'm', messages, response_format: { type: 'json_object' } };
		assert.equal(formProblem(inJson, 'jsonObject'), undefined);
		assert.match(formProblem(inJson, 'prose') ?? '', /json_object/);
	});
});

describe('the bridge', () => {
	const folder = new TestFolder();
	let bridge: Bridge;
	beforeEach(async () => {
		const options = { folder: folder.path('requests'), model: 'm', form: 'tools', contextTokens: 9000 } as const;
		bridge = await startBridge(options);
	});
	afterEach(() => bridge.close());
	const post = (body: unknown) =>
		fetch(`${bridge.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
	const body = { model: 'm', messages: [{ role: 'user', content: 'Look.' }] };

	it('reports its context window', async () => {
		const { data } = (await (await fetch(`${bridge.baseUrl}/models`)).json()) as { data: unknown[] };
		assert.deepEqual(data, [{ id: 'm', object: 'model', context_length: 9000 }]);
	});

	it('waits for the answer, and says what is wrong with one', async () => {
		const answered = post(body);
		await fileIn(folder.path('requests'), '001.request.md');
		folder.write({ 'requests/001.answer.json': '{"text": "I look.", "tool_calls": []}' });
		await fileIn(folder.path('requests'), '001.problem.txt');
		const toolCalls = [{ name: 'look', arguments: { at: 'a' } }];
		folder.write({ 'requests/001.answer.json': JSON.stringify({ text: 'I look.', toolCalls }) });
		const { choices } = (await (await answered).json()) as { choices: { message: object; finish_reason: string }[] };
		const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":"a"}' } };
		assert.deepEqual(choices[0]?.message, { role: 'assistant', content: 'I look.', tool_calls: [call] });
		assert.equal(choices[0]?.finish_reason, 'tool_calls');
		assert.equal(bridge.traffic.nRequests, 1);
	});

	it('streams comments until there is a text', async () => {
		const answered = await post({ ...body, stream: true });
		await fileIn(folder.path('requests'), '001.request.md');
		folder.write({ 'requests/001.answer.md': 'It is here.' });
		const lines = (await answered.text()).split('\n').filter(line => line !== '');
		assert.equal(lines[0], ': waiting');
		assert.match(lines.find(line => line.startsWith('data: ')) ?? '', /"content":"It is here\."/);
		assert.equal(lines.at(-1), 'data: [DONE]');
	});
});

/** A project of one file with a wrong answer, and hidden tests that print what pytest does. */
const project = {
	'one/instance.json': JSON.stringify({
		issue: 'issue.md',
		code: 'code',
		tests: { command: 'node check.mjs', results: 'pytest', mustPass: ['answer'], files: 'hidden' },
		gold: { files: ['sum.mjs'], functions: ['sum.mjs:sum'] },
	}),
	'one/issue.md': 'sum(1, 2) is 4\n',
	'one/code/sum.mjs': 'export const sum = (a, b) => a + b + 1;\nexport const zero = 0;\n',
	'one/hidden/check.mjs': [
		"import { sum, zero } from './sum.mjs';",
		"console.log(sum(1, 2) === 3 ? 'PASSED' : 'FAILED', 't::answer');",
		"console.log(zero === 0 ? 'PASSED' : 'FAILED', 't::zero');\n",
	].join('\n'),
};
const right = diffOf('sum.mjs', '@@ -1,2 +1,2 @@', [
	'-export const sum = (a, b) => a + b + 1;',
	'+export const sum = (a, b) => a + b;',
	' export const zero = 0;',
]);

function diffOf(path: string, hunk: string, lines: readonly string[]): string {
	return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, hunk, ...lines, ''].join('\n');
}

describe('judging a patch by hidden tests', () => {
	const folder = new TestFolder();
	let trees: CodeTrees;
	let instance: LiveInstance;
	beforeEach(() => {
		folder.write(project);
		const [one] = readLiveInstances(folder.path());
		assert.ok(one);
		instance = one;
		trees = new CodeTrees(folder.path());
	});
	afterEach(() => trees.dispose());

	it('reads an instance of a folder', () => {
		assert.equal(instance.id, 'one');
		assert.equal(instance.issue, 'sum(1, 2) is 4\n');
		assert.deepEqual(instance.tests?.files, { folder: folder.path('one', 'hidden') });
	});

	it('does not judge an instance without tests', async () => {
		const { tests: _, ...untested } = instance;
		assert.equal((await judge(untested, trees, right)).outcome, 'notJudged');
	});

	it('accepts the right one', async () => {
		const judged = await judge(instance, trees, right);
		assert.deepEqual(judged, { outcome: 'solved', nPassed: 1, nMustPass: 1, worse: [] });
	});

	it('accepts none that breaks another test', async () => {
		const worse = right.replace(' export const zero = 0;', '-export const zero = 0;\n+export const zero = 1;');
		const judged = await judge(instance, trees, worse);
		assert.equal(judged.outcome, 'testsFail');
		assert.equal(judged.nPassed, 1);
		assert.deepEqual(judged.worse, ['t::zero', 'zero']);
	});

	it('tells no patch, one that does not apply, and one that changes nothing that matters', async () => {
		assert.equal((await judge(instance, trees, undefined)).outcome, 'noPatch');
		assert.equal((await judge(instance, trees, right.replace('-export', '-import'))).outcome, 'doesNotApply');
		const own = diffOf('check.mjs', '@@ -0,0 +1 @@', ["+console.log('PASSED t::answer');"]).replace(
			'--- a/check.mjs',
			'new file mode 100644\n--- /dev/null',
		);
		assert.equal((await judge(instance, trees, own)).outcome, 'testsFail');
	});
});

describe('a live run', () => {
	const folder = new TestFolder();
	const program = 'from tally.clock import minutes_between\n\nassert minutes_between(1350, 75) == 165\n';
	const places = [{ file: 'tally/clock.py', method: 'minutes_between', intended_behavior: 'counts past midnight' }];
	const report = { name: 'report_bug_locations', arguments: { bug_locations: places } };
	const change = { original: '    return end - start', patched: '    return (end - start) % MINUTES_PER_DAY' };
	const answers: readonly string[] = [
		JSON.stringify({ toolCalls: [{ name: 'write_reproducer', arguments: { program } }] }),
		JSON.stringify({
			toolCalls: [
				report,
				{ name: 'edit', arguments: { path: 'tally/clock.py', ...change } },
				{ name: 'submit', arguments: { summary: 'It wraps.' } },
			],
		}),
		'{"patch-correct": "yes", "patch-analysis": "", "patch-advice": "", "test-correct": "yes", "test-analysis": "", "test-advice": ""}',
	];

	it('only locates an instance without tests, and tells where the files and functions of its fix are', async () => {
		const gold = { files: ['tally/clock.py', 'tally/none.py'], functions: ['tally/clock.py:minutes_between'] };
		folder.write({ 'untested/sample/instance.json': JSON.stringify({ issue: 'code/ISSUE.md', code: 'code', gold }) });
		cpSync(join(repoRoot, 'sample', 'python'), folder.path('untested', 'sample', 'code'), { recursive: true });
		const [read] = readLiveInstances(folder.path('untested'));
		assert.ok(read);
		const requests = folder.path('requests');
		const bridge = await startBridge({ folder: requests, model: 'player', form: 'tools' });
		const trees = new CodeTrees(folder.path());
		const search = { name: 'search_method', arguments: { method_name: 'minutes_between' } };
		const stopPlaying = play(
			requests,
			[search, report].map(call => JSON.stringify({ toolCalls: [call] })),
		);
		try {
			const call = { build: productFolder, baseUrl: bridge.baseUrl, model: 'player', words: [] };
			const end = await runFix(read, trees, { ...call, folder: folder.path('run') });
			const figures = runFigures(end.storage, read.gold);
			assert.equal(figures.end, 'done');
			assert.equal(figures.requests, 2);
			assert.equal(figures.nFilesRead, 1);
			assert.equal(figures.hasFiles, false);
			assert.deepEqual(figures.fileRanks, { 'tally/clock.py': 1, 'tally/none.py': null });
			assert.deepEqual(figures.functionRanks, { 'tally/clock.py:minutes_between': 1 });
			assert.equal((await judge(read, trees, end.diff)).outcome, 'notJudged');
		} finally {
			stopPlaying();
			await bridge.close();
			trees.dispose();
		}
	});

	it('is played through files and judged', async () => {
		const instance = {
			issue: 'code/ISSUE.md',
			code: 'code',
			tests: { command: 'python3 hiddenTest.py', results: 'exitCode', files: 'hidden' },
			gold: { files: ['tally/clock.py'], functions: ['tally/clock.py:minutes_between'] },
		};
		folder.write({
			'live/sample/instance.json': JSON.stringify(instance),
			'live/sample/hidden/hiddenTest.py': program,
		});
		cpSync(join(repoRoot, 'sample', 'python'), folder.path('live', 'sample', 'code'), { recursive: true });
		const [read] = readLiveInstances(folder.path('live'));
		assert.ok(read);
		const requests = folder.path('requests');
		const bridge = await startBridge({ folder: requests, model: 'player', form: 'tools' });
		const trees = new CodeTrees(folder.path());
		const stopPlaying = play(requests, answers);
		try {
			const { baseUrl } = bridge;
			const call = {
				build: productFolder,
				baseUrl,
				model: 'player',
				folder: folder.path('run'),
				words: [],
			};
			const end = await runFix(read, trees, call);
			assert.equal(end.exitCode, 0, readFileSync(folder.path('run', 'stderr.txt'), 'utf8'));
			const figures = runFigures(end.storage, read.gold);
			assert.deepEqual(
				[figures.end, figures.hasFiles, figures.hasFunctions, figures.nPatches],
				['done', true, true, 1],
			);
			assert.equal(bridge.traffic.nRequests, figures.requests);
			const judged = await judge(read, trees, end.diff);
			assert.equal(judged.outcome, 'solved', judged.output);
			assert.doesNotMatch(allRequests(requests), /hiddenTest/);
		} finally {
			stopPlaying();
			await bridge.close();
			trees.dispose();
		}
	});
});

/** Answers requests in order; an answer with calls is JSON, any other a text. */
function play(folder: string, answers: readonly string[]): () => void {
	const answer = () => {
		for (const [at, text] of answers.entries()) {
			const name = String(at + 1).padStart(3, '0');
			const end = text.startsWith('{"toolCalls"') ? 'json' : 'md';
			if (existsSync(join(folder, `${name}.request.md`)) && !existsSync(join(folder, `${name}.answer.${end}`))) {
				writeFileSync(join(folder, `${name}.answer.${end}`), text);
			}
		}
	};
	const watcher = watch(folder, answer);
	return () => watcher.close();
}

function allRequests(folder: string): string {
	const names = Array.from({ length: 99 }, (_, at) => `${String(at + 1).padStart(3, '0')}.request.md`);
	return names
		.filter(name => existsSync(join(folder, name)))
		.map(name => readFileSync(join(folder, name), 'utf8'))
		.join('\n');
}

/** Resolves once there is a file of this name. */
async function fileIn(folder: string, name: string): Promise<void> {
	await new Promise<void>(resolve => {
		const watcher = watch(folder, () => look());
		const look = () => {
			if (existsSync(join(folder, name))) {
				watcher.close();
				resolve();
			}
		};
		look();
	});
}
