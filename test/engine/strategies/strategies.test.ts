import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DamagedIndexError } from '../../../src/code/pure/index/tables/damagedIndex';
import { rover } from '../../../src/engine/strategies/rover';
import { strategyNamed } from '../../../src/engine/strategies/strategies';
import type { Strategy } from '../../../src/engine/strategies/strategy';
import type { Workspace } from '../../../src/history/pure/workspace';
import type { ChatRequest } from '../../../src/models/pure/chatModel';
import type { Supervisor } from '../../../src/models/pure/limits/supervisor';
import { unattended } from '../../../src/models/pure/limits/supervisor';
import type { RunEvent } from '../../../src/runs/pure/events/runEvent';
import { roundNumbers } from '../../../src/runs/pure/fold/roundNumbers';
import type { Run } from '../../../src/runs/pure/fold/run';
import { fixOf } from '../../../src/runs/pure/fold/runFix';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { leavesOf, nodesOf, resultOf, roundsOf } from '../../../src/runs/pure/fold/runTree';
import { runReport } from '../../../src/sharing/pure/report/runReport';
import { clipRun } from '../../../src/webview/protocol/clip';
import { nodeItems } from '../../../src/webview/rows/nodeItems';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { passed } from '../../support/passed';
import { viewOfRun } from '../../support/viewOfRun';
import { sketch } from './sketchStrategy';
import { AnsweringModel, strategyRun } from './strategyRun';

const texts = {
	'a.py': 'def total(prices):\n    return sum(prices)\n\n\ndef mean(prices):\n    return total(prices) / 2\n',
};

describe('a strategy', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(texts);
	});

	it('is found by its name, and an unknown one is refused with the names there are', () => {
		assert.equal(strategyNamed('rover'), rover);
		assert.throws(
			() => strategyNamed('rovre'),
			/Unknown strategy "rovre"\. Available: auto, rover, researcher, tree\./,
		);
	});

	it('continues over the index that is built again where a part of the saved one is damaged', async () => {
		const model = new AnsweringModel(sketchAnswer);
		let isDamaged = true;
		const damaged: Strategy = {
			...sketch,
			run: async (log, context) => {
				await sketch.run(log, context);
				if (isDamaged) {
					isDamaged = false;
					throw new DamagedIndexError();
				}
			},
		};
		const { run } = await strategyRun({ strategy: damaged, workspace, model });
		assert.deepEqual([run.state, run.message], ['done', undefined]);
		assert.ok(
			[...model.asked.values()].every(n => n === 1),
			'what was answered is replayed',
		);
	});

	describe('that a reader adds: two branches side by side after a fork, with three tools', () => {
		const guessing = () => new AnsweringModel(sketchAnswer);

		it('has a result for each leaf, selects the best by ranking, and is shown and exported', async () => {
			const { run, events } = await strategyRun({ strategy: sketch, workspace, model: guessing() });
			assert.deepEqual([run.state, run.message], ['done', undefined]);
			const leaves = leavesOf(run).map(({ id }) => resultOf(run, id));
			assert.deepEqual(leaves.map(({ locations }) => locations.map(({ file }) => file)).sort(), [
				['bold.py'],
				['careful.py'],
			]);
			const best = fixOf(run).ranking[0]?.patch;
			assert.equal(run.selected.patch, best);
			assert.deepEqual(
				run.selected,
				leaves.find(({ patch }) => patch === best),
			);
			assert.deepEqual([...roundNumbers(run).values()].sort(), ['1', '2', '2a', '3', '3a']);
			assert.equal(runReport(run, 0).rounds.length, 5);
			assert.deepEqual(foldRun(JSON.parse(JSON.stringify(events)) as RunEvent[]), run);
			assert.equal(nodeItems(viewOf(run))('locate').length, 5);
		});

		it('continues from a fork with the same conversation and another temperature', async () => {
			const model = guessing();
			await strategyRun({ strategy: sketch, workspace, model });
			const requests = [...model.asked.keys()].map(key => JSON.parse(key) as ChatRequest);
			const forked = requests.filter(({ messages }) => messages.some(({ text }) => /^Be /.test(text)));
			assert.deepEqual(new Set(forked.map(({ temperature }) => temperature)), new Set([0, 1]));
			const [shared] = requests;
			for (const { messages } of forked) {
				assert.deepEqual(messages.slice(0, shared?.messages.length), shared?.messages);
			}
		});

		it('is resumed wherever it died, and repeats no paid request', async () => {
			const whole = await strategyRun({ strategy: sketch, workspace, model: guessing() });
			await fc.assert(
				fc.asyncProperty(fc.array(fc.nat({ max: whole.events.length }), { maxLength: 4 }), async deaths => {
					const model = guessing();
					let events: readonly RunEvent[] = [];
					for (const nEvents of deaths) {
						let n = 0;
						({ events } = await strategyRun({
							strategy: sketch,
							workspace,
							model,
							events,
							diesAfter: () => ++n > nEvents,
						}));
					}
					const last = await strategyRun({ strategy: sketch, workspace, model, events });
					assert.deepEqual(shownOf(last.run), shownOf(whole.run));
					assertPaidOnce(model, last.events, 2 * deaths.length);
				}),
				{ numRuns: 60 },
			);
		});

		it('reserves what a request may take, so that both branches together stay within a cap', async () => {
			const asked: number[] = [];
			const supervisor: Supervisor = {
				...unattended,
				raiseCap: async (_cap, limit) => {
					asked.push(limit);
					return undefined;
				},
			};
			const model = guessing();
			const { run } = await strategyRun({ strategy: sketch, workspace, model, caps: { requests: 2 }, supervisor });
			assert.equal(run.nRequests, 2);
			assert.ok(asked.length > 0 && asked.every(limit => limit === 2), String(asked));
			assert.equal(run.state, 'done', run.message);
		});

		it('is refused where its context lacks what it needs', async () => {
			const { run } = await strategyRun({ strategy: sketch, workspace });
			assert.deepEqual([run.state, run.message], ['failed', 'The strategy "sketch" needs a model: choose one.']);
		});
	});

	describe('rover, branched, killed and resumed at random points', () => {
		it('repeats no paid request and replays no foreign answer', async () => {
			const step = fc.record({
				/** The process dies after so many further events. */
				diesAfter: fc.option(fc.nat({ max: 12 })),
				/** Feedback on one of the closed rounds. */
				feedback: fc.option(fc.nat({ max: 9 })),
			});
			await fc.assert(
				fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
					const model = new AnsweringModel(roverAnswer);
					let events: readonly RunEvent[] = [];
					for (const [at, { diesAfter, feedback }] of [...steps, { diesAfter: null, feedback: null }].entries()) {
						const closed =
							events.length === 0 ? [] : roundsOf(foldRun(events)).filter(({ state }) => state === 'closed');
						const round = closed[(feedback ?? 0) % Math.max(closed.length, 1)]?.id;
						let n = 0;
						const result = await strategyRun({
							...{ strategy: rover, workspace, model, events },
							...(feedback !== null && round !== undefined && { feedback: { round, text: `hint ${at}` } }),
							...(diesAfter !== null && { diesAfter: () => ++n > diesAfter + 2 }),
						});
						({ events } = result);
					}
					const run = foldRun(events);
					assert.equal(run.state, 'done');
					assertPaidOnce(model, events, steps.filter(({ diesAfter }) => diesAfter !== null).length);
					assertOwnAnswers(run);
				}),
				{ numRuns: 100 },
			);
		});
	});
});

/** Looks first, then names a file after its branch. */
function sketchAnswer({ messages }: ChatRequest): readonly [string, Readonly<Record<string, unknown>>] {
	const branch = /Be (\w+)\./.exec(messages.map(({ text }) => text).join('\n'))?.[1];
	const nAnswers = messages.filter(({ role }) => role === 'assistant').length;
	if (branch === undefined) {
		return ['peek', { what: 'the start' }];
	}
	return nAnswers === 1 ? ['weigh', { what: branch }] : ['guess_file', { file: `${branch}.py` }];
}

/** Searches for the hints it has received so far, twice after each hint, then ends. */
function roverAnswer({ messages }: ChatRequest): readonly [string, Readonly<Record<string, unknown>>] {
	const received = messages.map(({ text }) => text).join('\n');
	const hints = [...received.matchAll(/<feedback>\s*(hint \d+)/g)].map(match => match[1]);
	const since = messages.length - 1 - messages.findLastIndex(({ text }) => text.includes('<feedback>'));
	const nAnswers = messages
		.slice(hints.length === 0 ? 0 : messages.length - since)
		.filter(({ role }) => role === 'assistant').length;
	return nAnswers < 2
		? ['search_code', { query: ['first', ...hints, nAnswers].join(' ') }]
		: [
				'report_bug_locations',
				{
					bug_locations: [
						{ file: 'a.py', method: hints.length % 2 === 0 ? 'total' : 'mean', intended_behavior: hints.join() },
					],
				},
			];
}

/** Every answer the log holds was paid for once; only those that a dying process had not written yet were lost. */
function assertPaidOnce(model: AnsweringModel, events: readonly RunEvent[], nLost: number): void {
	const nSent = [...model.asked.values()].reduce((sum, n) => sum + n, 0);
	const answered = events.flatMap(event => (event.type === 'modelAnswered' ? [event.request] : []));
	assert.equal(new Set(answered).size, answered.length, 'an answer is there twice');
	assert.ok(
		nSent <= answered.length + nLost,
		`${nSent} requests for ${answered.length} answers, ${nLost} lost at most`,
	);
}

/** Each answer is the one to what its own request sent. */
function assertOwnAnswers(run: Run): void {
	for (const { requests } of nodesOf(run)) {
		for (const { sent, answer } of requests.filter(request => request.answer !== undefined)) {
			const messages = sent.flatMap(hash => run.messages[hash] ?? []);
			const [name, args] = roverAnswer({ messages: passed(...messages) });
			assert.deepEqual(
				answer?.toolCalls.map(call => [call.name, JSON.parse(call.arguments)]),
				[[name, JSON.parse(JSON.stringify(args))]],
			);
		}
	}
}

/** What a user sees: no ids, whose order depends on which branch came first. */
function shownOf(run: Run): unknown {
	const titles = roundsOf(run)
		.map(({ title, summary }) => `${title} ${summary}`)
		.sort();
	return {
		state: run.state,
		titles,
		files: leavesOf(run)
			.map(({ id }) => resultOf(run, id).locations[0]?.file)
			.sort(),
	};
}

function viewOf(run: Run) {
	return viewOfRun(clipRun(run).run, { detail: 'full' });
}
