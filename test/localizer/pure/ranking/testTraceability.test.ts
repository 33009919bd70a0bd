import assert from 'node:assert/strict';
import { readCodeWords } from '../../../../src/code/pure/calls/codeWords';
import { issueQueries } from '../../../../src/localizer/pure/lexical/issueQueries';
import { TermTable } from '../../../../src/localizer/pure/lexical/termTable';
import { CodeDocuments } from '../../../../src/localizer/pure/ranking/codeDocuments';
import { testTraceability } from '../../../../src/localizer/pure/ranking/testTraceability';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { briefOf } from '../brief/briefOf';

const code = 'def run(value):\n    return value\n';
const aboutRefunds = 'def test_it():\n    refund = 3\n    assert refund\n';

describe('the way over the tests', () => {
	it('leads to the file a test is named after', async () => {
		assert.deepEqual(
			await bridged({ 'shop/till.py': code, 'shop/stock.py': code, 'tests/test_till.py': aboutRefunds }),
			['shop/till.py'],
		);
	});

	it('leads to the file a test is named after with the word test behind', async () => {
		assert.deepEqual(await bridged({ 'till.go': 'package till\n', 'till_test.go': 'package till\n// refund\n' }), [
			'till.go',
		]);
	});

	it('leads to the folder whose tests are in one file', async () => {
		assert.deepEqual(await bridged({ 'shop/till/__init__.py': code, 'tests/till/tests.py': aboutRefunds }), [
			'shop/till/__init__.py',
		]);
	});

	for (const line of ['from shop.stock import run', 'from shop import stock', 'import shop.stock as s']) {
		it(`leads to what a test imports: ${line}`, async () => {
			const texts = { 'shop/stock.py': code, 'shop/other.py': code, 'tests/test_it.py': `${line}\n${aboutRefunds}` };
			assert.deepEqual(await bridged(texts), ['shop/stock.py']);
		});
	}

	it('leads nowhere from tests that share no words with the issue', async () => {
		const test = 'def test_it():\n    assert 1\n';
		assert.deepEqual(await bridged({ 'shop/till.py': code, 'tests/test_till.py': test }), []);
	});

	it('gives less weight to a file that many tests import', async () => {
		const imports = (module: string) => `from shop.${module} import run\n${aboutRefunds}`;
		const texts = {
			'shop/rare.py': code,
			'shop/usual.py': code,
			'tests/test_a.py': `from shop.rare import run\n${imports('usual')}`,
			'tests/test_b.py': imports('usual'),
			'tests/test_c.py': imports('usual'),
		};
		assert.deepEqual(await bridged(texts), ['shop/rare.py', 'shop/usual.py']);
	});
});

/** Files the tests lead to for an issue about a refund, best first. */
async function bridged(texts: Readonly<Record<string, string>>): Promise<string[]> {
	const workspace = await memoryWorkspace(texts);
	const { words, model } = await readCodeWords(workspace);
	const table = new TermTable(words.meaningless());
	const query = issueQueries(briefOf('', 'Wrong refund'), table).everything;
	const documents = await CodeDocuments.of(model, words, { table, terms: [...query.keys()] });
	const { files: scores } = await testTraceability(model, documents.files(model.tests), query, path =>
		workspace.files.readText(path),
	);
	return model.files
		.map((path, at) => ({ path, score: scores[at] ?? 0 }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.map(({ path }) => path);
}
