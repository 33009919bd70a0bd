import assert from 'node:assert/strict';
import { TermTable } from '../../../../src/core/rank/lexical/termTable';
import { TokenCorpus } from '../../../../src/core/rank/lexical/tokenCorpus';

describe('the token stream of some texts', () => {
	let corpus: TokenCorpus;

	beforeEach(() => {
		corpus = new TokenCorpus(new TermTable(new Set()));
		corpus.add('a.txt', 'one two\n\nthree\nfour');
		corpus.add('b.txt', 'five\n');
	});

	const tokens = (path: string, startLine: number, endLine: number) => {
		const { start, end } = corpus.span(path, startLine, endLine);
		return [...corpus.tokens.slice(start, end)];
	};

	it('gives the tokens of any range of lines', () => {
		assert.deepEqual(tokens('a.txt', 1, 1), [0, 1]);
		assert.deepEqual(tokens('a.txt', 2, 2), []);
		assert.deepEqual(tokens('a.txt', 2, 3), [2]);
		assert.deepEqual(tokens('a.txt', 1, 4), [0, 1, 2, 3]);
		assert.deepEqual(tokens('b.txt', 1, 1), [4]);
	});

	it('gives all there is where lines lie beyond the end', () => {
		assert.deepEqual(tokens('a.txt', 4, 900), [3]);
		assert.deepEqual(tokens('a.txt', 800, 900), []);
		assert.deepEqual(tokens('b.txt', 1, Number.MAX_SAFE_INTEGER), [4]);
	});

	it('gives nothing for a text it does not have', () => {
		assert.deepEqual(tokens('c.txt', 1, 10), []);
	});

	it('keeps the same short text once', () => {
		assert.deepEqual(corpus.addText('one six'), corpus.addText('one six'));
		assert.equal(corpus.tokens.length, 7);
	});

	it('grows as far as needed', () => {
		corpus.add('long.txt', 'seven '.repeat(20_000));
		assert.equal(tokens('long.txt', 1, 1).length, 20_000);
	});
});
