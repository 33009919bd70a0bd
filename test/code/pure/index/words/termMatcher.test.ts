import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TermMatcher } from '../../../../../src/code/pure/index/words/termMatcher';
import { termsOf } from '../../../../../src/code/pure/index/words/terms';

const parts = [
	...[
		'file',
		'files',
		'queries',
		'query',
		'passes',
		'pass',
		'sses',
		'pricing',
		'priced',
		'red',
		'ies',
		'es',
		's',
		'ing',
	],
	...[
		'd',
		'a',
		'the',
		'bus',
		'xbus',
		'7',
		'42',
		'v2',
		'für',
		'läufe',
		'lies',
		'addresses',
		'转换失败',
		'имени',
		'größe',
	],
];
const stopWords = new Set(['the', 'files', 'a']);
const underscores = fc.constantFrom('', '', '', '_', '__');
const wordArbitrary = fc
	.tuple(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }), underscores, underscores)
	.map(([parts, before, after]) => ({ parts, around: { before, after } }));

describe('the terms of words', () => {
	it('are found as their strings would be, in any words in a row', () => {
		fc.assert(
			fc.property(
				fc.array(wordArbitrary, { maxLength: 30 }),
				fc.array(wordArbitrary, { maxLength: 8 }),
				(words, asked) => {
					const terms = [...new Set(asked.flatMap(word => termsOf(word.parts, stopWords, word.around)))];
					const matcher = new TermMatcher(terms, stopWords);
					let before = new Uint8Array();
					for (const word of words) {
						const { parts, around } = word;
						const spelling = new TextEncoder().encode(`${around.before}${parts.join('_')}${around.after}`);
						const expected = termsOf(parts, stopWords, around).filter(term => terms.includes(term));
						const found = matcher.slotsOf(spelling, spelling.length, nShared(before, spelling));
						assert.deepEqual(
							found.map(slot => terms[slot]),
							expected,
						);
						before = spelling;
					}
				},
			),
			{ numRuns: 2000 },
		);
	});
});

function nShared(a: Uint8Array, b: Uint8Array): number {
	const end = a.findIndex((byte, at) => byte !== b[at]);
	return end < 0 ? a.length : end;
}
