import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { askCases, resultsIn } from '../../../bench/scenarios/askCases';
import { modelPlayer } from '../../../bench/scenarios/modelPlayer';
import { namedPlaces } from '../../../bench/scenarios/namedPlaces';
import type { ReadCase } from '../../../bench/scenarios/readCases';
import { createOpenAiModel } from '../../../src/models/node/openAiModel';
import type { ChatBody } from '../../support/chatBody';
import { commitAll, git } from '../../support/gitRepository';
import { productFolder } from '../../support/product/productFolder';
import type { ScriptedAnswer, ScriptedCall } from '../../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../../support/scriptedModelServer';
import { TestFolder } from '../../support/testFolder';

const shop = {
	'shop/cart.py': 'class Cart:\n    def total(self, prices):\n        return sum(prices[1:])\n',
	'shop/tax.py': 'def with_tax(amount):\n    return amount * 2\n',
};
const usage = { input: 100, output: 10 };

function calls(...toolCalls: readonly ScriptedCall[]): ScriptedAnswer {
	return { toolCalls, usage };
}

function answer(...places: readonly object[]): ScriptedAnswer {
	return { text: `It is here.\n\n${JSON.stringify({ places })}`, usage };
}

describe('a model that plays the scenario suite', () => {
	const folder = new TestFolder();
	let server: ScriptedModelServer;
	let asked: ReadCase[];
	beforeEach(async () => {
		for (const [file, text] of Object.entries(shop)) {
			folder.write({ [`repos/owner__shop/${file}`]: text });
		}
		const repository = folder.path('repos', 'owner__shop');
		commitAll(repository);
		const commit = git(repository, 'rev-parse', 'HEAD');
		const common = { kind: 'wrong-value', repo: 'owner/shop', commit, language: 'Python', wrong: [], isKept: false };
		const truth = { by: 'fix', how: 'made for the test' } as const;
		asked = [
			{ ...common, truth, id: 'one', question: 'One.', expected: [{ file: 'shop/cart.py', symbol: 'Cart.total' }] },
			{ ...common, truth, id: 'two', question: 'Two.', expected: [{ file: 'shop/tax.py', symbol: 'with_tax' }] },
		];
		server = await startScriptedModelServer();
	});
	afterEach(async () => {
		await server.close();
	});
	const ask = (resume = false) =>
		askCases(asked, {
			player: modelPlayer('m', async () => ({
				model: createOpenAiModel({ baseUrl: server.baseUrl, model: 'm', replyForm: 'tools' }),
			})),
			...{ repos: folder.path('repos'), build: productFolder, output: folder.path('output'), resume },
		});

	it('sees the instructions and the listed tools, makes calls, and is scored by the places it names', async () => {
		server.script([
			calls({ name: 'search_definition', arguments: { symbol_name: 'Cart.total' } }),
			answer({ file: 'shop/cart.py', line: 3 }),
			calls({ name: 'read_lines', arguments: 'no JSON' }, { name: 'outline', arguments: { file_name: 'shop/tax.py' } }),
			answer({ file: './shop/cart.py', line: 2, symbol: 'Cart.total' }),
		]);
		const [one, two] = await ask();
		const [first, second] = server.bodies;
		assert.match(first?.messages[0]?.content ?? '', /begin with locate_bug and the whole text/);
		assert.equal(first?.messages[1]?.content, 'One.');
		assert.ok(first?.tools?.some(({ function: { name } }) => name === 'search_definition'));
		assert.match(second?.messages.at(-1)?.content ?? '', /def total/);
		assert.ok(one?.isSolved);
		assert.deepEqual(one.named, [{ file: 'shop/cart.py', startLine: 3, endLine: 3, symbol: 'Cart.total' }]);
		assert.deepEqual(one.usage, { nRequests: 2, inputTokens: 200, outputTokens: 20, isEstimated: false });
		assert.deepEqual([one.model, one.nCalls, one.nMisfilled, one.precision], ['m', 1, 1, 1]);
		assert.equal(two?.isSolved, false);
		assert.deepEqual(two.missing, asked[1]?.expected);
		assert.deepEqual([two.nCalls, two.nMisfilled, two.misfilled?.[0]?.args], [2, 1, 'no JSON']);
	});

	it('continues after an interruption with the cases that are left', async () => {
		server.script([answer({ file: 'shop/cart.py', symbol: 'total' }), { fault: 'status', status: 401 }]);
		await assert.rejects(ask(), /401|key/i);
		assert.equal(
			readFileSync(resultsIn(folder.path('output')), 'utf8')
				.trim()
				.split('\n').length,
			1,
		);
		server.script([answer({ file: 'shop/tax.py', symbol: 'with_tax' })]);
		const results = await ask(true);
		assert.deepEqual(
			results.map(({ id, isSolved }) => [id, isSolved]),
			[
				['one', true],
				['two', true],
			],
		);
		assert.equal(questionOf(server.bodies.at(-1)), 'Two.');
	});

	it('learns that no call is left, and has no answer where it calls on', async () => {
		const look: ScriptedAnswer = calls({ name: 'list_files', arguments: {} });
		server.script(body =>
			questionOf(body) === 'One.' || body.messages.length < 28 ? look : answer({ file: 'shop/tax.py', line: 1 }),
		);
		const [one, two] = await ask();
		assert.match(one?.error ?? '', /More than 12 calls/);
		assert.equal(one?.nCalls, 12);
		assert.match(server.bodies.at(-1)?.messages.at(-1)?.content ?? '', /all 12 calls are used up/);
		assert.deepEqual([two?.nCalls, two?.isSolved], [12, true]);
	});

	it('asks again what it is not told to continue', async () => {
		server.script(() => answer());
		await ask();
		await ask();
		assert.equal(server.bodies.length, 4);
		assert.ok(existsSync(resultsIn(folder.path('output'))));
	});
});

describe('the places of an answer', () => {
	it('are read from the JSON at its end, whatever is before', () => {
		const text =
			'The map `{}` is empty: {"a": 1}.\n\n```json\n{"places": [{"file": "a.py", "line": "7"}, {"line": 3}]}\n```\n';
		assert.deepEqual(namedPlaces(text), [{ file: 'a.py', startLine: 7, endLine: 7 }]);
		assert.deepEqual(namedPlaces('It is in a.py.'), []);
	});
});

function questionOf(body: ChatBody | undefined): string | null | undefined {
	return body?.messages[1]?.content;
}
