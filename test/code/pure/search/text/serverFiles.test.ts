import assert from 'node:assert/strict';
import type { CodeSearchServer } from '../../../../../src/code/pure/codeSearch/codeSearchServer';
import { searchContext } from '../../../../../src/code/pure/search/searchContext';
import { everywhere } from '../../../../../src/code/pure/search/text/scanOrder';
import { scanTexts } from '../../../../../src/code/pure/search/text/textScan';
import { inOneLine } from '../../../../../src/code/pure/search/text/wordQuery';
import { visibleWorkspace } from '../../../../../src/history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../../../src/history/pure/workspace';
import { readAiIgnore } from '../../../../../src/outgoing/pure/gate/aiIgnore';
import { UserError } from '../../../../../src/system/pure/errors/userError';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';

const texts = {
	'.aiignore': 'secret/\n',
	'a/first.c': `int first_thing;\n${'int filler;\n'.repeat(100)}`,
	'b/changed.c': 'int other;\n',
	'b/near.c': 'int first;\nint thing;\n',
	'b/second.c': 'int FIRST_thing_too;\n',
	'b/third.c': 'int third_first_thing;\n',
	'secret/vault.c': 'int first_thing_hidden;\n',
};
/** The first file is more than may be read. */
const limits = { nHits: 100, sizeBytes: 1000 };

describe('a code search server', () => {
	/** What it was asked. */
	let asked: unknown[];
	const naming = (...paths: readonly string[]): CodeSearchServer => ({
		server: 'search.example.com',
		async filesWith(words) {
			asked.push(words);
			return { paths, isAll: true };
		},
	});
	beforeEach(() => {
		asked = [];
	});

	async function scan(server: CodeSearchServer | undefined, words = ['first', 'thing'], most = limits) {
		const whole: Workspace = { ...(await memoryWorkspace(texts)), codeSearch: () => server };
		const context = searchContext(visibleWorkspace(whole, await readAiIgnore(whole.files)));
		const { hits, omissions } = await scanTexts(context, everywhere(context), [inOneLine(words)], most);
		return { hits: hits.map(({ file, startLine }) => `${file}:${startLine}`), omissions };
	}

	it('is not asked where all was searched', async () => {
		const { hits } = await scan(naming(), undefined, { ...limits, sizeBytes: 1e6 });
		assert.deepEqual(hits, ['a/first.c:1', 'b/second.c:1', 'b/third.c:1']);
		assert.deepEqual(asked, []);
	});

	it('names files where a search ends at its limit, which are searched here', async () => {
		const { hits, omissions } = await scan(naming('b/third.c', 'b/second.c', 'b/third.c'));
		assert.deepEqual(asked, [{ all: ['first', 'thing'] }]);
		assert.deepEqual(hits, ['a/first.c:1', 'b/third.c:1', 'b/second.c:1']);
		assert.deepEqual(omissions, [
			'Stopped after 0 MB: 2 files were not searched.',
			'search.example.com named 2 further files, of which 2 match here.',
		]);
	});

	it('is not believed: what it names is not shown unless it is here and visible', async () => {
		const named = ['b/changed.c', 'b/near.c', 'secret/vault.c', '../a/first.c', '/etc/passwd', 'gone.c', 'a/first.c'];
		const { hits, omissions } = await scan(naming(...named));
		assert.deepEqual(hits, ['a/first.c:1']);
		assert.deepEqual(omissions.slice(1), [
			'search.example.com named 2 further files, of which 0 match here.',
			'Not confirmed: 4 files that it named, as they are not here or do not have the words.',
		]);
	});

	it('may know the workspace as a folder of something larger', async () => {
		assert.deepEqual((await scan(naming('src/main/b/second.c'))).hits, ['a/first.c:1', 'b/second.c:1']);
	});

	it('is asked once where it fails, and the search answers from what it read', async () => {
		let nAsked = 0;
		const workspace: Workspace = {
			...(await memoryWorkspace(texts)),
			codeSearch: () => ({
				server: 'search.example.com',
				async filesWith() {
					nAsked++;
					throw new UserError('search.example.com cannot be reached.');
				},
			}),
		};
		const context = searchContext(workspace);
		for (const words of [['first', 'thing'], ['filler']]) {
			const { hits, omissions } = await scanTexts(context, everywhere(context), [inOneLine(words)], {
				...limits,
				nHits: 1000,
			});
			assert.ok(hits.length > 0);
			assert.equal(omissions.at(-1), 'search.example.com cannot be reached.');
		}
		assert.equal(nAsked, 1);
	});

	it('gets no secret, and no search without a word', async () => {
		const token = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';
		assert.match((await scan(naming(), [token])).omissions.join(), /was not asked, as the words look like a secret/);
		assert.match((await scan(naming(), ['a'])).omissions.join(), /was not asked, as no word of 3 letters/);
		assert.deepEqual(asked, []);
	});

	it('ends with the search that is cancelled', async () => {
		const abort = new AbortController();
		const workspace: Workspace = {
			...(await memoryWorkspace(texts)),
			codeSearch: () => ({
				server: 'search.example.com',
				async filesWith(_words, signal) {
					abort.abort(new Error('cancelled'));
					signal?.throwIfAborted();
					return { paths: [], isAll: true };
				},
			}),
		};
		const context = searchContext(workspace, abort.signal);
		await assert.rejects(scanTexts(context, everywhere(context), [inOneLine(['first'])], limits), /cancelled/);
	});
});
