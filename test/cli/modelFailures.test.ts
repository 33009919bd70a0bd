import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import { faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

const sample = join(repoRoot, 'sample', 'python');
const report: ScriptedAnswer = {
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [{ file: 'tally/clock.py', method: 'minutes_between', intended_behavior: 'count on' }],
			},
		},
	],
};

function status(code: number, message = 'no'): ScriptedAnswer {
	return { fault: 'status', status: code, body: { error: { message } } };
}

describe('a model that fails at its first request', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const cli = (...words: string[]) => faultlineCli(words, { env: { FAULTLINE_STORAGE: folder.path('storage') } });
	const locate = (...words: string[]) =>
		cli(
			...['locate', '--workspace', sample, '--issue', join(sample, 'ISSUE.md')],
			...['--model', 'openai:m', '--base-url', server.now.baseUrl, ...words],
		);
	const tools = ['--form', 'tools'];

	for (const [what, answer, reason, cure] of [
		['401', status(401), /requires an API key/, /OPENAI_API_KEY/],
		['403', status(403), /does not allow this/, /OPENAI_API_KEY/],
		['402', status(402), /no quota left/, /--model openai:NAME/],
	] as const) {
		it(`${what}: shows what the embedded localizer finds, the reason and the cure, and exits with 1`, async () => {
			server.now.script([answer]);
			const { code, stdout, stderr } = await locate(...tools);
			assert.equal(code, 1);
			assert.match(stdout, /Provisional: the model could not be asked; these come from the embedded localizer\./);
			assert.match(stdout, /tally\/clock\.py:\d+-\d+ {2}minutes_between/);
			assert.match(stderr, reason);
			assert.match(stderr, cure);
		});
	}

	it('a model that does not exist: names the models there are, and how to choose one', async () => {
		server.now.script([status(404, 'The model does not exist')]);
		const { code, stderr } = await locate(...tools);
		assert.equal(code, 1);
		assert.match(stderr, /has no model "m"/);
		assert.match(stderr, /--model openai:NAME/);
	});

	it('does so while the model is probed, too, and the run can be resumed', async () => {
		server.now.script([status(401)]);
		const { code, stdout, stderr } = await locate();
		assert.equal(code, 1);
		assert.match(stdout, /Provisional: the model could not be asked/);
		assert.match(stderr, /OPENAI_API_KEY/);
		const [run = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		server.now.script([report]);
		const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, ...tools];
		const resumed = await cli('runs', 'resume', run, ...model);
		assert.equal(resumed.code, 0, resumed.stderr);
		assert.match(resumed.stdout, /Named 1 location: minutes_between/);
		assert.doesNotMatch(resumed.stdout, /Provisional/);
	});

	it('prints the report with --json, provisional and with the failure, and exits with 1', async () => {
		server.now.script([status(401)]);
		const { code, stdout } = await locate(...tools, '--json');
		assert.equal(code, 1);
		const { locations, provisional, failure } = JSON.parse(stdout);
		assert.ok(locations.length > 0);
		assert.equal(provisional, true);
		assert.match(failure, /requires an API key/);
	});

	it('prints the reason and the delay while it tries again', async () => {
		server.now.script([{ fault: 'rateLimited', retryAfter: '1' }, { fault: 'droppedConnection' }, report]);
		const { code, stderr } = await locate(...tools);
		assert.equal(code, 0, stderr);
		assert.match(stderr, /Rate limit reached at 127\.0\.0\.1:\d+\. Retrying in 1 s\./);
		assert.match(stderr, /127\.0\.0\.1:\d+ closed the connection\. Retrying in 2 s\./);
	});

	it('shows the provisional locations again later', async () => {
		server.now.script([status(401)]);
		await locate(...tools);
		const [run = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		const { stdout } = await cli('runs', 'show', run);
		assert.match(stdout, /Provisional: the model could not be asked/);
		assert.match(stdout, /OPENAI_API_KEY/);
	});
});
