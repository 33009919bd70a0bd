import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SpellingReader } from '../../../../../src/code/pure/index/words/spelling';
import { nTermsOf, underscoresAround } from '../../../../../src/code/pure/index/words/terms';
import { WordPool } from '../../../../../src/code/pure/index/words/wordPool';
import { forEachWord, wordParts } from '../../../../../src/code/pure/index/words/words';

const stopWords = new Set(['the', 'return', 'größe']);

describe('the spelling of a word', () => {
	const reader = new SpellingReader();

	function spelled(text: string): string {
		reader.read(text, 0);
		return new TextDecoder().decode(reader.bytes.subarray(0, reader.length));
	}

	for (const word of [
		'get_file_name',
		'HTTPServer2',
		'AB12c',
		'A1b',
		'aB',
		'__x$y__',
		'___x_',
		'$_x',
		'größeÄndern',
		'2nd',
		'İstanbul',
	]) {
		it(`has the parts of ${word}`, () => assert.equal(spelled(word), expected(word)));
	}

	it('is the same read from bytes, of words of any length', () => {
		const ascii = fc.string({ unit: fc.constantFrom(...'aAbBzZ019_$ '), minLength: 1, maxLength: 200, size: 'max' });
		fc.assert(
			fc.property(ascii, text => {
				const bytes = new TextEncoder().encode(text);
				const end = reader.read(text, 0);
				const read = reader.bytes.slice(0, reader.length);
				assert.equal(reader.readAscii(bytes, 0, bytes.length), end);
				assert.deepEqual(reader.bytes.slice(0, reader.length), read);
			}),
			{ numRuns: 2000 },
		);
	});

	it('has the same parts for any word', () => {
		const ascii = fc.string({ unit: fc.constantFrom(...'aAbBzZ019_$é'), minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(ascii, word => {
				if (!/^\d+$/.test(word)) {
					assert.equal(spelled(word), expected(word));
				}
			}),
			{ numRuns: 3000 },
		);
	});

	it('ends where the word ends', () => {
		forEachWord('one two_Three größe 12', word => assert.equal(reader.read(`${word} more`, 0), word.length));
	});

	it('is none for a number and for what nobody wrote', () => {
		assert.equal(spelled('12'), '');
		assert.equal(spelled('a'.repeat(81)), '');
		assert.equal(spelled('ä'.repeat(80)), 'ä'.repeat(80));
	});
});

describe('a pool of words', () => {
	it('counts the terms of a word by its parts', () => {
		const word = fc.array(fc.constantFrom('the', 'return', 'a', '12', 'x2', 'price', 'größe', 'ß', '1'), {
			minLength: 1,
			maxLength: 6,
		});
		const underscores = fc.constantFrom('', '_', '__');
		fc.assert(
			fc.property(word, underscores, underscores, (parts, before, after) => {
				const pool = new WordPool();
				const bytes = new TextEncoder().encode(`${before}${parts.join('_')}${after}`);
				const expected = nTermsOf(parts, stopWords, { before, after });
				assert.equal(pool.nTermsOf(pool.add(bytes, bytes.length), stopWords), expected);
			}),
		);
	});

	it('gives equal words one number, however many there are', () => {
		const pool = new WordPool();
		const words = Array.from({ length: 20_000 }, (_, at) => new TextEncoder().encode(`word_${at}`));
		const numbers = words.map(bytes => pool.add(bytes, bytes.length));
		assert.deepEqual(
			words.map(bytes => pool.add(bytes, bytes.length)),
			numbers,
		);
		assert.equal(pool.size, words.length);
		assert.deepEqual(pool.spellingOf(numbers[777] ?? -1), words[777]);
	});
});

function expected(word: string): string {
	const parts = wordParts(word).map(part => part.toLowerCase());
	const { before, after } = underscoresAround(word);
	return parts.length === 0 ? '' : `${before}${parts.join('_')}${after}`;
}
