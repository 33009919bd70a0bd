import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forEachWord, wordParts } from '../../../../../src/code/pure/index/words/words';

describe('the words of a text', () => {
	it('are identifiers and natural words, each whole', () => {
		assert.deepEqual(wordsOf('round_price(itemNo, $total) is naïve: größe!'), [
			'round_price',
			'itemNo',
			'$total',
			'is',
			'naïve',
			'größe',
		]);
	});

	it('are no numbers, but names with digits', () => {
		assert.deepEqual(wordsOf('12 3.5 0x1f 2nd item2 42_000'), ['0x1f', '2nd', 'item2', '42_000']);
	});

	it('are reported with their lines, counted from 0', () => {
		const lines: [string, number][] = [];
		forEachWord('one two\n\nthree', (word, line) => lines.push([word, line]));
		assert.deepEqual(lines, [
			['one', 0],
			['two', 0],
			['three', 2],
		]);
	});

	it('are never cut inside a character, and come in text order', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
				let at = 0;
				for (const word of wordsOf(text)) {
					assert.doesNotMatch(word, /\p{Cs}/u);
					at = text.indexOf(word, at);
					assert.ok(at >= 0, JSON.stringify(word));
					at += word.length;
				}
			}),
		);
	});
});

describe('the parts of a word', () => {
	for (const [word, parts] of [
		['price', ['price']],
		['round_price', ['round', 'price']],
		['roundPrice', ['round', 'Price']],
		['RoundPrice', ['Round', 'Price']],
		['MAX_PRICE', ['MAX', 'PRICE']],
		['get_HTTPServer2', ['get', 'HTTP', 'Server2']],
		['parseJSON', ['parse', 'JSON']],
		['__init__', ['init']],
		['item2price', ['item2', 'price']],
		['utf8', ['utf8']],
		['2nd', ['2', 'nd']],
		['$total', ['total']],
		['größeÄndern', ['größe', 'Ändern']],
		['価格', ['価格']],
		['__', []],
	] as const) {
		it(`of ${word} are ${parts.join(', ') || 'none'}`, () => {
			assert.deepEqual(wordParts(word), parts);
		});
	}
});

function wordsOf(text: string): string[] {
	const words: string[] = [];
	forEachWord(text, word => words.push(word));
	return words;
}
