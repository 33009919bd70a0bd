import assert from 'node:assert/strict';
import type { Workspace } from '../../../src/history/pure/workspace';
import { type Supervisor, unattended } from '../../../src/models/pure/limits/supervisor';
import type { RunEvent } from '../../../src/runs/pure/events/runEvent';
import type { SentContent } from '../../../src/runs/pure/model/sentContent';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { type Scripted, ScriptedModel } from '../../support/scriptedModel';
import { resumeModel, runModel } from '../stages/locate/agent/modelRun';
import { issue, shop } from '../stages/locate/shop';

/** Looks like a token of GitHub, and is none. */
const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'.padEnd(36, '0a')}`;
const given = issue(`first_price fails with ${token}`, `first_price fails with ${token}.\nSet TOKEN to ${token}.`);
const reported: Scripted = [
	[
		'report_bug_locations',
		{ bug_locations: [{ file: 'shop/basket.py', class: 'Basket', method: 'first_price', intended_behavior: 'x' }] },
	],
];

describe('the review before sending', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	/** Agrees to everything, and keeps the text of each review. */
	function agreeing(agreed?: SentContent): Supervisor & { readonly reviews: string[] } {
		const reviews: string[] = [];
		return {
			...unattended,
			reviews,
			reviewIssue: async () => {
				reviews.push('reviewed');
				return undefined;
			},
			...(agreed !== undefined && { agreesTo: ({ server }) => server === agreed.server }),
		};
	}

	function pauses(events: readonly RunEvent[]) {
		return events.flatMap(event => (event.type === 'paused' && event.reason === 'review' ? [event] : []));
	}

	it('shows exactly what is sent, without the secrets, also in what is understood of it', async () => {
		const model = new ScriptedModel('tools', [reported]);
		const { events } = await runModel(workspace, given, { model, supervisor: agreeing() });
		const [pause] = pauses(events);
		assert.doesNotMatch(pause?.text ?? '', /ghp_/);
		const sent = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.ok(sent.includes(pause?.text ?? 'nothing was shown'), 'the text that was shown is sent word for word');
		assert.doesNotMatch(sent, /ghp_/);
		for (const event of events.filter(({ type }) => type === 'briefMade')) {
			assert.doesNotMatch(JSON.stringify(event), /ghp_/);
		}
	});

	it('names the recipient and the kinds of content, and records what the user agreed to', async () => {
		const { run, events } = await runModel(workspace, given, {
			model: new ScriptedModel('tools', [reported]),
			supervisor: agreeing(),
		});
		const content = { server: 'test', kinds: ['issue', 'code'] };
		assert.deepEqual(pauses(events)[0]?.content, content);
		assert.deepEqual(run.agreed, content);
	});

	it('is not repeated when the run continues with the same server, and is for another one', async () => {
		const failing = new ScriptedModel('tools', [new Error('lost')]);
		const first = await runModel(workspace, given, { model: failing, supervisor: agreeing() });
		const same = agreeing();
		await resumeModel(workspace, first.events, { model: new ScriptedModel('tools', [reported]), supervisor: same });
		assert.equal(same.reviews.length, 0);
		const other = agreeing();
		const model = Object.assign(new ScriptedModel('tools', [reported]), { server: 'elsewhere' });
		const second = await resumeModel(workspace, first.events, { model, supervisor: other });
		assert.equal(other.reviews.length, 1);
		assert.equal(pauses(second.events).at(-1)?.isFixed, true);
		assert.equal(second.run.state, 'done');
	});

	it('is left out where the user agreed before', async () => {
		const supervisor = agreeing({ server: 'test', kinds: ['issue', 'code'] });
		const model = new ScriptedModel('tools', [reported]);
		const { run } = await runModel(workspace, given, { model, supervisor });
		assert.deepEqual([supervisor.reviews.length, run.state], [0, 'done']);
		assert.doesNotMatch(JSON.stringify(model.requests.map(({ messages }) => messages)), /ghp_/);
	});
});
