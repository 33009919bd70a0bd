import assert from 'node:assert/strict';
import { readCodeWords } from '../../../../src/code/pure/calls/codeWords';
import { TermTable } from '../../../../src/localizer/pure/lexical/termTable';
import { CodeDocuments } from '../../../../src/localizer/pure/ranking/codeDocuments';
import { QuotedTexts, quotedTerms } from '../../../../src/localizer/pure/ranking/quotedTexts';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const till = `def pay(amount):
    raise Error("the amount of the refund exceeds the paid price")


def close():
    raise Error("drawer locked")
`;

describe('the longest part of a quoted text in the code', () => {
	it('is found where only its ends differ', async () => {
		const { found } = await longest('Total: amount of the refund exceeds everything');
		assert.equal(found, 'amount of the refund exceeds');
	});

	it('may be two words, where these are all there is', async () => {
		assert.equal((await longest('drawer locked')).found, 'drawer locked');
		assert.equal((await longest('drawer locked tight')).found, undefined);
	});

	it('is none where its words are in different functions', async () => {
		assert.equal((await longest('refund locked price')).found, undefined);
		assert.equal((await longest('paid price drawer locked')).found, undefined);
	});

	it('is looked for only in files that have its words', async () => {
		assert.deepEqual((await longest('drawer locked')).reads, ['till.py']);
		assert.deepEqual((await longest('nothing of this occurs anywhere')).reads, []);
	});
});

async function longest(text: string) {
	const workspace = await memoryWorkspace({ 'till.py': till, 'stock.py': 'def count():\n    return drawer\n' });
	const { words, model } = await readCodeWords(workspace);
	const table = new TermTable(words.meaningless());
	const terms = quotedTerms([{ text }], table);
	const documents = await CodeDocuments.of(model, words, { table, terms: [], more: terms });
	const { files } = workspace;
	files.reads.length = 0;
	const quotes = new QuotedTexts([{ text }], table, {
		...{ words, files, counts: documents.counts, slotOf: term => documents.slotOf(term) },
		...{ paths: model.files, isTest: () => false },
	});
	const { value } = await quotes.parts().next();
	return { found: value?.text, reads: files.reads };
}
