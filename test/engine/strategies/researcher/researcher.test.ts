import assert from 'node:assert/strict';
import fc from 'fast-check';
import { researcher } from '../../../../src/engine/strategies/researcher/researcher';
import { type HistoryExtent, NoHistoryError } from '../../../../src/history/pure/history';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { ChatRequest } from '../../../../src/models/pure/chatModel';
import { ModelError } from '../../../../src/models/pure/modelError';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { openTokens } from '../../../../src/runs/pure/fold/memory/memoryEntry';
import { workingMemoryOf } from '../../../../src/runs/pure/fold/memory/workingMemory';
import { type Run, rootNode } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { leavesOf, nodesOf, pathTo, roundsOf } from '../../../../src/runs/pure/fold/runTree';
import { runMarkdown } from '../../../../src/sharing/pure/report/runMarkdown';
import { MadeHistory } from '../../../history/pure/historyProject';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { AnsweringModel, type ModelAnswer, strategyRun } from '../strategyRun';

const texts = {
	'a.py': 'def total(prices):\n    return sum(prices)\n\n\ndef mean(prices):\n    return total(prices) / 2\n',
	'b.py': 'def unrelated():\n    return "nothing to do with it"\n',
};

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];

const cause = 'mean divides by 2 however many prices there are (a.py, line 6).';
const place = { file: 'a.py', class: null, method: 'mean', intended_behavior: 'Divide by the number.', cause };
const report: Call = ['report_bug_locations', { bug_locations: [place] }];

/** The calls of a trajectory, by what its memory shows. */
function stepOf(text: string): Call {
	if (!text.includes('def unrelated')) {
		return text.includes('closed: unrelated') ? report : ['search_definition', { symbol: 'unrelated' }];
	}
	if (!text.includes('def mean')) {
		return ['search_definition', { symbol: 'mean' }];
	}
	return text.includes('- mean divides by 2')
		? ['close_definition', { symbol: 'unrelated' }]
		: ['take_note', { text: 'mean divides by 2' }];
}

const textOf = ({ messages }: Pick<ChatRequest, 'messages'>) => messages.map(({ text }) => text).join('\n');
const answering = () => new AnsweringModel(request => stepOf(textOf(request)));

/** Without those of the trajectories that are told where to begin. */
function requestsOf(model: AnsweringModel): ChatRequest[] {
	return allRequestsOf(model).filter(request => beginningOf(request) === undefined);
}

function allRequestsOf(model: AnsweringModel): ChatRequest[] {
	return [...model.asked.keys()].map(key => JSON.parse(key) as ChatRequest);
}

/** `Begin yours with the callers` */
function beginningOf(request: ChatRequest): string | undefined {
	return /Begin yours with [^:,]+/.exec(textOf(request))?.[0];
}

describe('the strategy researcher', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(texts);
	});

	it('shows the model its memory and its notes in each round, and no conversation', async () => {
		const model = answering();
		const { run } = await strategyRun({ strategy: researcher, workspace, model });
		assert.deepEqual([run.state, run.message], ['done', undefined]);
		const requests = requestsOf(model);
		assert.equal(requests.length, 5);
		for (const { messages, temperature } of requests) {
			assert.equal(messages.filter(({ role }) => role === 'assistant').length, 0);
			assert.equal(temperature, 0.6);
		}
		const [, second = '', third = '', fourth = '', fifth = ''] = requests.map(textOf);
		assert.match(second, /\[1\] round 1: search_definition\("unrelated"\)[\s\S]*def unrelated/);
		assert.match(third, /def unrelated[\s\S]*\[2\] round 2: search_definition\("mean"\)[\s\S]*def mean/);
		assert.match(fourth, /<notes>\n- mean divides by 2\n<\/notes>/);
		assert.match(fifth, /closed: unrelated in b\.py, lines 1-2/);
	});

	it('frees the tokens of what is closed', async () => {
		const model = answering();
		const { run } = await strategyRun({ strategy: researcher, workspace, model });
		const [fourth = '', fifth = ''] = requestsOf(model).map(textOf).slice(3);
		assert.ok(!fifth.includes('nothing to do with it'));
		const [, trajectory] = nodesOf(run);
		const path = roundsOf(run).filter(round => leadsTo(run, trajectory?.id ?? '', round.id));
		const used = path.map(({ id }) => openTokens(workingMemoryOf(run, id).entries));
		assert.equal(used.length, 5);
		assert.ok((used[3] ?? 0) < (used[2] ?? 0), `${used}`);
		assert.ok(fifth.length < fourth.length);
	});

	it('searches in five trajectories side by side, and names what they agree on', async () => {
		const { run } = await strategyRun({ strategy: researcher, workspace, model: answering() });
		const trajectories = nodesOf(run).filter(({ kind }) => kind === 'trajectory');
		assert.deepEqual(
			trajectories.map(({ parent, title }) => [parent, title]),
			[1, 2, 3, 4, 5].map(number => [rootNode, `Trajectory ${number}`]),
		);
		assert.equal(leavesOf(run).length, 5);
		const [location] = run.selected.locations;
		assert.deepEqual([location?.file, location?.method, run.selected.isProvisional], ['a.py', 'mean', false]);
		assert.equal(location?.evidence[0]?.text, 'Named in 5 of 5 trajectories.');
		assert.equal(run.nodes[run.selected.leaf]?.summary, 'Compared 5 trajectories: 5 name mean');
	});

	it('begins each trajectory at another end: stack, pattern, history and callers, as far as there are any', async () => {
		const beginnings = async (own: Workspace, body = 'It fails.') => {
			const model = answering();
			await strategyRun({ strategy: researcher, workspace: own, model, issue: { title: 'It fails', body } });
			const found = allRequestsOf(model).flatMap(request => beginningOf(request) ?? []);
			return [...new Set(found)].map(text => text.slice('Begin yours with '.length)).sort();
		};
		assert.deepEqual(await beginnings(workspace), ['a pattern', 'the callers']);
		const trace = 'Traceback (most recent call last):\n  File "a.py", line 6, in mean\nValueError: no';
		const withHistory = { ...workspace, history: new MadeHistory([{ message: 'unrelated: add it' }]) };
		assert.deepEqual(await beginnings(withHistory, trace), [
			...['a pattern', 'the callers', 'the code on the stack', 'the history'],
		]);
	});

	it('asks for what it does not repeat, wherever it was killed', async () => {
		const whole = await strategyRun({ strategy: researcher, workspace, model: answering() });
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat({ max: whole.events.length }), { maxLength: 3 }), async deaths => {
				const model = answering();
				let events: readonly RunEvent[] = [];
				for (const nEvents of deaths) {
					let n = 0;
					const diesAfter = () => ++n > nEvents;
					({ events } = await strategyRun({ strategy: researcher, workspace, model, events, diesAfter }));
				}
				const last = await strategyRun({ strategy: researcher, workspace, model, events });
				assert.deepEqual(last.run.selected.locations.map(nameOf), whole.run.selected.locations.map(nameOf));
				const nAsked = [...model.asked.values()].reduce((sum, n) => sum + n, 0);
				// Requests whose answers were not yet written when the process died are asked again.
				assert.ok(nAsked <= 25 + 5 * deaths.length, `${nAsked} requests`);
				const answered = last.events.filter(({ type }) => type === 'modelAnswered');
				assert.equal(answered.length, 25);
			}),
			{ numRuns: 40 },
		);
	});

	it('begins each request like the one before, as long as nothing is closed', async () => {
		const model = answering();
		await strategyRun({ strategy: researcher, workspace, model });
		const [first = '', second = '', third = '', fourth = '', fifth = ''] = requestsOf(model).map(textOf);
		const untilMemory = (text: string) => text.slice(0, text.indexOf('\n</memory>'));
		assert.ok(second.startsWith(first.slice(0, first.indexOf('Your working memory is empty'))));
		for (const [before, after] of [
			[second, third],
			[third, fourth],
		] as const) {
			assert.match(untilMemory(before), /<memory>[\s\S]*def unrelated/);
			assert.ok(after.startsWith(untilMemory(before)));
		}
		assert.ok(!fifth.startsWith(untilMemory(fourth)));
	});

	it('makes ten searches of thirty rounds where it is to be thorough', async () => {
		const more = { ...(await memoryWorkspace(texts)) };
		let n = 0;
		const model = new AnsweringModel(() => ['search_definition', { symbol: `unknown_${n++}` }]);
		const { run } = await strategyRun({ strategy: researcher, workspace: more, model, effort: 'thorough' });
		assert.equal(run.state, 'done', run.message);
		const trajectories = nodesOf(run).filter(({ kind }) => kind === 'trajectory');
		assert.equal(trajectories.length, 10);
		assert.deepEqual(
			trajectories.map(({ id }) => roundsOf(run).filter(round => leadsTo(run, id, round.id)).length),
			Array.from({ length: 10 }, () => 30),
		);
	});

	it('closes and cuts off the same wherever it was killed', async () => {
		const long = { 'c.py': `def long():\n${'    step_of_the_long_one()\n'.repeat(60)}` };
		const larger = await memoryWorkspace({ ...texts, ...long });
		const readOn = () =>
			new AnsweringModel(request => {
				const step = Number([...textOf(request).matchAll(/^\[\d+\] round (\d+):/gm)].at(-1)?.[1] ?? 0);
				const lines = { file_name: 'c.py', start_line: 1 + step, end_line: 20 + 20 * (step % 2) };
				return step < 5 ? ['read_lines', lines, ['search_definition', { symbol: 'long' }]] : report;
			});
		const options = { strategy: researcher, workspace: larger, memoryTokens: 500 };
		const whole = await strategyRun({ ...options, model: readOn() });
		const kept = ({ run }: typeof whole) => workingMemoryOf(run, run.selected.leaf).entries.map(({ parts }) => parts);
		const fitted = whole.events.flatMap(event => (event.type === 'memoryFitted' ? [event] : []));
		assert.ok(fitted.some(({ closed }) => closed.length > 0) && fitted.some(({ shortened }) => shortened.length > 0));
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat({ max: whole.events.length }), { maxLength: 3 }), async deaths => {
				let events: readonly RunEvent[] = [];
				for (const nEvents of deaths) {
					let n = 0;
					({ events } = await strategyRun({ ...options, model: readOn(), events, diesAfter: () => ++n > nEvents }));
				}
				const last = await strategyRun({ ...options, model: readOn(), events });
				assert.deepEqual(kept(last), kept(whole));
				const answered = (of: typeof whole) => of.events.filter(({ type }) => type === 'modelAnswered').length;
				assert.equal(answered(last), answered(whole));
			}),
			{ numRuns: 25 },
		);
	});

	it('continues where one trajectory gets no answer', async () => {
		const model = new AnsweringModel(request => stepOf(textOf(request)));
		let nAsked = 0;
		const { complete } = model;
		model.complete = request => {
			nAsked++;
			return nAsked === 3 ? Promise.reject(failure()) : complete.call(model, request);
		};
		const { run } = await strategyRun({ strategy: researcher, workspace, model });
		assert.equal(run.state, 'done', run.message);
		assert.equal(run.nodes[run.selected.leaf]?.summary, 'Compared 4 trajectories: 4 name mean');
		const notes = nodesOf(run).flatMap(node => (node.kind === 'trajectory' ? node.notes : []));
		assert.deepEqual(notes, ['The key is wrong.']);
	});

	it('asks why the bug is there, and shows it with the result', async () => {
		let tools: ChatRequest['tools'];
		const model = new AnsweringModel(request => {
			({ tools } = request);
			return stepOf(textOf(request));
		});
		const { run } = await strategyRun({ strategy: researcher, workspace, model });
		const ending = JSON.stringify(tools?.find(({ name }) => name === 'report_bug_locations'));
		assert.match(ending, /"required":\[[^\]]*"cause"/);
		assert.equal(run.selected.locations[0]?.cause, cause);
		assert.match(runMarkdown(run), /- Cause: mean divides by 2 however many prices there are/);
	});

	it('takes a report beside notes as final, and asks again for one beside a search', async () => {
		const note = ['take_note', { text: 'done' }] as const;
		const noted = await strategyRun({
			...{ strategy: researcher, workspace },
			model: new AnsweringModel(() => [...report, note]),
		});
		assert.deepEqual([noted.run.selected.isProvisional, noted.run.nRequests], [false, 5]);
		const search = ['search_definition', { symbol: 'total' }] as const;
		const model = new AnsweringModel(request => (textOf(request).includes('round 1:') ? report : [...report, search]));
		const searched = await strategyRun({ strategy: researcher, workspace, model });
		assert.equal(searched.run.nRequests, 10);
		assert.match(requestsOf(model).map(textOf)[1] ?? '', /Your report was not taken as final/);
	});

	it('states how many rounds are left from the first request on, and asks for the report in the last one', async () => {
		let n = 0;
		const model = new AnsweringModel(() => ['search_definition', { symbol: `unknown_${n++}` }]);
		await strategyRun({ strategy: researcher, workspace, model });
		const asked = allRequestsOf(model).map(textOf);
		const left = asked.map(text => text.match(/You have \d+ rounds? left\./g) ?? []);
		assert.deepEqual(left[0], ['You have 15 rounds left.']);
		assert.ok(left.every(each => each.length === 1));
		const last = asked.filter(text => text.includes('This is the last round'));
		assert.equal(last.length, 5);
		for (const text of last) {
			assert.match(text, /You have 1 round left\./);
			assert.doesNotMatch(text, /Now take the next round/);
		}
		assert.doesNotMatch(asked.join('\n'), /\b(?:in|one|last|next|same) steps?\b/);
	});

	it('offers the history only where there is one', async () => {
		const model = new AnsweringModel(() => report);
		await strategyRun({ strategy: researcher, workspace, model });
		const [text = ''] = requestsOf(model).map(textOf);
		assert.match(text, /2\. Patterns/);
		assert.doesNotMatch(text, /History/);
	});

	describe('reports once what of the history cannot be searched', () => {
		const lacking = (extent: () => Promise<HistoryExtent>) =>
			Object.assign(new MadeHistory([{ message: 'unrelated: add it' }]), { extent });
		const shallow = lacking(async () => ({ isShallow: true, isPartial: false }));
		const absent = lacking(async () => {
			throw new NoHistoryError('/code is in no git repository.');
		});
		const notesOf = ({ events }: { readonly events: readonly RunEvent[] }) =>
			events.flatMap(event => (event.type === 'noted' && /history|clone/.test(event.text) ? [event] : []));

		it('with a model', async () => {
			const search = ['search_commits', { query: 'unrelated' }] as const;
			const model = new AnsweringModel(request => (textOf(request).includes('round 1:') ? report : [...search]));
			const noted = await strategyRun({ strategy: researcher, workspace: { ...workspace, history: shallow }, model });
			const [note, ...others] = notesOf(noted);
			assert.deepEqual([note?.node, others], [rootNode, []]);
			assert.match(note?.text ?? '', /^The repository is a shallow clone: its older commits are not searched/);
			const answers = noted.events.filter(event => event.type === 'toolAnswered');
			assert.equal(answers.length, 5);
			assert.ok(answers.every(({ ok, text }) => ok && !text.includes('shallow')));
			const again = await strategyRun({
				...{ strategy: researcher, workspace: { ...workspace, history: shallow }, model },
				events: noted.events.slice(0, -1),
			});
			assert.equal(notesOf(again).length, 1);
		});

		it('and leaves out the tools where there is none', async () => {
			const model = new AnsweringModel(() => report);
			const noted = await strategyRun({ strategy: researcher, workspace: { ...workspace, history: absent }, model });
			assert.deepEqual(
				notesOf(noted).map(({ text }) => text),
				['The history of the code is not searched: /code is in no git repository.'],
			);
			assert.doesNotMatch(requestsOf(model).map(textOf)[0] ?? '', /History/);
		});

		it('without a model, whose round is then left out', async () => {
			const issue = { title: 'mean', body: 'mean divides by 2 instead of the number of prices.' };
			for (const [history, title] of [
				[shallow, 'Search the history'],
				[absent, undefined],
			] as const) {
				const noted = await strategyRun({ strategy: researcher, workspace: { ...workspace, history }, issue });
				assert.equal(notesOf(noted).length, 1);
				assert.equal(roundsOf(noted.run).find(round => /history/.test(round.title))?.title, title);
			}
		});
	});

	it('fails as a whole where no trajectory gets an answer', async () => {
		const model = answering();
		model.complete = () => Promise.reject(failure());
		const { run } = await strategyRun({ strategy: researcher, workspace, model });
		assert.deepEqual([run.state, run.message], ['failed', 'The key is wrong.']);
	});

	describe('fixing', () => {
		const question = (request: ChatRequest) => request.messages.at(-1)?.text ?? '';
		const isAgent = ({ messages }: ChatRequest) => messages[0]?.text.includes('fix a bug in it') === true;
		const [original, patched] = ['    return total(prices) / 2', '    return total(prices) / len(prices)'];

		function fixAnswer(request: ChatRequest): ModelAnswer {
			const asked = question(request);
			if (asked.includes('"keep"')) {
				return '{"keep": [2], "why": "the other one is unrelated"}';
			}
			if (asked.includes('State your hypothesis')) {
				return 'Cause: mean divides by 2.\n\nRemedy: divide by the number.';
			}
			if (isAgent(request)) {
				return ['edit', { path: 'a.py', original, patched }, ['submit', { summary: 'It divides by the number.' }]];
			}
			return asked.includes('patch-correct') ? '{"patch-correct": true}' : stepOf(textOf(request));
		}

		it('begins with what was kept of the memory, and a hypothesis', async () => {
			const model = new AnsweringModel(fixAnswer);
			const { run } = await strategyRun({ strategy: researcher, workspace, model, goal: 'fix' });
			assert.equal(run.state, 'done', run.message);
			const [patch, ...others] = fixOf(run).patches;
			assert.match(
				patch?.diff ?? '',
				/- {4}return total\(prices\) \/ 2\n\+ {4}return total\(prices\) \/ len\(prices\)/,
			);
			assert.deepEqual(others, []);
			const [writing] = requestsOf(model).filter(isAgent);
			const shown = writing === undefined ? '' : textOf(writing);
			assert.match(shown, /<hypothesis>\nCause: mean divides by 2\.[\s\S]*<\/hypothesis>/);
			assert.match(shown, /search_definition\("mean"\)/);
			assert.match(shown, /<notes>\n- mean divides by 2\n<\/notes>/);
			assert.ok(!shown.includes('search_definition("unrelated")'));
			const [stating] = requestsOf(model).filter(request => question(request).includes('State your hypothesis'));
			assert.match(stating === undefined ? '' : textOf(stating), /<intended_behavior>[\s\S]*Divide by the number\./);
			assert.match(stating === undefined ? '' : textOf(stating), /<cause>\nmean divides by 2 however many prices/);
			assert.equal(writing?.temperature, 0);
		});

		it('writes each further candidate from another trajectory', async () => {
			const model = new AnsweringModel(fixAnswer);
			const { run } = await strategyRun({ strategy: researcher, workspace, model, goal: 'fix', nCandidates: 3 });
			const stages = nodesOf(run).filter(({ title }) => title === 'Write a patch');
			const trajectories = stages.map(({ id }) => pathTo(run, id).find(({ kind }) => kind === 'trajectory')?.title);
			assert.equal(new Set(trajectories).size, stages.length);
			assert.equal(stages.length, 3);
		});
	});

	it('investigates without a model in one trajectory', async () => {
		const { run } = await strategyRun({ strategy: researcher, workspace });
		assert.deepEqual([run.state, run.message, run.nRequests], ['done', undefined, 0]);
		const trajectories = nodesOf(run).filter(({ kind }) => kind === 'trajectory');
		assert.deepEqual(
			trajectories.map(({ title }) => title),
			['Trajectory 1'],
		);
	});

	it('leaves out what the user closed, and keeps what the user opened again', async () => {
		const first = await strategyRun({ strategy: researcher, workspace, model: answering() });
		const { run } = first;
		const leaf = leavesOf(run).find(({ id }) => id === run.selected.leaf);
		const round = roundsOf(run).findLast(({ id }) => leadsTo(run, id, leaf?.id ?? ''));
		const entry = workingMemoryOf(run, round?.id ?? '').entries.find(({ call }) => call.args.symbol === 'mean');
		const change = {
			...{ v: 2, seq: run.lastSeq + 1, at: 0, node: round?.id ?? '' },
			...({ type: 'memoryChanged', change: 'closed', by: 'user' } as const),
			parts: [{ call: entry?.call.id ?? '' }],
		} as RunEvent;
		const model = new AnsweringModel(() => report);
		const feedback = { round: round?.id ?? '', text: 'Look again.' };
		const second = await strategyRun({
			...{ strategy: researcher, workspace, model, feedback },
			events: [...first.events, change],
		});
		assert.equal(second.run.state, 'done', second.run.message);
		const [asked = ''] = requestsOf(model).map(textOf);
		assert.match(asked, /\(closed: mean in a\.py, lines 5-6\)/);
		assert.ok(!asked.includes('def mean'));
		assert.deepEqual(foldRun(JSON.parse(JSON.stringify(second.events)) as RunEvent[]), second.run);
	});
});

function failure(): Error {
	return new ModelError('refused', 'The key is wrong.');
}

function nameOf({ id, score }: { readonly id: string; readonly score: number }): string {
	return `${id} ${score}`;
}

function leadsTo({ nodes }: Run, from: string, to: string): boolean {
	for (let node = nodes[to]; node !== undefined; node = nodes[node.parent ?? '']) {
		if (node.id === from) {
			return true;
		}
	}
	return false;
}
