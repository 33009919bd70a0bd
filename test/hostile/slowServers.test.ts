import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { repoRoot } from '../support/repoRoot';
import { slowCallers } from '../support/slowCallers';
import { TestFolder } from '../support/testFolder';
import { TestPages } from '../support/testPages';

const run = promisify(execFile);

describe('a server that is slow', () => {
	const pages = new TestPages();
	const folder = new TestFolder();
	const startAnswer = (response: ServerResponse, isStream: boolean) => {
		response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
		response.write(isStream ? 'data: {"choices":[{"delta":{"content":"Yes"}}]}\n\n' : '{"title":"x"');
	};
	const isChat = (url = '') => url.includes('/chat/completions');
	/** Only the limit in question is short, so that a busy machine does not reach the other one. */
	const silence = { firstByteMs: 300, silenceMs: 300, deadlineMs: 60_000 };
	const deadline = { firstByteMs: 60_000, silenceMs: 60_000, deadlineMs: 600 };
	const behaviors: [what: string, answer: TestPages['answer'], limits: typeof silence, message: RegExp][] = [
		['accepts the request and is silent', () => undefined, silence, /sent nothing for 0\.3 s/],
		[
			'begins its answer and is silent',
			({ url }, response) => startAnswer(response, isChat(url)),
			silence,
			/sent nothing for 0\.3 s/,
		],
		[
			'sends a little now and then, without an end',
			({ url }, response) => {
				startAnswer(response, isChat(url));
				const sending = setInterval(() => response.write(isChat(url) ? ': waiting\n\n' : ' '), 50);
				response.on('close', () => clearInterval(sending));
			},
			deadline,
			/did not end its answer within 0\.6 s/,
		],
	];
	const assertEnded = (results: Readonly<Record<string, string>>, message: RegExp) => {
		const { listModels, serverContext, ...loud } = results;
		assert.deepEqual({ listModels, serverContext }, { listModels: `'silent'`, serverContext: 'undefined' });
		for (const [caller, error] of Object.entries(loud)) {
			assert.match(error, message, caller);
		}
		assert.equal(Object.keys(loud).length, 5);
	};

	for (const [what, answer, limits, message] of behaviors) {
		it(`is left at a limit: it ${what}`, async () => {
			pages.answer = answer;
			const callers = Object.entries(slowCallers(pages.origin, limits));
			const results = await Promise.all(callers.map(async ([name, call]) => [name, await call()] as const));
			assertEnded(Object.fromEntries(results), message);
		});

		it(`is left at a limit on Node 20, which collects signals as garbage: it ${what}`, async function () {
			const node = await node20();
			if (node === undefined) {
				console.log('      left out: no Node 20 on PATH');
				this.skip();
			}
			const outfile = folder.path('slowCallers.js');
			const entryPoints = [join(repoRoot, 'test/support/slowCallers.ts')];
			await build({
				entryPoints,
				outfile,
				bundle: true,
				platform: 'node',
				target: 'node20.19',
				loader: { '.md': 'text' },
			});
			pages.answer = answer;
			const { stdout } = await run(node, ['--expose-gc', outfile, pages.origin, JSON.stringify(limits)]);
			const printed = JSON.parse(stdout);
			assert.match(printed.node, /^20\./);
			assertEnded(printed.results, message);
		});
	}
});

/** The first Node 20 on PATH; the tests themselves run on a newer one. */
async function node20(): Promise<string | undefined> {
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	const found = (process.env.PATH ?? '')
		.split(delimiter)
		.map(dir => join(dir, program))
		.filter(path => existsSync(path));
	for (const path of new Set(found)) {
		const { stdout } = await run(path, ['--version']);
		if (stdout.startsWith('v20.')) {
			return path;
		}
	}
	return undefined;
}
