import assert from 'node:assert/strict';
import { nodesOf } from '../../../../../src/runs/pure/fold/runTree';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';
import { type Scripted, ScriptedModel } from '../../../../support/scriptedModel';
import { issue, shop } from '../shop';
import { type ModelRun, resumeModel, runModel } from './modelRun';

const given = issue('The first price fails', 'An empty basket should have no first price, but `first_price` raises.');
const firstPrice = {
	file: 'shop/basket.py',
	class: 'Basket',
	method: 'first_price',
	intended_behavior: 'give nothing',
};
const missing = { file: 'shop/nothere.py', start_line: 5000, end_line: 5001 };
const test = { file: 'tests/test_stock.py' };

describe('a report of places that are tests or do not exist', () => {
	async function play(forms: 'tools' | 'jsonSchema' | 'prose', script: readonly Scripted[], maxRounds = 15) {
		const model = new ScriptedModel(forms, script);
		const played = await runModel(await memoryWorkspace(shop), given, { model, maxRounds });
		model.assertAllAsked();
		const last = (at: number) => model.requests[at]?.messages.at(-1)?.text ?? '';
		return { ...played, model, last };
	}

	const report = (...places: object[]): Scripted => [['report_bug_locations', { bug_locations: places }]];
	const namesOf = ({ run }: ModelRun) =>
		run.selected.locations.map(({ file, method }) => `${file} ${method ?? ''}`.trim());
	const notesOf = ({ run }: ModelRun) => nodesOf(run).flatMap(({ notes }) => notes);

	it('is asked back once, with what is wrong with each, and keeps the others meanwhile', async () => {
		const provisional = await play('tools', [report(firstPrice, missing, test)], 1);
		assert.deepEqual(namesOf(provisional), ['shop/basket.py first_price']);
		assert.equal(provisional.run.selected.isProvisional, true);
		const played = await play('tools', [report(firstPrice, missing, test), report(firstPrice)]);
		assert.match(played.last(1), /No file of the workspace is called "shop\/nothere\.py"/);
		assert.match(played.last(1), /`tests\/test_stock\.py` is a test, and tests are not changed/);
		assert.match(played.last(1), /These places are kept: Basket\.first_price in shop\/basket\.py/);
		assert.deepEqual(namesOf(played), ['shop/basket.py first_price']);
		assert.equal(played.run.selected.isProvisional, false);
		assert.deepEqual(notesOf(played), []);
	});

	it('loses what does not exist, and tests beside other places, when it is repeated; the run notes that', async () => {
		const played = await play('tools', [report(firstPrice, missing, test), report(missing, firstPrice, test)]);
		assert.deepEqual(namesOf(played), ['shop/basket.py first_price']);
		assert.deepEqual(notesOf(played), [
			'Left out shop/nothere.py, lines 5000-5001: no such file.',
			'Left out tests/test_stock.py: it is a test.',
		]);
	});

	it('is accepted where a test is all that is named a second time', async () => {
		const played = await play('tools', [report(test), report(test)]);
		assert.deepEqual(namesOf(played), ['tests/test_stock.py']);
		assert.equal(played.run.selected.isProvisional, false);
	});

	it('is not asked back again about places it named beside other calls before', async () => {
		const looking: Scripted = [
			['report_bug_locations', { bug_locations: [firstPrice, missing] }],
			['search_class', { class_name: 'Basket' }],
		];
		const played = await play('tools', [looking, report(firstPrice, missing)]);
		assert.match(played.last(1), /No file of the workspace is called "shop\/nothere\.py"/);
		assert.deepEqual(namesOf(played), ['shop/basket.py first_price']);
	});

	it('is asked back about a place that was read as another one', async () => {
		const method = { file: 'shop/baskets.py', class: 'Basket', method: 'alter_first_price' };
		const played = await play('tools', [report(method), report(method)]);
		assert.match(
			played.last(1),
			/Basket\.alter_first_price in shop\/baskets\.py was read as Basket \(shop\/basket\.py/,
		);
		assert.match(played.last(1), /No file of the workspace is called "shop\/baskets\.py"/);
		assert.deepEqual(namesOf(played), ['shop/basket.py']);
		const inherited = { file: 'shop/rates.py', class: 'RateTable', method: 'find' };
		assert.match((await play('tools', [report(inherited), report(inherited)])).last(1), /inherits "find" from Lookup/);
	});

	it('is asked back about lines behind the end, and about a name that is not in the file', async () => {
		const script = [report(firstPrice, { file: 'shop/stock.py', start_line: 900 }), report(firstPrice)];
		assert.match((await play('tools', script)).last(1), /shop\/stock\.py has \d+ lines: there is no line 900/);
		const unknown = [report(firstPrice, { file: 'shop/stock.py', method: 'shelve' }), report(firstPrice)];
		assert.match((await play('tools', unknown)).last(1), /Nothing in the workspace is called "shelve"/);
	});

	it('ends the search at the third report in a row that is not right', async () => {
		const wrong = (n: number) => report(firstPrice, { file: `shop/no${n}.py` });
		const played = await play('tools', [wrong(1), wrong(2), wrong(3)]);
		assert.deepEqual(namesOf(played), ['shop/basket.py first_price']);
		assert.deepEqual(notesOf(played), ['Left out shop/no3.py: no such file.']);
	});

	it('keeps the lines within the named code in focus, and the run notes those that are not in it', async () => {
		const lines = (...given: unknown[]) => ({ ...firstPrice, lines: given });
		const focusOf = async (place: object) => {
			const played = await play('tools', [report(place)]);
			return { focus: played.run.selected.locations[0]?.focus, notes: notesOf(played) };
		};
		const at = (startLine: number, endLine = startLine) => ({ startLine, endLine });
		assert.deepEqual(await focusOf(lines(12)), { focus: [at(12)], notes: [] });
		assert.deepEqual(await focusOf(lines(12, 15)), { focus: [at(12)], notes: [] });
		const { focus, notes } = await focusOf(lines(2));
		assert.notDeepEqual(focus, [at(2)]);
		assert.deepEqual(notes, [
			'The model named lines elsewhere: shop/basket.py:2 is outside of Basket.first_price (shop/basket.py:11-12).',
		]);
		assert.deepEqual((await focusOf({ ...firstPrice, method: null, lines: '6, 12-13' })).focus, [at(6), at(12, 13)]);
	});

	it('is asked back in JSON and in prose as well', async () => {
		const json = JSON.stringify({ analysis: '', API_calls: [], bug_locations: [firstPrice, missing] });
		const inJson = await play('jsonSchema', [json, json]);
		assert.match(inJson.last(1), /No file of the workspace is called "shop\/nothere\.py"/);
		assert.deepEqual(namesOf(inJson), ['shop/basket.py first_price']);
		const prose = 'File: shop/basket.py\nClass: Basket\nMethod: first_price\n\nFile: shop/nothere.py';
		const inProse = await play('prose', [prose, prose]);
		assert.match(inProse.last(1), /No file of the workspace is called "shop\/nothere\.py"/);
		assert.deepEqual(namesOf(inProse), ['shop/basket.py first_price']);
	});

	it('is asked back no second time in a run that is resumed', async () => {
		const script = [report(firstPrice, missing), report(firstPrice, missing)];
		const whole = await play('tools', script);
		for (let nEvents = 2; nEvents < whole.events.length; nEvents++) {
			const events = whole.events.slice(0, nEvents);
			const nAnswered = events.filter(({ type }) => type === 'modelAnswered').length;
			const model = new ScriptedModel('tools', script.slice(nAnswered));
			const resumed = await resumeModel(await memoryWorkspace(shop), events, { model });
			model.assertAllAsked();
			assert.deepEqual(resumed.run.selected.locations, whole.run.selected.locations);
			assert.deepEqual(notesOf(resumed), notesOf(whole));
		}
	});
});
