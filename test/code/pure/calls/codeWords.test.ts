import assert from 'node:assert/strict';
import { readCodeWords } from '../../../../src/code/pure/calls/codeWords';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

describe('the code of a workspace with its words', () => {
	const notebook = JSON.stringify(
		{
			cells: [
				{ cell_type: 'code', outputs: [{ text: ['printed zebra'] }], source: ['def total(basket):\n', '    return 1'] },
			],
		},
		undefined,
		1,
	);
	const codeOf = async (texts: Readonly<Record<string, string>>) => {
		const { model, words } = await readCodeWords(await memoryWorkspace(texts));
		return { paths: model.files, words };
	};

	it('leaves notebooks out where there is other code', async () => {
		const { paths } = await codeOf({ 'a.py': 'x = 1\n', 'n.ipynb': notebook, 'notes.txt': 'x' });
		assert.deepEqual(paths, ['a.py']);
	});

	it('has notebooks where there is no other, and what they printed is none of their words', async () => {
		const { paths, words } = await codeOf({ 'n.ipynb': notebook, 'notes.txt': 'x' });
		assert.deepEqual(paths, ['n.ipynb']);
		const printed = await codeOf({ 'n.ipynb': notebook.replace('printed zebra', '') });
		assert.deepEqual(words.lengths, printed.words.lengths);
		assert.ok(words.lengths.some(length => length > 0));
	});
});
