import assert from 'node:assert/strict';
import type { Workspace } from '../../../../../src/history/pure/workspace';
import { ModelError } from '../../../../../src/models/pure/modelError';
import type { Run } from '../../../../../src/runs/pure/fold/run';
import { nodesOf } from '../../../../../src/runs/pure/fold/runTree';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';
import { type Scripted, ScriptedModel } from '../../../../support/scriptedModel';
import { issue, shop } from '../shop';
import { type ModelRunOptions, resumeModel, runModel } from './modelRun';

const given = issue('The first price fails', 'An empty basket should have no first price, but `first_price` raises.');
const searched: Scripted = [['search_method_in_class', { method_name: 'first_price', class_name: 'Basket' }]];
const firstPrice = {
	file: 'shop/basket.py',
	class: 'Basket',
	method: 'first_price',
	intended_behavior: 'give nothing for an empty basket',
};
const reported: Scripted = [['report_bug_locations', { bug_locations: [firstPrice] }]];

describe('locating with a model', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	async function play(script: readonly Scripted[], options: Partial<ModelRunOptions> = {}) {
		const model = new ScriptedModel('tools', script);
		const played = await runModel(workspace, given, { model, ...options });
		model.assertAllAsked();
		return { ...played, model };
	}

	it('ends in the places the model names, each with what the code there should do and the rounds that showed it', async () => {
		const { run } = await play([searched, reported]);
		assert.equal(run.state, 'done');
		assert.equal(run.selected.isProvisional, false);
		const [location, ...others] = run.selected.locations;
		assert.deepEqual(others, []);
		assert.equal(location?.id, 'shop/basket.py#Basket.first_price');
		assert.equal(location?.intendedBehavior, 'give nothing for an empty basket');
		assert.ok(location?.evidence.some(({ node }) => node === 'n1'));
		assert.deepEqual(summaries(run), [
			'Looked for first_price: 1 found in 1 file',
			'Named 1 location: Basket.first_price',
		]);
	});

	it('quotes in a summary what is no name', async () => {
		const { run } = await play([[['search_code', { query: 'prices[0' }]], reported]);
		assert.match(summaries(run)[0] ?? '', /^Looked for “prices\[0”: /);
	});

	it('ranks everything else behind the places named', async () => {
		const { run } = await play([reported]);
		assert.equal(run.selected.ranking.files[0], 'shop/basket.py');
		assert.equal(run.selected.ranking.functions[0], 'shop/basket.py:Basket.first_price');
		assert.ok(run.selected.ranking.functions.length >= 5);
	});

	it('shows the model what its calls found', async () => {
		const { model } = await play([searched, reported]);
		const sent = model.requests[1]?.messages.at(-1);
		assert.equal(sent?.role, 'tool');
		assert.match(sent?.text ?? '', /return self\.prices\[0\]/);
	});

	const both: Scripted = [
		['report_bug_locations', { bug_locations: [firstPrice] }],
		['search_class', { class_name: 'Basket' }],
	];

	it('names in a line what a round read, listed and searched for', async () => {
		const round: Scripted = [
			['read_lines', { file_name: 'shop/basket.py', start_line: 3, end_line: 9 }],
			['list_files', {}],
			['search_regex', { pattern: 'first_\\w+' }],
			['search_class', { class_name: 'Nothing' }],
		];
		const { run } = await play([round, reported]);
		assert.equal(
			summaries(run)[0],
			'Looked at shop/basket.py:3 and the workspace; looked for “first_\\w+” and Nothing: 1 found in 2 files',
		);
	});

	it('reminds the model of its last three rounds', async () => {
		const look = (name: string): Scripted => [['search_class', { class_name: name }]];
		const { model } = await play([look('A'), look('B'), look('C'), look('D'), reported], { maxRounds: 5 });
		const reminders = model.requests.map(({ messages }) => /You have .* left\./.exec(messages.at(-1)?.text ?? '')?.[0]);
		assert.deepEqual(reminders, [
			undefined,
			undefined,
			...['You have 3 rounds left.', 'You have 2 rounds left.', 'You have 1 round left.'],
		]);
	});

	it('answers a wrong call once, and names the tool that ends the search', async () => {
		const { model } = await play([[['summon_demon', {}]], reported]);
		const texts = model.requests[1]?.messages.map(({ text }) => text).filter(text => text.includes('summon_demon'));
		assert.equal(texts?.length, 1);
		assert.match(
			texts?.[0] ?? '',
			/^There is no tool "summon_demon"; there are: .*report_bug_locations\(bug_locations\)\.$/,
		);
	});

	it('says what became of a report beside other calls, and how a call by another name was read', async () => {
		const both: Scripted = [
			['report_bug_locations', { bug_locations: [firstPrice] }],
			['read_file', { path: 'shop/basket.py' }],
		];
		const { model } = await play([both, reported]);
		const [kept, read] = model.requests[1]?.messages.slice(-2).map(({ text }) => text) ?? [];
		assert.match(kept ?? '', /^Your report is kept for now.* To finish, call report_bug_locations alone\.$/);
		assert.match(read ?? '', /^Read as read_lines\("shop\/basket\.py"\)\.\n\n<file>shop\/basket\.py<\/file>/);
	});

	it('keeps places named together with calls as provisional, and continues', async () => {
		const provisional: boolean[] = [];
		const { run } = await play([both, reported], {
			onEvent: event => event.type === 'locationsNamed' && provisional.push(event.provisional === true),
		});
		assert.deepEqual(provisional, [true, false]);
		assert.equal(run.selected.isProvisional, false);
	});

	it('ends with the places named before once a second answer in a row has no call', async () => {
		const { run, model } = await play([both, 'Done.', 'That is all.']);
		assert.deepEqual([run.state, run.selected.isProvisional], ['done', false]);
		assert.deepEqual(
			run.selected.locations.map(({ method }) => method),
			['first_price'],
		);
		const sent = (at: number) => model.requests[at]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent(1), /Your report is kept for now, and the other calls of this answer were made/);
		assert.match(
			sent(2),
			/Your answer had no tool call[\s\S]*You reported these places before:\n\n- Basket\.first_price in shop/,
		);
	});

	it('ends after three answers in a row that are of no use, without using up its rounds', async () => {
		const { run } = await play(['Hm.', 'Hm.', 'Well.']);
		assert.equal(run.state, 'done');
		assert.equal(run.selected.isProvisional, true);
		assert.match(run.nodes.run?.notes.join() ?? '', /3 answers in a row had no call and no location/);
		await play(['Hm.', searched, 'Hm.', 'Hm.', searched, reported]);
	});

	it('reads prose in place of a tool call as prose, if need be with the help of the model', async () => {
		const prose = 'It takes the first of no prices, I would say, that `first_price`. Its class is the basket.';
		const { run, model } = await play([searched, prose, JSON.stringify({ bug_locations: [firstPrice] })]);
		assert.equal(run.state, 'done');
		assert.deepEqual(
			run.selected.locations.map(({ method }) => method),
			['first_price'],
		);
		assert.equal(model.requests.at(-1)?.messages.at(-1)?.text, prose);
	});

	it('says only once what was wrong with a call', async () => {
		const { model } = await play([[['search_the_class', { class_name: 'Basket' }]], reported]);
		const texts = model.requests[1]?.messages.map(({ text }) => text) ?? [];
		assert.equal(texts.filter(text => /There is no tool "search_the_class"/.test(text)).length, 1);
	});

	it('ends with the provisional places when the rounds are used up, and reports it', async () => {
		const { run } = await play([both], { maxRounds: 1 });
		assert.equal(run.state, 'done');
		assert.equal(run.selected.isProvisional, true);
		assert.deepEqual(
			run.selected.locations.map(({ method }) => method),
			['first_price'],
		);
		assert.match(run.nodes.run?.notes.join() ?? '', /The limit of 1 round is reached/);
	});

	it('never ends with an empty hand: the embedded localizer helps out', async () => {
		const { run } = await play(['I do not know.', 'I still do not.'], { maxRounds: 2 });
		assert.equal(run.selected.isProvisional, true);
		assert.ok(run.selected.locations.length > 0);
		assert.match(run.nodes.run?.notes.join() ?? '', /embedded localizer/);
	});

	it('answers a repeated call with where its result is, and does not run it again', async () => {
		const { model, run } = await play([searched, searched, reported]);
		assert.match(model.requests[2]?.messages.at(-1)?.text ?? '', /made before.*see above/);
		const evidence = run.selected.locations[0]?.evidence ?? [];
		assert.deepEqual(
			evidence.filter(({ text }) => /among the answers/.test(text)).map(({ node }) => node),
			['n1'],
		);
	});

	for (const [what, wrong, reason] of [
		['an unknown tool', [['search_the_class', { class_name: 'Basket' }]], /search_class\(class_name: string\)/],
		['wrong arguments', [['search_class', { name: 1, of: 2 }]], /Call it as search_class\(class_name: string\)/],
		['a tool called without anything', [['search_class', '']], /class_name is missing/],
		['no call and no place', 'Hm.', /had no tool call/],
		['a place that is not there', [['report_bug_locations', { bug_locations: [{ class: 'Bascket' }] }]], /Basket/],
		['a place without a name', [['report_bug_locations', { bug_locations: [{}] }]], /bug_locations/],
		[
			'a path that leaves the workspace',
			[['report_bug_locations', { bug_locations: [{ file: '../secret.py' }] }]],
			/outside/,
		],
	] as const) {
		it(`reports what was wrong with ${what}, and continues`, async () => {
			const { model, run } = await play([wrong, reported]);
			const sent = model.requests[1]?.messages.slice(-2).map(({ text }) => text);
			assert.match(sent?.join('\n') ?? '', reason);
			assert.equal(run.selected.locations.length, 1);
		});
	}

	it('retries after a transient failure, as long after as the server asks, and records it in the run', async () => {
		const busy = new ModelError('rateLimited', 'test is busy', { retryAfterMs: 7000 });
		const { run, waitsMs } = await play([busy, new ModelError('serverError', 'test broke'), reported]);
		assert.deepEqual(waitsMs, [7000, 2000]);
		const [request] = run.nodes.n1?.requests ?? [];
		assert.deepEqual(
			request?.failures.map(({ kind, retryInMs }) => [kind, retryInMs]),
			[
				['rateLimited', 7000],
				['serverError', 2000],
			],
		);
		assert.equal(run.nRequests, 3);
	});

	it('gives a model that takes too long twice the time at each further try, and says so, but not for ever', async () => {
		const slow = new ModelError('timeout', 'test sent nothing for 120 s.', { advice: 'Use a smaller model.' });
		const { run, model } = await play([slow, slow, searched, reported]);
		assert.deepEqual(
			model.requests.map(({ patience }) => patience),
			[1, 2, 4, 1],
		);
		const [first] = nodesOf(run).flatMap(({ requests }) => requests.flatMap(({ failures }) => failures));
		assert.equal(first?.message, 'test sent nothing for 120 s. The next try may take twice as long.');
		assert.equal(first?.retryInMs, 1000);
		const failed = await play([slow, slow, slow]);
		assert.deepEqual(
			[failed.run.state, failed.run.message],
			['failed', 'test sent nothing for 120 s. Use a smaller model.'],
		);
	});

	it('fails with the words of the server when trying again is no use, and keeps what it found', async () => {
		const { run } = await play([both, new ModelError('refused', 'The key for test is not valid. Give another one.')]);
		assert.deepEqual([run.state, run.message], ['failed', 'The key for test is not valid. Give another one.']);
		assert.equal(run.selected.locations.length, 1);
	});

	it('offers the findings of the embedded localizer first, when it is set to', async () => {
		const { model } = await play([reported], { seeds: true });
		const opening = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(opening, /^1\. shop\/basket\.py:11 Basket\.first_price - the issue names first_price$/m);
		assert.match(opening, /the class may be right and the method another/);
		assert.doesNotMatch(opening, /which the issue|suspicious/);
		const without = await play([reported]);
		assert.doesNotMatch(without.model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '', /^1\. shop/m);
	});

	it('informs the model once that its answer was cut off, after the results of what was complete in it', async () => {
		class CutModel extends ScriptedModel {
			override async complete(request: Parameters<ScriptedModel['complete']>[0]) {
				const reply = await super.complete(request);
				return this.requests.length === 1 ? { ...reply, finish: 'length' as const } : reply;
			}
		}
		const model = new CutModel('tools', [searched, searched, reported]);
		await runModel(workspace, given, { model });
		const isCut = model.requests.map(({ messages }) =>
			/^Your last answer .* was cut off\./.test(messages.at(-1)?.text ?? ''),
		);
		assert.deepEqual(isCut, [false, true, false]);
		assert.match(model.requests[1]?.messages.at(-2)?.text ?? '', /return self\.prices\[0\]/);
	});

	it('shows the function of a trace from an older version, not what is at its line now, though it ends in a part without a name', async () => {
		const frame = (name: string) =>
			`  File "/old/shop/basket.py", line 6, in ${name}\n    return [each for each in self.prices]\n`;
		const trace = `Traceback (most recent call last):\n${frame('total')}${frame('<listcomp>')}TypeError: no number`;
		const model = new ScriptedModel('tools', [reported]);
		await runModel(workspace, issue('It fails', trace), { model, seeds: true });
		const opening = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(opening, /^1\. shop\/basket\.py:14 Basket\.total - the stack trace ends here/m);
		assert.doesNotMatch(opening, /Basket\.__init__/);
	});

	it('names to the model the name and the top level of the project, without what an ignore file hides', async () => {
		const texts = {
			...shop,
			'pyproject.toml': '[project]\nname = "corner-shop"\n',
			'.aiignore': 'rates/\n',
			'rates/a.py': '',
		};
		const model = new ScriptedModel('tools', [reported]);
		await runModel(await memoryWorkspace(texts), given, { model });
		const system = model.requests[0]?.messages[0]?.text ?? '';
		assert.match(system, /^The project corner-shop has this top level: shop\/, tests\/, .*pyproject\.toml/m);
		assert.doesNotMatch(system, /rates/);
		const { model: unnamed } = await play([reported]);
		assert.match(
			unnamed.requests[0]?.messages[0]?.text ?? '',
			/^The project has this top level: shop\/, tests\/, README\.md$/m,
		);
	});

	it('keeps every message once, and knows what each request held', async () => {
		const { run, model } = await play([searched, reported]);
		const requests = nodesOf(run).flatMap(node => node.requests);
		for (const [at, request] of requests.entries()) {
			assert.deepEqual(
				request.sent.map(position => run.messages[position]),
				model.requests[at]?.messages,
			);
		}
		assert.equal(Object.keys(run.messages).length, new Set(requests.flatMap(({ sent }) => sent)).size);
	});

	it('leaves out tests that are named beside other places', async () => {
		const texts = { ...shop, 'tests/test_basket.py': 'def test_first_price():\n    assert True\n' };
		const test = { file: 'tests/test_basket.py', method: 'test_first_price' };
		const both: Scripted = [['report_bug_locations', { bug_locations: [test, firstPrice] }]];
		const { run } = await runModel(await memoryWorkspace(texts), given, { model: new ScriptedModel('tools', [both]) });
		assert.deepEqual(
			run.selected.locations.map(({ file }) => file),
			['shop/basket.py'],
		);
	});

	it('sends no secret, whichever file it is in, and reports it', async () => {
		const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
		const texts = { ...shop, 'shop/push.py': `def push():\n    login("${token}")\n` };
		const model = new ScriptedModel('tools', [[['search_method', { method_name: 'push' }]], reported]);
		const { run } = await runModel(await memoryWorkspace(texts), given, { model });
		const sent = JSON.stringify(model.requests.map(({ messages }) => messages));
		assert.match(sent, /login/);
		assert.doesNotMatch(sent, new RegExp(token));
		assert.ok(nodesOf(run).some(({ notes }) => notes.includes('Removed before sending: GitHub token.')));
	});

	it('shows the model nothing of a file that an ignore file hides', async () => {
		const texts = { ...shop, '.aiignore': 'hidden/', 'hidden/plan.py': 'def first_price_plan():\n    return 42\n' };
		const model = new ScriptedModel('tools', [
			[
				['search_method', { method_name: 'first_price_plan' }],
				['search_code', { query: 'return 42' }],
			],
			[['report_bug_locations', { bug_locations: [{ file: 'hidden/plan.py' }] }]],
			reported,
		]);
		const { run } = await runModel(await memoryWorkspace(texts), given, { model, seeds: true });
		assert.equal(run.selected.locations.length, 1);
		const sent = model.requests.flatMap(({ messages }) => messages.filter(({ role }) => role !== 'assistant'));
		assert.doesNotMatch(JSON.stringify(sent), /return 42\\n|plan\.py:\d/);
	});

	it('continues wherever it was cut off, without asking again what was answered', async () => {
		const script = [searched, [['search_class', { class_name: 'Basket' }]], reported] as const;
		const whole = await play(script);
		const answers = whole.events.flatMap(event => (event.type === 'modelAnswered' ? event : []));
		for (let nEvents = 1; nEvents < whole.events.length; nEvents++) {
			const events = whole.events.slice(0, nEvents);
			const nAnswered = events.filter(({ type }) => type === 'modelAnswered').length;
			const model = new ScriptedModel('tools', script.slice(nAnswered));
			const { run } = await resumeModel(workspace, events, { model });
			model.assertAllAsked();
			assert.equal(model.requests.length, answers.length - nAnswered);
			assert.deepEqual(run.selected.locations, whole.run.selected.locations, `cut off after ${events.at(-1)?.type}`);
			assert.deepEqual(summaries(run), summaries(whole.run));
		}
	});

	it('continues from a round in a new branch after feedback, and leaves the old rounds alone', async () => {
		const { events, run: before } = await play([searched, reported]);
		const total = { ...firstPrice, method: 'total', intended_behavior: 'add up' };
		const model = new ScriptedModel('tools', [
			[['search_method', { method_name: 'total' }]],
			[['report_bug_locations', { bug_locations: [total] }]],
		]);
		const feedback = { after: 'n1', text: 'Look at the total instead.' };
		const { run } = await resumeModel(workspace, events, { model, feedback });
		model.assertAllAsked();
		assert.deepEqual(
			nodesOf(run).map(({ id, parent }) => [id, parent]),
			[
				['run', undefined],
				['n1', 'run'],
				['n2', 'n1'],
				['n3', 'n1'],
				['n4', 'n3'],
				['n5', 'n4'],
			],
		);
		assert.deepEqual({ ...run.nodes.n1, children: ['n2'] }, before.nodes.n1);
		assert.deepEqual(run.nodes.n2, before.nodes.n2);
		const sent = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent, /Look at the total instead\./);
		assert.doesNotMatch(sent, /report_bug_locations\b.*first_price/);
		assert.deepEqual(
			run.selected.locations.map(({ method }) => method),
			['total'],
		);
	});

	it('takes feedback on the last round as well', async () => {
		const { events } = await play([searched, reported]);
		const model = new ScriptedModel('tools', [reported]);
		const { run } = await resumeModel(workspace, events, { model, feedback: { after: 'n2', text: 'Are you sure?' } });
		model.assertAllAsked();
		assert.deepEqual(nodesOf(run).at(-1)?.id, 'n4');
		assert.match(model.requests[0]?.messages.at(-1)?.text ?? '', /Are you sure\?/);
	});

	it('continues in the newest of several branches', async () => {
		const first = await play([searched, reported]);
		const second = await resumeModel(workspace, first.events, {
			model: new ScriptedModel('tools', [searched, reported]),
			feedback: { after: 'n1', text: 'One.' },
		});
		const model = new ScriptedModel('tools', [reported]);
		const { run } = await resumeModel(workspace, second.events, {
			model,
			feedback: { after: 'n4', text: 'Two.' },
		});
		const sent = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(sent, /One\.[\s\S]*Two\./);
		assert.equal(nodesOf(run).at(-1)?.parent, 'n6');
		assert.equal(run.state, 'done');
	});

	it('stops at once when it is cancelled, and keeps what it found', async () => {
		const abort = new AbortController();
		const { run } = await play([searched], {
			signal: abort.signal,
			onEvent: event => event.type === 'toolAnswered' && abort.abort(),
		});
		assert.equal(run.state, 'cancelled');
		assert.equal(nodesOf(run).at(-1)?.calls.length, 1);
	});

	const long = Object.fromEntries(
		[1, 2, 3, 4].map(at => [`big${at}.py`, `def big${at}():\n${`    work(${at})\n`.repeat(240)}`]),
	);
	const searchBig = (...numbers: readonly number[]): Scripted =>
		numbers.map(at => ['search_method', { method_name: `big${at}` }] as const);
	const textsOf = (model: ScriptedModel, at: number) => model.requests.at(at)?.messages.map(({ text }) => text) ?? [];

	it('leaves out the oldest results with their calls once they outgrow the window, and reports it', async () => {
		const wide = await memoryWorkspace({ ...shop, ...long });
		const script = [1, 2, 3, 4].map(at => searchBig(at));
		const model = new ScriptedModel('tools', [...script, reported], 5500);
		const { run } = await runModel(wide, given, { model });
		assert.equal(run.state, 'done', run.message);
		const last = textsOf(model, -1).join('\n');
		assert.match(last, /left out here to make room[\s\S]*- search_method\(method_name="big1"\)/);
		assert.doesNotMatch(last, /work\(1\)/);
		assert.match(textsOf(model, -1).at(-1) ?? '', /work\(4\)/);
		assert.ok(nodesOf(run).some(({ notes }) => notes.some(note => /oldest results/.test(note))));
	});

	it('shows a result that was left out again when it is asked for again', async () => {
		const wide = await memoryWorkspace({ ...shop, ...long });
		const script = [1, 2, 3, 4, 1].map(at => searchBig(at));
		const model = new ScriptedModel('tools', [...script, reported], 5500);
		const { run } = await runModel(wide, given, { model });
		assert.equal(run.state, 'done', run.message);
		assert.match(textsOf(model, -1).at(-1) ?? '', /work\(1\)/);
		assert.doesNotMatch(textsOf(model, -1).join('\n'), /see above/);
	});

	it('shortens the results of a round that is too long as a whole, each to its share, in whole lines', async () => {
		const wide = await memoryWorkspace({ ...shop, ...long });
		const model = new ScriptedModel('tools', [searchBig(1, 2, 3, 4), reported], 6000);
		const { run } = await runModel(wide, given, { model });
		assert.equal(run.state, 'done', run.message);
		const results = textsOf(model, -1).slice(-4);
		results.forEach((text, at) => {
			assert.match(text, new RegExp(`\\n3     work\\(${at + 1}\\)\\n`));
			assert.match(text, /\n\(lines 1-\d+ of 1-2\d\d are shown, to save room; ask for the rest/);
		});
		assert.ok(nodesOf(run).some(({ notes }) => notes.some(note => /Shortened 4 results/.test(note))));
	});

	it('counts as evidence only what was sent', async () => {
		const twoParts = `def part1():\n${'    work(1)\n'.repeat(240)}\ndef part2():\n${'    work(2)\n'.repeat(9)}`;
		const wide = await memoryWorkspace({ ...shop, ...long, 'parts.py': twoParts });
		const search: Scripted = [['search_code_in_file', { code_str: 'work', file_name: 'parts.py' }]];
		const report = (method: string): Scripted => [
			['report_bug_locations', { bug_locations: [{ file: 'parts.py', method, intended_behavior: 'x' }] }],
		];
		const shownIn = async (method: string, contextTokens: number) => {
			const model = new ScriptedModel('tools', [search, report(method)], contextTokens);
			const { run } = await runModel(wide, given, { model });
			return run.selected.locations[0]?.evidence.filter(({ text }) => /among the answers/.test(text)).length;
		};
		assert.equal(await shownIn('part1', 3200), 1);
		assert.equal(await shownIn('part2', 100_000), 1);
		assert.equal(await shownIn('part2', 3200), 0);
	});

	it('sends less when the server reports that even that does not fit', async () => {
		const tooLong = new ModelError('contextTooLong', 'That is too long for test.');
		const { run, model } = await play([searched, [['search_class', { class_name: 'Basket' }]], tooLong, reported]);
		assert.equal(run.state, 'done');
		assert.equal(model.requests.length, 4);
	});
});

function summaries(run: Run): (string | undefined)[] {
	return nodesOf(run)
		.filter(({ kind }) => kind === 'round')
		.map(({ summary }) => summary);
}
