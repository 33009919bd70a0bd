import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { faultlineCli } from '../support/faultlineCli';
import { TestFolder } from '../support/testFolder';
import { TestPages } from '../support/testPages';

/** Takes so many steps a character that a search reads less than the filler. */
const costly = '(?:needle|zebra1|zebra2|zebra3)_here[a-z]{0,170}';
const filler = 'int filler;\n'.repeat(60_000);

describe('faultline search --zoekt', () => {
	const folder = new TestFolder();
	const pages = new TestPages();
	const search = (...words: string[]) =>
		faultlineCli(['search', '--workspace', folder.path('ws'), '--strategy', 'researcher', ...words], {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});

	beforeEach(() =>
		folder.write({
			...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`ws/a/${at + 10}.c`, filler])),
			// Has all words of it.
			'ws/words.c': 'int needle, zebra1, zebra2, zebra3, x_here, y170;\n',
			'ws/z/changed.c': 'int other;\n',
			'ws/z/last.c': 'int needle_here;\n',
		}),
	);

	it('finds what a search does not reach, in files that the server names, and shows nothing of the server', async () => {
		const sent: Promise<string>[] = [];
		pages.answer = (request, response) => {
			sent.push(text(request));
			const Files = ['z/last.c', 'z/changed.c'].map(FileName => ({
				FileName,
				LineMatches: [{ Line: Buffer.from('int text_of_the_server;').toString('base64'), LineNumber: 1 }],
			}));
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ Result: { FileCount: 2, Files } }));
		};
		const without = await search('search_code', costly, 'regex');
		assert.match(without.stdout, /^Stopped after \d+ MB: \d+ files were not searched\.$/m);
		assert.doesNotMatch(without.stdout, /z\/last\.c/);
		assert.deepEqual(sent, []);
		const { code, stdout } = await search('--zoekt', pages.origin, 'search_code', costly, 'regex');
		assert.match(stdout, /<file>z\/last\.c<\/file> \(line 1\)\n<code>\n1 int needle_here;/);
		assert.match(stdout, /^127\.0\.0\.1:\d+ named 2 further files, of which 1 match here\.$/m);
		assert.match(stdout, /^Not confirmed: 1 file that it named/m);
		assert.doesNotMatch(stdout, /text_of_the_server/);
		assert.equal(code, 0);
		assert.match(JSON.parse((await sent[0]) ?? '').Q, /^type:filename case:no [\s\S]*content:"needle/);
	});

	for (const [words, message] of [
		[['search', '--zoekt', 'http://search.example.com', 'search_code', 'x'], /Refusing plain http/],
		[['search', '--zoekt-repository', 'a/b', 'search_code', 'x'], /add --zoekt URL/],
		[['locate', '--issue', '-', '--zoekt', 'https://search.example.com'], /about a run with a model/],
	] as const) {
		it(`is refused: ${words.join(' ')}`, async () => {
			const { code, stderr } = await faultlineCli(words, { cwd: folder.path('ws'), stdin: 'It fails.' });
			assert.notEqual(code, 0);
			assert.match(stderr, message);
		});
	}
});
