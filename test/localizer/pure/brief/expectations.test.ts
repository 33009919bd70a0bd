import assert from 'node:assert/strict';
import { briefOf } from './briefOf';

describe('what an issue expects', () => {
	for (const sentence of [
		'The total should be 36.',
		'I expected a total of 36.',
		'Expected a total of 36 here.',
		'It must not forget the first price.',
		'It is supposed to return 36.',
		'The total ought to be 36.',
		'It returns 24 instead of 36.',
		'It rounds up rather than down.',
		'The first price needs to be counted.',
		'The correct result would be 36.',
		'It would be nice to see all prices.',
		'It currently returns 24, but should return 36.',
		'This should be rounded to cents.',
		'You should get an error.',
	]) {
		it(`is read from “${sentence}”`, () => {
			assert.deepEqual(briefOf(`Nothing special here. ${sentence} That is all.`).expectations, [sentence]);
		});
	}

	for (const sentence of [
		'The total is 24.',
		'Should I open a pull request?',
		'What should it return?',
		'This should be easy for somebody who knows the code.',
		'I should have searched before.',
		'Should: no.',
		'At present merge() must be called twice, which is a nuisance.',
		'The parser wrongly imposes that a name must be short.',
		'We have to restart the server each time.',
		'This should be fixed ASAP.',
		'I noticed that while I called the slow one instead of the fast one.',
		'It should really be addressed soon.',
		'Not sure what should be done here.',
		'I have no idea whether it should be cached.',
	]) {
		it(`is not read from “${sentence}”`, () => {
			assert.deepEqual(briefOf(sentence).expectations, []);
		});
	}

	it('is in the words of the issue, sentence by sentence', () => {
		const body = 'I paid twice. The second payment\nshould be refused! After that all is well.';
		assert.deepEqual(briefOf(body).expectations, ['The second payment should be refused!']);
	});

	it('starts with the text under a heading that asks for it', () => {
		const body = [
			'It gives 24 instead of 36.',
			'',
			'The shop should stay open.',
			'',
			'### Expected behavior',
			'',
			'A total of 36 is printed.',
			'',
			'### Actual behavior',
			'',
			'A total of 24 is printed.',
		].join('\n');
		assert.deepEqual(briefOf(body).expectations, [
			'A total of 36 is printed.',
			'The shop should stay open.',
			'It gives 24 instead of 36.',
		]);
	});

	it('is read item by item from a list', () => {
		const body = '### Expected behavior\n\n- the first price is counted\n- the last price is counted\n';
		assert.deepEqual(briefOf(body).expectations, ['the first price is counted', 'the last price is counted']);
	});

	it('is read from a title that states what to do', () => {
		assert.deepEqual(briefOf('', 'Add a currency to every price').expectations, ['Add a currency to every price']);
		assert.deepEqual(briefOf('', 'Totals should be rounded').expectations, ['Totals should be rounded']);
		assert.deepEqual(briefOf('', 'Totals are wrong').expectations, []);
	});

	it('is not read from code, from comments, or from what only repeats the template', () => {
		const body = [
			'<!-- Tell us what you expected to happen here. -->',
			'### What did you expect to happen?',
			'_No response_',
			'```',
			'assert total == 36  # should be 36 in any case',
			'```',
		].join('\n');
		assert.deepEqual(briefOf(body).expectations, []);
	});

	it('is what the reporter wrote as a heading, without its marks', () => {
		assert.deepEqual(briefOf('## Totals should be rounded\n\nThey are not.').expectations, [
			'Totals should be rounded',
		]);
	});

	it('is each sentence once, and at most twelve', () => {
		const body = Array.from({ length: 40 }, (_, at) => `Case ${at % 20} should be counted.`).join('\n\n');
		const { expectations } = briefOf(body);
		assert.equal(expectations.length, 12);
		assert.equal(new Set(expectations).size, 12);
	});
});
