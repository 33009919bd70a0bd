import assert from 'node:assert/strict';
import { createOpenAiModel } from '../../../../src/models/node/openAiModel';
import { ModelError, type ModelErrorKind } from '../../../../src/models/pure/modelError';
import { probeModel } from '../../../../src/models/pure/probe/probeModel';
import type { ChatBody } from '../../../support/chatBody';
import type { ScriptedAnswer } from '../../../support/scriptedAnswer';
import { TestModelServer } from '../../../support/testModelServer';

describe('probeModel', () => {
	const server = new TestModelServer();
	const probe = (signal?: AbortSignal) =>
		probeModel(createOpenAiModel({ baseUrl: server.now.baseUrl, model: 'small-1', replyForm: 'prose' }), signal);
	const failure = async (kind: ModelErrorKind) => {
		await assert.rejects(probe(), error => error instanceof ModelError && error.kind === kind);
	};
	const formOf = (body: ChatBody) => (body.tools ? 'tools' : (body.response_format?.type ?? 'prose'));
	const formsAsked = () => server.now.bodies.map(formOf);
	const unsupported = (what: string): ScriptedAnswer => ({
		fault: 'status',
		status: 400,
		body: { error: { message: `${what} is not supported` } },
	});

	const toolCall = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };
	const json = '{"legs_of_spider": 8, "wings_of_spider": 0}';

	it('asks once where tools are called', async () => {
		server.now.script([toolCall]);
		assert.deepEqual(await probe(), { replyForm: 'tools', notes: ['It calls tools.'] });
	});

	it('goes down the forms one by one if the server does not have them, and reports why', async () => {
		server.now.script(body =>
			formOf(body) === 'prose' ? { text: 'Eight.' } : unsupported('response_format or tools'),
		);
		const { replyForm, notes } = await probe();
		assert.equal(replyForm, 'prose');
		assert.deepEqual(formsAsked(), ['tools', 'json_schema', 'json_object', 'prose']);
		assert.deepEqual(
			notes.map(note => note.split(/:| an/)[0]),
			['No tool calls', 'No JSON by a schema', 'No JSON', 'It'],
		);
		assert.match(
			notes[0] ?? '',
			/127\.0\.0\.1:\d+ cannot do what was asked \(response_format or tools is not supported\)/,
		);
	});

	for (const [what, answer, problem] of [
		['answers in text', { text: 'A harbor is a port.' }, /^No tool calls: no call came\.$/],
		['writes the call as text', { text: 'look_up("harbor")' }, /the call came as text/],
		['calls another tool', { toolCalls: [{ name: 'search', arguments: {} }] }, /it called "search", which/],
		[
			'gives other arguments',
			{ toolCalls: [{ name: 'look_up', arguments: '{}' }] },
			/arguments of its call were wrong/,
		],
		['gives damaged arguments', { toolCalls: [{ name: 'look_up', arguments: '{"word' }] }, /arguments of its call/],
		['writes too much', { text: 'I see, I see', finish: 'length' }, /cut off at 4096 tokens/],
		['answers nothing', { text: '' }, /answered nothing/],
		['makes the server fail', { fault: 'status', status: 500, body: 'template error' }, /failed with 500/],
	] as [string, ScriptedAnswer, RegExp][]) {
		it(`takes JSON by a schema for a model that ${what} when it should call a tool`, async () => {
			server.now.script([answer, { text: json }]);
			const { replyForm, notes } = await probe();
			assert.equal(replyForm, 'jsonSchema');
			assert.match(notes[0] ?? '', problem);
		});
	}

	it('gives a model that thinks for long more room, before it tries another form', async () => {
		const call = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };
		server.now.script([{ text: '', finish: 'length' }, call]);
		assert.equal((await probe()).replyForm, 'tools');
		const limits = server.now.bodies.map(body => Object.entries(body).find(([key]) => /^max_.*tokens$/.test(key))?.[1]);
		assert.deepEqual(limits, [4096, 24_576]);
		server.now.script([{ text: '', finish: 'length' }, { text: '', finish: 'length' }, { text: json }]);
		assert.match((await probe()).notes[0] ?? '', /cut off at 24576 tokens/);
	});

	it('notices a server that ignores the schema, and takes JSON by description', async () => {
		server.now.script([{ text: 'No.' }, { text: '{"legs": 8}' }, { text: json }]);
		const { replyForm, notes } = await probe();
		assert.equal(replyForm, 'jsonObject');
		assert.equal(notes[1], 'No JSON by a schema: the answer had other fields.');
	});

	it('takes prose where JSON comes with text around it', async () => {
		server.now.script([{ text: 'No.' }, { text: 'Eight.' }, { text: `Here it is: ${json}` }, { text: 'Eight.' }]);
		assert.equal((await probe()).replyForm, 'prose');
	});

	it('reports if tokens are not counted', async () => {
		server.now.script([{ ...toolCall, usage: 'none' }]);
		assert.deepEqual((await probe()).notes, ['It calls tools.', 'It does not count tokens: they are estimated.']);
	});

	for (const [what, answer, kind] of [
		['a wrong key', { fault: 'status', status: 401, body: '' }, 'refused'],
		['an unknown model', { fault: 'status', status: 404, body: '' }, 'unknownModel'],
		['a spent quota', { fault: 'status', status: 402, body: '' }, 'quota'],
		['too many requests', { fault: 'rateLimited' }, 'rateLimited'],
	] as [string, ScriptedAnswer, ModelErrorKind][]) {
		it(`stops at ${what}, which no other form would mend`, async () => {
			server.now.script([answer]);
			await failure(kind);
			assert.equal(server.now.bodies.length, 1);
		});
	}

	it('fails with the message of the server when it answers in no form', async () => {
		server.now.script(() => ({ fault: 'htmlPage' }));
		await failure('malformed');
	});

	it('fails for a model that never gets to an answer', async () => {
		server.now.script(() => ({ text: '', finish: 'length' }));
		await failure('empty');
	});

	it('ends with the reason of its signal', async () => {
		const controller = new AbortController();
		const reason = new Error('the user pressed Stop');
		server.now.script(() => {
			controller.abort(reason);
			return { fault: 'hang' };
		});
		await assert.rejects(probe(controller.signal), error => error === reason);
	});
});
