import assert from 'node:assert/strict';
import { ContextWindow } from '../../../../src/models/pure/context/contextWindow';
import { Spending } from '../../../../src/models/pure/limits/spending';
import { unattended } from '../../../../src/models/pure/limits/supervisor';
import { openProtocol } from '../../../../src/models/pure/protocols/openProtocol';
import type { AgentStep, Protocol, ProtocolPrompts } from '../../../../src/models/pure/protocols/protocol';
import type { Tool } from '../../../../src/models/pure/tools/tool';
import type { EndingTool, Toolset } from '../../../../src/models/pure/tools/toolset';
import { OutgoingGate } from '../../../../src/outgoing/pure/gate/outgoingGate';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { ReplyForm } from '../../../../src/runs/pure/model/chat';
import { MemoryRuns } from '../../../support/memoryRuns';
import { type Scripted, ScriptedModel } from '../../../support/scriptedModel';

const lookUp: Tool = {
	name: 'look_up',
	description: 'Gives the meaning of a word.',
	parameters: [
		{ name: 'word', type: 'string', example: 'harbor' },
		{ name: 'language', type: 'string', default: 'en' },
	],
	changes: false,
	run: async () => ({ ok: true, text: 'a place for ships', places: [] }),
};

const submitPatch: EndingTool<string> = {
	name: 'submit_patch',
	description: 'Submit the finished patch.',
	field: 'patch',
	schema: { type: ['string', 'null'] },
	prompts: {
		question: 'which edit is right',
		item: 'edit',
		example: '"- old\\n+ new"',
		conversion: 'patch holds the edit of the notes.',
	},
	read: (value, label) =>
		typeof value === 'string' ? { report: [value] } : { problems: [`${label}: a patch is one text.`] },
};

const prompts: ProtocolPrompts = {
	system: 'You mend things.',
	opening: ['It is broken.'],
	choose: 'Look around.',
	analyze: 'What does it mean?',
	decide: 'Decide.',
	purposes: { choose: 'look around', analyze: 'think', decide: 'mend', convert: 'put it as JSON' },
};

const whole: Toolset<string> = { tools: [lookUp], callNoun: { one: 'action', many: 'actions' }, ending: submitPatch };
const forms = ['tools', 'jsonSchema', 'jsonObject', 'prose'] as const;
const patch = '- a\n+ b';

/** How a model looks a word up, and submits the patch, in each form. */
const asks: Readonly<Record<ReplyForm, Scripted>> = {
	tools: [['look_up', { word: 'quay' }]],
	jsonSchema: '{"API_calls": [{"name": "look_up", "arguments": {"word": "quay", "language": null}}], "patch": null}',
	jsonObject: '{"analysis": "First this.", "API_calls": ["look_up(\\"quay\\")"], "patch": ""}',
	prose: 'First this: `look_up("quay")`',
};
const ends: Readonly<Record<ReplyForm, readonly Scripted[]>> = {
	tools: [[['submit_patch', { patch }]]],
	jsonSchema: [JSON.stringify({ API_calls: [], patch })],
	jsonObject: [JSON.stringify({ analysis: 'Done.', patch })],
	prose: ['It must be b instead of a.', JSON.stringify({ patch })],
};

class Play<Report> {
	readonly model: ScriptedModel;
	readonly log: RunLog;
	readonly protocol: Protocol<Report>;

	constructor(form: ReplyForm, toolset: Toolset<Report>, script: readonly Scripted[]) {
		const clock = { now: () => 0, wait: async () => undefined };
		this.model = new ScriptedModel(form, script);
		this.log = RunLog.start(new MemoryRuns(), clock, 'a');
		this.protocol = openProtocol(
			this.log,
			{
				...{ model: this.model, clock, supervisor: unattended, spending: new Spending({}, unattended) },
				gate: new OutgoingGate(),
				window: new ContextWindow(this.model.contextTokens),
				signal: new AbortController().signal,
			},
			{ toolset, prompts },
		);
	}

	async step(): Promise<AgentStep<Report>> {
		if (this.log.run.lastSeq === 0) {
			const issue = { title: 'a', body: 'b', source: { kind: 'text' } } as const;
			const started = { runId: 'a', issue, engine: 'scripted', workspace: [], version: '' };
			await this.log.emit(rootNode, { type: 'runStarted', ...started });
		}
		return this.protocol.step(rootNode);
	}

	/** Everything that was sent, however it was sent. */
	sent(): string {
		return JSON.stringify(this.model.requests);
	}

	purposes(): readonly string[] {
		return nodesOf(this.log.run).flatMap(({ requests }) => requests.map(({ purpose }) => purpose));
	}
}

describe('every protocol with a toolset of its own', () => {
	for (const form of forms) {
		it(`reads its calls and its report: ${form}`, async () => {
			const script = [asks[form], ...(form === 'prose' ? ['It is by the water.'] : []), ...ends[form]];
			const play = new Play(form, whole, script);
			const first = await play.step();
			assert.deepEqual(
				first.calls.map(({ tool, args }) => [tool, args]),
				[['look_up', { word: 'quay', language: 'en' }]],
			);
			assert.deepEqual([first.report, first.problems], [[], []]);
			await play.protocol.addResults(rootNode, {
				results: first.calls.map(call => ({ call, text: 'a place to land' })),
				remarks: [],
			});
			const last = await play.step();
			assert.deepEqual([last.calls, last.report, last.problems], [[], [patch], []]);
			play.model.assertAllAsked();
			assert.match(play.sent(), /a place to land/);
			assert.doesNotMatch(play.sent(), /search|bug|location/i);
		});

		it(`reports what was wrong with a report: ${form}`, async () => {
			const wrong = JSON.stringify({ patch: 5 });
			const script: readonly Scripted[] =
				form === 'tools' ? [[['submit_patch', { patch: 5 }]]] : form === 'prose' ? ['It is b.', wrong, wrong] : [wrong];
			const { report, problems } = await new Play(form, whole, script).step();
			assert.deepEqual([report, problems], [[], ['patch: a patch is one text.']]);
		});

		it(`only asks where the toolset is empty: ${form}`, async () => {
			const play = new Play(form, { tools: [] }, ['It is as I {"say"}: look_up("quay").']);
			const step = await play.step();
			assert.deepEqual(step, { calls: [], report: [], problems: [], text: 'It is as I {"say"}: look_up("quay").' });
			const [request] = play.model.requests;
			assert.deepEqual(
				[request?.tools, request?.json, request?.messages[0]?.text],
				[undefined, undefined, prompts.system],
			);
		});

		it(`ends by calling nothing where there is no tool to end with: ${form}`, async () => {
			const done =
				form === 'tools'
					? ['Nothing more.']
					: form === 'prose'
						? ['Nothing more.', '{"API_calls": []}']
						: ['{"API_calls": []}'];
			const play = new Play(form, { tools: [lookUp] }, [asks[form], ...done]);
			assert.equal((await play.step()).calls.length, 1);
			const { calls, report, problems } = await play.step();
			assert.deepEqual([calls, report, problems], [[], [], []]);
			assert.doesNotMatch(play.sent(), /submit_patch|\{\{/);
		});

		it(`takes a report alone where there is no tool: ${form}`, async () => {
			const play = new Play(form, { tools: [], ending: submitPatch }, ends[form]);
			assert.deepEqual((await play.step()).report, [patch]);
			assert.doesNotMatch(play.sent(), /API_calls|\{\{/);
			play.model.assertAllAsked();
		});
	}

	it('offers the ending tool as a tool, or its field in the schema', async () => {
		const native = new Play('tools', whole, [asks.tools]);
		await native.step();
		assert.deepEqual(
			native.model.requests[0]?.tools?.map(({ name }) => name),
			['look_up', 'submit_patch'],
		);
		const json = new Play('jsonSchema', whole, [asks.jsonSchema]);
		await json.step();
		const asked = json.model.requests[0]?.json;
		assert.ok(typeof asked === 'object');
		assert.deepEqual(
			[asked.name, Object.keys(Object(asked.schema.properties))],
			['action_step', ['analysis', 'API_calls', 'patch']],
		);
	});

	it('shows the first tool and the report in its form', async () => {
		const play = new Play('jsonObject', whole, [asks.jsonObject]);
		await play.step();
		assert.match(
			play.model.requests[0]?.messages[0]?.text ?? '',
			/^You mend things\.\n\nAnswer each time.*"API_calls": \[\{"name": "look_up", "arguments": \{"word": "harbor", "language": null\}\}\], "patch": null\}.*Once you know which edit is right:.*"API_calls": \[\], "patch": "- old\\n\+ new"\}$/s,
		);
	});

	it('states the purpose of its requests in the words of the stage', async () => {
		const native = new Play('tools', whole, [asks.tools]);
		await native.step();
		assert.deepEqual(native.purposes(), ['mend']);
		const prose = new Play('prose', whole, [asks.prose, 'It is by the water.', ...ends.prose]);
		const { calls } = await prose.step();
		await prose.protocol.addResults(rootNode, { results: calls.map(call => ({ call, text: 'found' })), remarks: [] });
		await prose.step();
		assert.deepEqual(prose.purposes(), ['look around', 'think', 'mend', 'put it as JSON']);
		assert.match(
			prose.model.requests.at(-1)?.messages[0]?.text ?? '',
			/which actions to make next.*an action or an edit of your own\.$/s,
		);
	});

	for (const form of ['tools', 'jsonObject'] as const) {
		it(`asks for what the toolset has when an answer holds nothing: ${form}`, async () => {
			const nothing = form === 'tools' ? 'Well.' : '{}';
			const both = await new Play(form, whole, [nothing]).step();
			assert.match(
				both.problems.join(),
				form === 'tools' ? /call submit_patch now; if not, call another tool/ : /API_calls and patch must not/,
			);
			const alone = await new Play(form, { tools: [], ending: submitPatch }, [nothing]).step();
			assert.match(alone.problems.join(), form === 'tools' ? /Call submit_patch now/ : /^The field patch is missing/);
		});
	}
});
