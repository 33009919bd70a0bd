import assert from 'node:assert/strict';
import { FirstHits } from '../../../src/cli/output/firstHits';
import { faultlineCli } from '../../support/faultlineCli';
import { TestFolder } from '../../support/testFolder';

describe('the first lines that a search finds', () => {
	const folder = new TestFolder();
	const hitsIn = (file: string, nHits: number) => ({
		file,
		text: '\tneedle\n'.repeat(nHits),
		hits: Array.from({ length: nHits }, (_, at) => ({ file, startLine: at + 1, endLine: at + 1 })),
	});

	it('are printed at once on request, up to a number', () => {
		const notes: string[] = [];
		const first = new FirstHits({ note: text => notes.push(text), showsProgress: true, isVerbose: true });
		first.add(hitsIn('a.py', 2));
		assert.deepEqual(notes, ['a.py:1: needle', 'a.py:2: needle']);
		first.add(hitsIn('b.py', 100));
		first.add(hitsIn('c.py', 1));
		first.end();
		assert.equal(notes.length, 20);
		assert.equal(notes.at(-1), 'b.py:18: needle');
	});

	it('are not printed for a short search, and none without a terminal', () => {
		for (const showsProgress of [true, false]) {
			const notes: string[] = [];
			const first = new FirstHits({ note: text => notes.push(text), showsProgress, isVerbose: false });
			first.add(hitsIn('a.py', 2));
			first.end();
			assert.deepEqual(notes, []);
		}
	});

	it('go to stderr, and change no answer', async () => {
		folder.write({ 'ws/a.py': 'x = 1\nneedle = 2\n' });
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		const search = (...more: string[]) =>
			faultlineCli(['search', 'search_code', 'needle', '--workspace', folder.path('ws'), ...more], { env });
		const plain = await search();
		const verbose = await search('--verbose');
		assert.equal(plain.stderr, '');
		assert.match(verbose.stderr, /^a\.py:2: needle = 2$/m);
		assert.equal(verbose.stdout, plain.stdout);
	});
});
