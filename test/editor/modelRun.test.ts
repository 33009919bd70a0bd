import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SendingAgreements } from '../../src/editor/currentRun/sendingAgreements';
import { decideCap, raiseCap } from '../../src/editor/runControls/registerPause';
import { readSettings } from '../../src/editor/settings/settings';
import type { Caps } from '../../src/models/pure/limits/spending';
import { ModelError } from '../../src/models/pure/modelError';
import type { Run } from '../../src/runs/pure/fold/run';
import { nodesOf } from '../../src/runs/pure/fold/runTree';
import { UserError } from '../../src/system/pure/errors/userError';
import type { Scripted } from '../support/scriptedModel';
import { eventually } from './eventually';
import { type ModelParts, modelRunParts, reported, searched } from './modelRuns';
import { issue, locateExample, memoryMemento, type RunParts, runParts } from './runParts';

describe('a run with a model in the editor', () => {
	const made: RunParts[] = [];

	function make(script: readonly Scripted[], caps?: Caps, memory?: vscode.Memento): ModelParts {
		const parts = modelRunParts(script, caps, memory);
		made.push(parts);
		return parts;
	}

	afterEach(() => Promise.all(made.splice(0).map(parts => parts.dispose())));

	async function pausedFor({ shown }: ModelParts, reason: NonNullable<Run['pause']>['reason']): Promise<void> {
		await eventually(() => shown.run?.state === 'paused' && shown.run.pause?.reason === reason);
	}

	/** Starts, and agrees to what is sent. */
	async function start(parts: ModelParts): Promise<{ readonly ended: Promise<unknown> }> {
		const ended = parts.controller.start(issue);
		await pausedFor(parts, 'review');
		parts.controller.supervisor?.agree(undefined);
		return { ended };
	}

	it('sends nothing before the user has reviewed it, and then the text they edited', async () => {
		const parts = make([reported]);
		const ended = parts.controller.start(issue);
		await pausedFor(parts, 'review');
		assert.equal(parts.shown.run?.pause?.text, 'Totals are wrong');
		assert.equal(parts.model.requests.length, 0);
		parts.controller.supervisor?.agree('Totals are wrong on Sundays');
		await ended;
		assert.equal(parts.shown.run?.state, 'done');
		assert.equal(parts.shown.run.server, 'test');
		assert.match(JSON.stringify(parts.model.requests[0]?.messages), /wrong on Sundays/);
	});

	it('sends nothing at all when the user cancels instead', async () => {
		const parts = make([reported]);
		const ended = parts.controller.start(issue);
		await pausedFor(parts, 'review');
		parts.controller.cancel();
		await ended;
		assert.equal(parts.shown.run?.state, 'cancelled');
		assert.equal(parts.model.requests.length, 0);
	});

	it('asks no second time for a server that the user said so of, in this workspace, until it is to ask again', async () => {
		const memory = memoryMemento();
		const first = make([reported], {}, memory);
		const ended = first.controller.start(issue);
		await pausedFor(first, 'review');
		assert.deepEqual(first.shown.run?.pause?.content, { server: 'test', kinds: ['issue', 'code'] });
		assert.equal(first.controller.session.agreement, 'choice');
		await first.controller.agree(undefined, true);
		await ended;
		const second = make([reported], {}, memory);
		await second.controller.start(issue);
		assert.equal(second.shown.run?.state, 'done');
		const elsewhere = make([], {});
		const asked = elsewhere.controller.start(issue);
		await pausedFor(elsewhere, 'review');
		elsewhere.controller.cancel();
		await asked;
		await new SendingAgreements(memory).decisions.forget('test');
		const third = make([], {}, memory);
		const again = third.controller.start(issue);
		await pausedFor(third, 'review');
		third.controller.cancel();
		await again;
	});

	it('agrees for one server and kind of content only', async () => {
		const agreements = new SendingAgreements(memoryMemento());
		await agreements.add({ server: 'a', kinds: ['issue', 'code'] });
		assert.equal(agreements.covers({ server: 'a', kinds: ['issue', 'code'] }), true);
		assert.equal(agreements.covers({ server: 'a', kinds: ['issue', 'code', 'output'] }), false);
		assert.equal(agreements.covers({ server: 'b', kinds: ['issue'] }), false);
	});

	for (const [setting, offer] of [
		['always', undefined],
		['oncePerServer', 'preset'],
		['ask', 'choice'],
	] as const) {
		it(`offers ${offer ?? 'nothing'} where the setting is "${setting}"`, async () => {
			const settings = vscode.workspace.getConfiguration('faultline');
			await settings.update('reviewBeforeSending', setting, vscode.ConfigurationTarget.Global);
			try {
				const agreements = new SendingAgreements(memoryMemento());
				await agreements.add({ server: 'a', kinds: ['issue'] });
				assert.equal(agreements.offer, offer);
				assert.equal(agreements.covers({ server: 'a', kinds: ['issue'] }), offer !== undefined);
			} finally {
				await settings.update('reviewBeforeSending', undefined, vscode.ConfigurationTarget.Global);
			}
		});
	}

	it('counts down to the next try with the reason, and retries when the user wants it', async () => {
		const limited = new ModelError('rateLimited', 'Rate limit reached at test.', { retryAfterMs: 50_000 });
		const parts = make([limited, reported]);
		const { ended } = await start(parts);
		await eventually(() => parts.controller.session.retry !== undefined);
		const { retry } = parts.controller.session;
		assert.equal(retry?.reason, 'Rate limit reached at test.');
		assert.ok(retry.inMs > 0 && retry.inMs <= 50_000, `${retry.inMs} ms`);
		parts.controller.supervisor?.retryNow();
		await ended;
		assert.equal(parts.shown.run?.state, 'done');
		assert.equal(parts.controller.session.retry, undefined);
		parts.model.assertAllAsked();
	});

	it('stops waiting for the next try when it is cancelled', async () => {
		const parts = make([new ModelError('serverError', 'Broken.', { retryAfterMs: 50_000 })]);
		const { ended } = await start(parts);
		await eventually(() => parts.controller.session.retry !== undefined);
		parts.controller.cancel();
		await ended;
		assert.equal(parts.shown.run?.state, 'cancelled');
	});

	it('waits at a cap, and continues with a raised limit', async () => {
		const parts = make([searched, reported], { requests: 1 });
		const { ended } = await start(parts);
		await pausedFor(parts, 'cap');
		assert.equal(parts.shown.run?.pause?.limit, 1);
		decideCap(parts, true);
		await ended;
		assert.equal(parts.shown.run?.state, 'done');
		assert.ok((parts.shown.run.caps.requests ?? 0) > 1);
		parts.model.assertAllAsked();
	});

	it('does not wait at a cap that the user raised before', async () => {
		const raising: Scripted = () => {
			void raiseCap(parts, 'requests');
			return searched;
		};
		const parts: ModelParts = make([raising, reported], { requests: 1 });
		await (await start(parts)).ended;
		assert.equal(parts.shown.run?.state, 'done');
		const raised = 2 * (readSettings().caps.requests ?? 0);
		assert.equal(parts.shown.run.caps.requests, raised);
		await raiseCap(parts, 'requests');
		assert.equal(parts.shown.run.caps.requests, raised, 'only while a run is live');
		parts.model.assertAllAsked();
	});

	it('ends at a cap with its current results if the user decides so', async () => {
		const parts = make([searched], { requests: 1 });
		const { ended } = await start(parts);
		await pausedFor(parts, 'cap');
		decideCap(parts, false);
		await ended;
		assert.equal(parts.shown.run?.state, 'done');
		assert.equal(parts.shown.run.selected.isProvisional, true);
	});

	it('pauses before the next request, and continues on demand', async () => {
		const pausing: Scripted = () => {
			parts.controller.pause();
			return searched;
		};
		const parts: ModelParts = make([pausing, reported]);
		const { ended } = await start(parts);
		await pausedFor(parts, 'person');
		assert.deepEqual(parts.controller.session, { live: true, pausing: true, resumable: false });
		assert.equal(parts.model.requests.length, 1);
		parts.controller.unpause();
		await ended;
		assert.equal(parts.shown.run?.state, 'done');
		assert.equal(parts.controller.session.pausing, false);
	});

	it('continues from a round in a branch with the feedback of the user, and keeps the later rounds', async () => {
		const parts = make([searched, reported, reported]);
		await (await start(parts)).ended;
		await parts.controller.giveFeedback('n1', 'Look at shop.py.');
		const nodes = nodesOf(parts.shown.run ?? assert.fail());
		assert.deepEqual(
			nodes.map(({ id, kind, parent }) => `${kind} ${id} after ${parent}`),
			[
				'run run after undefined',
				'round n1 after run',
				'round n2 after n1',
				'feedback n3 after n1',
				'round n4 after n3',
			],
		);
		assert.equal(parts.shown.run?.state, 'done');
		assert.match(JSON.stringify(parts.model.requests.at(-1)?.messages), /Look at shop\.py\./);
		parts.model.assertAllAsked();
		assert.equal(parts.shown.run?.selected.leaf, 'n4');
		await parts.controller.showBranch('n2');
		assert.equal(parts.shown.run?.selected.leaf, 'n2');
		await assert.rejects(parts.controller.showBranch('n9'), UserError);
	});

	it('ends an active run before it takes feedback, and asks for no second review', async () => {
		const pausing: Scripted = () => {
			parts.controller.pause();
			return searched;
		};
		const parts: ModelParts = make([pausing, reported]);
		const { ended } = await start(parts);
		await pausedFor(parts, 'person');
		await parts.controller.giveFeedback('n1', 'That is it already.');
		await ended;
		assert.equal(parts.shown.run?.state, 'done');
		assert.equal(nodesOf(parts.shown.run).find(({ kind }) => kind === 'feedback')?.title, 'That is it already.');
		parts.model.assertAllAsked();
	});

	it('takes no feedback on a run without a model', async () => {
		const parts = runParts({ locate: locateExample });
		made.push(parts);
		await parts.controller.start(issue);
		await assert.rejects(parts.controller.giveFeedback('n1', 'No.'), UserError);
	});

	it('passes on what the model is saying', async () => {
		const parts = make(['I look around first.', reported]);
		const streamed: string[] = [];
		parts.controller.onDidStream(({ node, piece }) => streamed.push(`${node}: ${piece}`));
		await (await start(parts)).ended;
		assert.deepEqual(streamed, ['n1: I look around first.']);
	});
});
