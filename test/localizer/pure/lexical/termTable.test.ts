import assert from 'node:assert/strict';
import { TermTable } from '../../../../src/localizer/pure/lexical/termTable';

describe('a table of terms', () => {
	let table: TermTable;

	beforeEach(() => {
		table = new TermTable(new Set(['the', 'return']));
	});

	const termsOf = (...words: string[]) => words.flatMap(word => table.termsOf(word));

	it('gives every new term the next number', () => {
		assert.deepEqual(termsOf('basket', 'price', 'basket', 'rate'), [0, 1, 0, 2]);
	});

	it('takes a word apart, joins its parts pairwise, and ends with the whole', () => {
		const [get, file, name, getFile, fileName, whole, ...more] = table.termsOf('get_file_name');
		assert.deepEqual(more, []);
		assert.deepEqual(
			[get, file, name, getFile, fileName, whole],
			termsOf('get', 'file', 'name', 'getfile', 'filename', 'getfilename'),
		);
	});

	it('does not care for capitals, underscores and endings', () => {
		assert.deepEqual(table.termsOf('fileNames'), table.termsOf('FILE_NAME'));
		assert.equal(table.wholeTermOf('fileName'), table.wholeTermOf('filenames'));
	});

	it('leaves out words that mean nothing, single letters and bare numbers', () => {
		assert.deepEqual(termsOf('the', 'The', 'return', 'x', '12'), []);
		assert.equal(table.wholeTermOf('the'), undefined);
	});

	it('keeps the whole of a word of which only a part means something', () => {
		assert.deepEqual(table.termsOf('the_price'), termsOf('price', 'theprice'));
	});

	it('leaves out words so long that nobody wrote them', () => {
		assert.deepEqual(table.termsOf('a'.repeat(81)), []);
		assert.equal(table.termsOf('a'.repeat(80)).length, 1);
	});
});
