import assert from 'node:assert/strict';
import type { TreeOptions } from '../../../../src/engine/agent/branching/treeRules';
import { isProven } from '../../../../src/engine/agent/branching/treeTurns';
import type { ChatRequest } from '../../../../src/models/pure/chatModel';
import { ModelError } from '../../../../src/models/pure/modelError';
import { showResultTool } from '../../../../src/models/pure/tools/actions/showResultTool';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { RunNode } from '../../../../src/runs/pure/fold/runNode';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { ScriptedModel } from '../../../support/scriptedModel';
import { AnsweringModel, type ModelAnswer } from '../../strategies/strategyRun';
import { actionsIn, buggy, fixedCalc, isReview, leadsToFixAt, replacedKind } from './plantedBug';
import { TreeWorld } from './treeWorld';

/** A branch at the edit alone, so that a tree has few turns. */
const atEditOnly = { limits: { create: 0, append: 0, edit: 1, submit: 0, error: 0 } };

describe('a branch of the tree', () => {
	let world: TreeWorld;

	before(async () => {
		world = await TreeWorld.create();
	});

	/** A model whose samples of an alternative to the edit are these, in turn, and whose critic answers so. */
	function sampling(samples: readonly ModelAnswer[], verdict = ''): AnsweringModel {
		const usual = leadsToFixAt('edit');
		let nSampled = 0;
		return new AnsweringModel(request => {
			const last = request.messages.at(-1)?.text ?? '';
			if (/You judge how a programmer/.test(request.messages[0]?.text ?? '')) {
				return verdict;
			}
			return replacedKind(last) === 'edit' ? (samples[nSampled++] ?? assert.fail('sampled too often')) : usual(request);
		});
	}

	it('has another model compare the candidates, where one is set, which is asked nothing else', async () => {
		const best = JSON.stringify({ candidates: [], best: 2 });
		const judge = new AnsweringModel(() => best, 'judge');
		const model = sampling([look('a'), fix, look('b')], 'not asked');
		const { run } = await world.run(model, atEditOnly, { judge });
		assert.equal(alternativeOf(run).calls[0]?.tool, 'edit');
		assert.equal(judge.asked.size, 1);
		assert.ok([...model.asked.keys()].every(key => !key.includes('You judge how a programmer')));
		const asked = nodesOf(run).flatMap(({ requests }) => requests);
		const others = asked.filter(request => request.model !== undefined);
		assert.deepEqual(
			others.map(request => [request.model, request.purpose]),
			[['judge', 'compare the alternatives']],
		);
		assert.equal(asked.length, run.nRequests);
	});

	it('is asked for with a summary of the attempt alone, where that is set and can be read', async () => {
		const summary = { located: 'in add of calc.py', advice: 'Add instead of subtracting.' };
		for (const [answer, isRead] of [
			[JSON.stringify(summary), true],
			['It failed.', false],
		] as const) {
			const usual = leadsToFixAt('edit');
			const model = new AnsweringModel(request =>
				request.messages[0]?.text.startsWith('You summarize how a programmer') === true ? answer : usual(request),
			);
			const { run } = await world.run(model, { ...atEditOnly, summarizesAttempts: true });
			assert.ok(isProven(run, run.selected.patch), run.message);
			const texts = [...model.asked.keys()].map(key => (JSON.parse(key) as ChatRequest).messages.at(-1)?.text ?? '');
			const [asked = ''] = texts.filter(text => replacedKind(text) === 'edit');
			assert.match(asked, /ACTION: edit/);
			assert.equal(asked.includes('located: in add of calc.py\nadvice: Add instead of subtracting.'), isRead);
			assert.equal(asked.includes('RESULT:'), !isRead);
			const summaries = nodesOf(run).flatMap(({ requests }) =>
				requests.filter(each => /^summarize/.test(each.purpose)),
			);
			assert.equal(summaries.length > 0, true);
		}
	});

	it('takes the candidate that the critic rates best, and records all of them with its reasons', async () => {
		const ratings = [
			{ number: 1, reasons: 'Too late.', different: 'yes', replaces: 'no', effectiveness: 9 },
			{ number: 2, reasons: 'Right.', different: 'yes', replaces: 'yes', effectiveness: 8 },
			{ number: 3, reasons: 'Weak.', different: 'yes', replaces: 'yes', effectiveness: 3 },
		];
		const model = sampling([look('a'), fix, look('b')], JSON.stringify({ candidates: ratings, best: 2 }));
		const { run } = await world.run(model, atEditOnly);
		const { compared, calls, expansion } = alternativeOf(run);
		assert.deepEqual(
			compared?.candidates.map(({ action }) => action.split('\n')[0]),
			['look', 'edit', 'look'],
		);
		assert.equal(compared?.score, 8);
		assert.match(compared?.reasons ?? '', /Candidate 2 \(8 of 10\): Right\./);
		assert.equal(calls[0]?.tool, 'edit');
		assert.equal(expansion?.replaces, 'edit');
		const asked = [...model.asked.keys()].map(key => JSON.parse(key) as ChatRequest);
		const samples = asked.filter(({ messages }) => replacedKind(messages.at(-1)?.text ?? '') !== undefined);
		assert.deepEqual(new Set(samples.map(({ temperature }) => temperature)), new Set([0.8]));
		assert.ok(asked.every(request => samples.includes(request) || !hasAlternativePrompt(request)));
	});

	it('decides ties and unreadable answers by what the samples agree on, and calls no critic for one candidate', async () => {
		const tie = { candidates: [1, 2].map(number => ({ number, reasons: '', effectiveness: 5 })), best: 1 };
		for (const verdict of [JSON.stringify(tie), 'The second one.']) {
			const { run } = await world.run(sampling([look('a'), fix, fix], verdict), atEditOnly);
			assert.equal(alternativeOf(run).calls[0]?.tool, 'edit', verdict);
		}
		const model = sampling([fix, fix, fix], 'not asked');
		const { run } = await world.run(model, atEditOnly);
		assert.equal(alternativeOf(run).compared?.reasons, 'All samples are this action.');
		assert.equal([...model.asked.keys()].filter(key => key.includes('You judge how a programmer')).length, 0);
	});

	it('samples once more where every candidate repeats the action, then is dropped, visibly', async () => {
		const same: ModelAnswer = ['edit', { path: 'calc.py', text: 'def add(a, b):\n    return a  \n\n' }];
		const again = await world.run(sampling([same, same, same, fix, same, fix]), atEditOnly);
		assert.equal(alternativeOf(again.run).calls[0]?.tool, 'edit');
		const dropped = await world.run(sampling([same, same, same, same, same, same]), atEditOnly);
		const node = alternativeOf(dropped.run);
		assert.deepEqual([node.exit, node.calls], ['dropped', []]);
		assert.equal(node.summary, 'Dropped the branch: every alternative repeats what was tried before');
	});

	it('ends as unreadable where no sample can be read', async () => {
		const { run } = await world.run(sampling(Array.from({ length: 6 }, () => 'Hm.')), atEditOnly);
		assert.equal(alternativeOf(run).exit, 'exit_format');
		assert.equal(run.state, 'done', run.message);
	});

	it('asks again three times for an answer that cannot be read, then submits what there is', async () => {
		const usual = leadsToFixAt('edit');
		for (const [nUnread, exit] of [
			[3, 'submitted'],
			[4, 'exit_format'],
		] as const) {
			let left: number = nUnread;
			const model = new AnsweringModel(request =>
				actionsIn(request.messages).at(-1) === 'edit' && left-- > 0 ? 'Hm.' : usual(request),
			);
			const { run } = await world.run(model, { ...atEditOnly, maxTurns: 4 });
			assert.equal(turnsOf(run).at(-1)?.exit, exit);
			const submitted = nodesOf(run).find(({ key }) => key === 'submit')?.summary;
			assert.equal(submitted, `${exit === 'submitted' ? exit : `submitted (${exit})`}: a patch of calc.py, try_it.py`);
			assert.equal(fixOf(run).patches.length, 1);
			// The rounds of a turn are attempts at one call: the model has more of them.
			assert.ok([...model.asked.keys()].every(key => !/rounds? left/.test(key)));
		}
	});

	it('states in each turn how many calls are left on its path, of the depth and of all turns', async () => {
		const leftIn = async (limit: Partial<TreeOptions>) => {
			const model = new AnsweringModel(leadsToFixAt('edit'));
			await world.run(model, { ...atEditOnly, ...limit });
			const lasts = [...model.asked.keys()].map(key => (JSON.parse(key) as ChatRequest).messages.at(-1)?.text ?? '');
			return lasts.flatMap(text => {
				const left = /^You have (\d+) calls? left, submit included\./.exec(text)?.[1];
				return replacedKind(text) === undefined ? (left ?? []) : 'alternative';
			});
		};
		assert.deepEqual(await leftIn({}), ['50', '49', '48', '47', 'alternative', '47']);
		assert.deepEqual(await leftIn({ maxDepth: 4, maxTurns: 6 }), ['4', '3', '2', '1', 'alternative', '1']);
		assert.deepEqual(await leftIn({ maxTurns: 5 }), ['5', '4', '3', '2', 'alternative']);
	});

	it('is submitted as it is at the limit of its depth', async () => {
		const { run } = await world.run(new AnsweringModel(leadsToFixAt('edit')), { ...atEditOnly, maxDepth: 3 });
		assert.deepEqual(
			turnsOf(run).map(({ exit }) => exit),
			[undefined, undefined, 'exit_limit', 'exit_limit'],
		);
		const [first, second] = nodesOf(run).filter(({ key }) => key === 'submit');
		assert.equal(first?.summary, 'submitted (exit_limit): a patch of calc.py, try_it.py');
		assert.ok(isProven(run, second?.patches[0]?.id));
	});

	it('ends where the context window is full, and submits what there is; other branches continue', async () => {
		const usual = leadsToFixAt('edit');
		let isFull = false;
		const model = new AnsweringModel(request => {
			const isAlternative = replacedKind(request.messages.at(-1)?.text ?? '') !== undefined;
			// However much of the conversation is left out.
			const isReviewed = isReview(request.messages.at(-1)?.text ?? '');
			isFull = !isAlternative && !isFixed(request) && (isFull || actionsIn(request.messages).length === 3);
			if (isFull && !isReviewed) {
				throw new ModelError('contextTooLong', 'The request is too long.');
			}
			return usual(request);
		});
		const { run } = await world.run(model, atEditOnly);
		assert.equal(run.state, 'done', run.message);
		const exits = turnsOf(run).flatMap(({ exit }) => exit ?? []);
		assert.deepEqual(exits, ['exit_context', 'submitted']);
		assert.equal(fixOf(run).patches.length, 2);
	});

	it('submits what there is at a cap, ranks it, and continues at the same turn when the run continues', async () => {
		const options = { caps: { requests: 3 } };
		const first = await world.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly, options);
		assert.equal(first.run.state, 'done', first.run.message);
		assert.deepEqual(
			turnsOf(first.run).map(({ calls }) => calls[0]?.tool),
			['create', 'append', 'edit', undefined],
		);
		const summary = nodesOf(first.run).find(({ key }) => key === 'submit at hand')?.summary;
		assert.equal(summary, 'submitted (exit_cost): a patch of calc.py, try_it.py');
		assert.equal(fixOf(first.run).ranking.length, 1);
		const last = await world.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly, { events: first.events });
		assert.equal(turnsOf(last.run)[3]?.exit, 'submitted');
		assert.equal(fixOf(last.run).ranking[0]?.patch, last.run.selected.patch);
	});

	it('submits what there is where the model does not answer, fails with what helps, and continues at the same turn', async () => {
		const usual = leadsToFixAt('edit');
		let isDown = true;
		const model = new AnsweringModel(request => {
			if (isDown && actionsIn(request.messages).at(-1) === 'edit') {
				throw new ModelError('refused', 'The key is wrong.');
			}
			return usual(request);
		});
		const first = await world.run(model, atEditOnly);
		assert.deepEqual([first.run.state, first.run.message], ['failed', 'The key is wrong.']);
		assert.ok((first.run.cures?.length ?? 0) > 0);
		const summary = nodesOf(first.run).find(({ key }) => key === 'submit at hand')?.summary;
		assert.equal(summary, 'submitted (exit_api): a patch of calc.py, try_it.py');
		isDown = false;
		const last = await world.run(model, atEditOnly, { events: first.events });
		assert.equal(last.run.state, 'done', last.run.message);
		assert.deepEqual(
			turnsOf(last.run).map(({ exit }) => exit),
			[undefined, undefined, undefined, 'submitted', undefined, 'submitted'],
		);
	});

	it('begins at a remark of the user, which the model is shown', async () => {
		const model = new AnsweringModel(leadsToFixAt('edit'));
		const whole = await world.run(model, { ...atEditOnly, maxTurns: 4 });
		const [, second = assert.fail()] = turnsOf(whole.run);
		const feedback = { round: second.id, text: 'Look at the sign.' };
		const options = { events: whole.events, feedback };
		const { run } = await world.run(model, { ...atEditOnly, maxTurns: 6 }, options);
		const remark = nodesOf(run).find(({ kind }) => kind === 'feedback');
		const [after] = turnsOf(run).filter(({ parent }) => parent === remark?.id);
		assert.equal(after?.calls[0]?.tool, 'edit');
		const [sent = ''] = [...model.asked.keys()].filter(key => key.includes('Look at the sign.'));
		assert.match(sent, /"append"/);
		assert.doesNotMatch(sent, /"edit","arguments/);
	});

	it('tries an action once more where the files cannot be restored, then ends; what differs after a restore is noted', async () => {
		for (const [nFailures, exits] of [
			[1, ['submitted', 'submitted']],
			[2, ['submitted', 'exit_error']],
		] as const) {
			const own = await TreeWorld.create();
			own.bench = { texts: buggy, failing: nRestored => nRestored <= nFailures, drift: 'The clock differs.' };
			const { run } = await own.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly);
			assert.equal(run.state, 'done', run.message);
			assert.deepEqual(
				turnsOf(run).flatMap(({ exit }) => exit ?? []),
				exits,
			);
			const notes = alternativeOf(run).notes.join('\n');
			assert.match(notes, /the disk is full\. The action is tried once more\./);
			assert.equal(notes.includes('The clock differs.'), nFailures === 1);
		}
	});

	it('repeats an action of a killed process only where no state after it is recorded', async () => {
		const own = await TreeWorld.create();
		const options = { ...atEditOnly, maxTurns: 4 };
		let isEdited = false;
		const isAnswered = (event: RunEvent) => event.type === 'toolAnswered' && event.text === 'Wrote calc.py';
		const isKept = (event: RunEvent) => {
			isEdited ||= isAnswered(event);
			return isEdited && event.step?.key === 'keep the state';
		};
		for (const [diesAfter, expected] of [
			[isAnswered, 1],
			[isKept, 0],
		] as const) {
			const model = new AnsweringModel(leadsToFixAt('edit'));
			const { events } = await own.run(model, options, { diesAfter });
			let nWritten = 0;
			own.bench = {
				texts: buggy,
				onWrite: path => {
					nWritten += path === 'calc.py' ? 1 : 0;
				},
			};
			const { run } = await own.run(model, options, { events });
			assert.equal(
				nodesOf(run).find(({ key }) => key === 'submit')?.summary,
				'submitted: a patch of calc.py, try_it.py',
			);
			assert.equal(nWritten, expected);
		}
	});

	it('is refused where the files have changed since its run began, unless the run is complete', async () => {
		const own = await TreeWorld.create();
		const model = () => new AnsweringModel(leadsToFixAt('edit'));
		const whole = await own.run(model(), atEditOnly);
		let n = 0;
		const { events } = await own.run(model(), atEditOnly, {
			diesAfter: ({ type }) => type === 'nodeOpened' && ++n > 6,
		});
		own.bench = { texts: { ...buggy, 'calc.py': '# changed by the user\n' } };
		const refused = await own.run(model(), atEditOnly, { events });
		assert.equal(refused.run.state, 'failed');
		assert.match(refused.run.message ?? '', /^Files have changed since this run began: calc\.py\. Start a new run/);
		const again = await own.run(model(), atEditOnly, { events: whole.events });
		assert.equal(again.run.state, 'done', again.run.message);
		assert.equal(again.run.selected.patch, whole.run.selected.patch);
	});

	it('passes the names of what fails on to the alternatives, and shortly to the turns after them', async () => {
		const model = new AnsweringModel(leadsToFixAt('edit'));
		await world.run(model, atEditOnly);
		const prompts = [...model.asked.keys()]
			.map(key => (JSON.parse(key) as ChatRequest).messages.at(-1)?.text ?? '')
			.filter(text => replacedKind(text) === 'edit');
		assert.equal(prompts.length, 1);
		assert.match(prompts[0] ?? '', /The reproducer still fails with it\.[\s\S]*AssertionError: expected 3/);
		assert.match(prompts[0] ?? '', /ACTION: edit\npath: calc\.py\ntext:/);
		const last = [...model.asked.keys()].filter(key => key.includes('submit included')).at(-1) ?? '';
		assert.match(last, /Another way was tried here before, and taken back\.[\s\S]*AssertionError: expected 3/);
	});

	it('shows the newest five observations in full, and any other again when it is asked for', async () => {
		const answer = ({ messages }: ChatRequest): ModelAnswer => {
			const done = actionsIn(messages);
			return done.length < 8
				? look(`thing ${done.length + 1}`)
				: done.length === 8
					? ['show_result', { number: 2 }]
					: submit;
		};
		const model = world.agentAnswering(answer);
		const { run } = await world.run(model, { ...atEditOnly, maxTurns: 10 });
		const [, , , , , , , , shown] = turnsOf(run);
		assert.equal(shown?.calls[0]?.answer?.text, 'Seen: thing 2');
		const last = [...model.asked.keys()].map(key => JSON.parse(key) as ChatRequest).at(-1);
		const results = last?.messages.flatMap(({ role, text }) => (role === 'tool' ? [text] : [])) ?? [];
		const line = (number: number) =>
			`Result ${number} (1 line, beginning "Seen: thing ${number}") is left out here. Call show_result(${number}) to read it again.`;
		assert.deepEqual(results, [
			...[1, 2, 3, 4].map(line),
			...[5, 6, 7, 8].map(number => `Seen: thing ${number}`),
			'Seen: thing 2',
		]);
		const missing = await showResultTool.run({ number: 3 }, { workspace: world.workspace, results: ['one'] });
		assert.deepEqual([missing.ok, missing.text], [false, 'There is no result 3: they are numbered from 1 to 1.']);
	});

	it('shows the result that a number is of, also after an answer that makes one call twice', async () => {
		const model = world.agentAnswering(({ messages }) => {
			const texts = messages.map(({ text }) => text);
			const number = texts.flatMap(text => /^Result (\d+) \(1 line, beginning "Seen: b"\)/.exec(text)?.[1] ?? [])[0];
			const actions: readonly ModelAnswer[] = [['look', { what: 'a' }, ['look', { what: 'a' }]], look('b'), look('c')];
			const { length } = messages.filter(({ role }) => role === 'assistant');
			return actions[length] ?? (length === 3 ? ['show_result', { number: Number(number) }] : submit);
		});
		const { run } = await world.run(model, { ...atEditOnly, nFullObservations: 1 });
		assert.deepEqual(
			turnsOf(run).flatMap(({ calls: [call] }) => call?.answer?.text ?? []),
			[
				'Seen: a',
				'Seen: b',
				'Seen: c',
				'Seen: b',
				'Nothing is changed: there is nothing to submit. Change the code first.',
			],
		);
		assert.ok([...model.asked.keys()].some(key => key.includes('This call was made once: its result is above.')));
	});

	it('takes turns with a model that answers in JSON, and with one that answers in prose', async () => {
		const calls = ['look("a")', 'create("try_it.py", "print(1)")'];
		const json = calls.map(call => JSON.stringify({ analysis: 'Hm.', API_calls: [call] }));
		const review = '{"patch-analysis": "", "patch-correct": true, "patch-advice": ""}';
		const scripts = {
			jsonObject: [...json, '{"analysis": "Done.", "API_calls": ["submit(\\"Done.\\")"]}', review],
			prose: [
				...calls.flatMap(call => [`I call ${call}.`, `{"API_calls": [${JSON.stringify(call)}]}`, 'I see.']),
				'I submit it.',
				'{"API_calls": ["submit()"]}',
				review,
				'I see.',
			],
		} as const;
		for (const form of ['jsonObject', 'prose'] as const) {
			const model = new ScriptedModel(form, scripts[form]);
			const { run } = await world.run(model, atEditOnly, { reproduced: undefined });
			assert.equal(run.state, 'done', run.message);
			assert.deepEqual(
				turnsOf(run).map(({ calls: [call], exit }) => exit ?? call?.tool),
				['look', 'create', 'submitted'],
			);
			model.assertAllAsked();
		}
	});

	it('makes only the first call of an answer, and tells so', async () => {
		const model = world.agentAnswering(({ messages }) =>
			actionsIn(messages).length === 0 ? ['look', { what: 'a' }, ['look', { what: 'b' }]] : submit,
		);
		const { run } = await world.run(model, { ...atEditOnly });
		assert.deepEqual(
			turnsOf(run).map(({ calls }) => calls.length),
			[1, 1],
		);
		assert.ok(turnsOf(run)[0]?.notes.includes('Made only the first call of an answer.'));
		const told = 'Only the first call of your answer could be made. Make the other calls if you still need them.';
		assert.ok([...model.asked.keys()].some(key => key.includes(told)));
	});
});

const submit: ModelAnswer = ['submit', { summary: 'Done.' }];
const fix: ModelAnswer = ['edit', { path: 'calc.py', text: fixedCalc }];

function look(what: string): ModelAnswer {
	return ['look', { what }];
}

function turnsOf(run: Run): readonly RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

function alternativeOf(run: Run): RunNode {
	return turnsOf(run).find(({ key }) => key === 'alternative 1') ?? assert.fail('there is no alternative');
}

function isFixed({ messages }: ChatRequest): boolean {
	return messages.some(message => message.role === 'assistant' && JSON.stringify(message.toolCalls).includes('a + b'));
}

function hasAlternativePrompt({ messages }: ChatRequest): boolean {
	return messages.some(({ role, text }) => role === 'user' && replacedKind(text) !== undefined);
}
