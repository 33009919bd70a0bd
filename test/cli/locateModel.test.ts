import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import type { ChatBody } from '../support/chatBody';
import { faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import type { Script } from '../support/scriptedModelServer';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

const key = 'sk-not-for-anybody';
const sample = join(repoRoot, 'sample', 'python');
const look: ScriptedAnswer = {
	toolCalls: [{ name: 'search_method', arguments: { method_name: 'minutes_between' } }],
	usage: { input: 1000, output: 20 },
};
const report: ScriptedAnswer = {
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [
					{ file: 'tally/clock.py', method: 'minutes_between', intended_behavior: 'count past midnight' },
				],
			},
		},
	],
	usage: { input: 2000, output: 30 },
};

function isAboutIssue(body: ChatBody): boolean {
	return JSON.stringify(body).includes('<issue>');
}

/** Searches, then reports; calls any other tool, as the probe asks for. */
function probedOr(search: ScriptedAnswer, end: ScriptedAnswer): Script {
	return body => {
		if (isAboutIssue(body)) {
			return body.messages.some(({ role }) => role === 'tool') ? end : search;
		}
		const [tool] = body.tools ?? [];
		return tool === undefined
			? { text: '{}' }
			: { toolCalls: [{ name: tool.function.name, arguments: { word: 'harbor' } }] };
	};
}

describe('faultline locate with a model', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const cli = (...words: string[]) =>
		faultlineCli(words, { env: { FAULTLINE_STORAGE: folder.path('storage'), OPENAI_API_KEY: key } });
	const issue = ['--workspace', sample, '--issue', join(sample, 'ISSUE.md')];
	const model = () => ['--model', 'openai:m', '--base-url', server.now.baseUrl];

	it('names what the model names, and counts what it took', async () => {
		server.now.script([look, report]);
		const result = await cli('locate', ...issue, ...model(), '--form', 'tools', '--json');
		assert.deepEqual([result.code, result.stderr], [0, '']);
		const { engine, locations, usage, provisional } = JSON.parse(result.stdout);
		assert.equal(engine, 'm');
		assert.deepEqual(
			locations.map((each: { method: string; intendedBehavior: string }) => [each.method, each.intendedBehavior]),
			[['minutes_between', 'count past midnight']],
		);
		assert.deepEqual([usage, provisional], [{ calls: 2, inputTokens: 3000, outputTokens: 50 }, undefined]);
		assert.equal(server.now.requests[0]?.headers.authorization, `Bearer ${key}`);
	});

	it('shows the lines that the model names', async () => {
		const place = { file: 'tally/clock.py', method: 'minutes_between', lines: '23' };
		server.now.script([{ toolCalls: [{ name: 'report_bug_locations', arguments: { bug_locations: [place] } }] }]);
		const { stdout } = await cli('locate', ...issue, ...model(), '--form', 'tools', '--no-seed');
		assert.match(stdout, /tally\/clock\.py:21-23 {2}minutes_between.*\n {4}at {6}line 23\n/);
	});

	it('finds out by itself how the model answers', async () => {
		server.now.script(probedOr(look, report));
		const result = await cli('locate', ...issue, ...model());
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /Named 1 location: minutes_between/);
	});

	it('does not open the model that compares, which only a fix asks; without a model, that is an error', async () => {
		server.now.script(probedOr(look, report));
		const result = await cli('locate', ...issue, ...model(), '--judge-model', 'large');
		assert.equal(result.code, 0, result.stderr);
		assert.deepEqual([...new Set(server.now.bodies.map(body => body.model))], ['m']);
		const { code, stderr } = await cli('locate', ...issue, '--judge-model', 'large');
		assert.deepEqual(
			[code, stderr],
			[2, 'faultline: --judge-model is about a run with a model: add --model openai:NAME.\n'],
		);
	});

	it('ends with the best so far at a limit, and reports it', async () => {
		server.now.script([look]);
		const result = await cli('locate', ...issue, ...model(), '--form', 'tools', '--max-requests', '1');
		assert.equal(result.code, 0, result.stderr);
		assert.match(result.stdout, /The limit of 1 request for this run is reached\. The model named no location/);
		assert.match(result.stdout, /minutes_between/);
	});

	it('reports what is wrong with the server, keeps the run, and continues it', async () => {
		server.now.script([look, { fault: 'status', status: 401, body: { error: { message: `no ${key}` } } }]);
		const failed = await cli('locate', ...issue, ...model(), '--form', 'tools');
		assert.equal(failed.code, 1);
		assert.match(failed.stderr, /127\.0\.0\.1/);
		const [run = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		assert.doesNotMatch(
			failed.stderr + readFileSync(folder.path('storage', 'runs', run, 'run.jsonl'), 'utf8'),
			/sk-not/,
		);
		server.now.script([report]);
		const resumed = await cli('runs', 'resume', run, ...model(), '--form', 'tools');
		assert.equal(resumed.code, 0, resumed.stderr);
		assert.match(resumed.stdout, /Named 1 location: minutes_between/);
	});

	it('keeps to the context window that the server reports, or --context-tokens', async () => {
		const wide: ScriptedAnswer = {
			toolCalls: ['cli', 'entries', 'report'].map(name => ({
				...{ name: 'get_code_around_line' },
				arguments: { file_name: `tally/${name}.py`, line_number: 20, window_size: 100 },
			})),
		};
		const nShortened = async (...words: string[]) => {
			server.now.script([wide, report]);
			const result = await cli('locate', ...issue, ...model(), '--form', 'tools', '--no-seed', ...words);
			assert.equal(result.code, 0, result.stderr);
			return server.now.bodies.at(-1)?.messages.filter(({ content }) => /to save room/.test(content ?? '')).length;
		};
		assert.equal(await nShortened(), 0);
		server.now.page('GET /v1/models', { data: [{ id: 'm', max_model_len: 2600 }] });
		const reported = await nShortened();
		assert.ok(reported !== undefined && reported > 0);
		assert.equal(await nShortened('--context-tokens', '100000'), 0);
		assert.equal(await nShortened('--context-tokens', '2600'), reported);
	});

	for (const [words, reason] of [
		[['--model', 'gpt'], /openai:NAME/],
		[['--model', 'openai'], /No model is given/],
		[['--model', 'openai:m', '--form', 'xml'], /--form takes/],
		[['--model', 'openai:m', '--form', 'tools', '--rounds', '0'], /--rounds takes a whole number/],
		[['--model', 'openai:m', '--first-byte-seconds', '1.5'], /--first-byte-seconds takes a whole number/],
	] as const) {
		it(`refuses ${words.join(' ')}`, async () => {
			const result = await cli('locate', ...issue, ...words);
			assert.equal(result.code, 2);
			assert.match(result.stderr, reason);
		});
	}
});
