import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
	chmodSync,
	chownSync,
	cpSync,
	existsSync,
	mkdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { searchingTools } from '../../src/mcp/searchingTools';
import { sendSignal } from '../../src/system/node/processes/sendSignal';
import { faultlineCli } from '../support/faultlineCli';
import { commitAll } from '../support/gitRepository';
import { statesOf } from '../support/processStates';
import { repoRoot } from '../support/repoRoot';
import {
	answersTo,
	ended,
	lineOf,
	lineOfAnswer,
	servedCli,
	servedStatus,
	sockets,
	startServed,
} from '../support/servers';
import { TestFolder } from '../support/testFolder';
import { legacy, startMcp } from './mcp/mcpClient';

const sample = join(repoRoot, 'sample', 'python');

/** Calls of every tool that `faultline search` has, some of which find nothing or are wrong. */
const searches: readonly (readonly string[])[] = [
	['search_class', 'WeekReportTest'],
	['search_class', 'NoSuchClass', '--json'],
	['search_class_in_file', 'WeekReportTest', 'tests/test_report.py'],
	['search_method', 'minutes_between'],
	['search_method_in_file', 'minutes_between', 'tally/clock.py', '--json'],
	['search_method_in_class', 'test_adds_an_entry_that_ends_after_midnight', 'WeekReportTest'],
	['search_code', 'minutes_between', '--json'],
	['search_code', 'no such words anywhere'],
	['search_code_in_file', 'minutes', 'tally/clock.py'],
	['search_regex', 'def \\w+_time'],
	['search_regex', '(unclosed'],
	['find_references', 'minutes_between'],
	['read_lines', 'tally/clock.py', '1', '9'],
	['read_lines', '../outside', '1', '9'],
	['get_code_around_line', 'tally/clock.py', '10'],
	['outline', 'tally/clock.py', '--json'],
	['list_files'],
	['list_files', 'secret'],
	['search_definition', 'parse_time', '--strategy', 'researcher'],
	['search_code', 'minutes midnight', '--strategy', 'researcher'],
	['search_commits', 'first', '--strategy', 'researcher', '--json'],
	['symbol_history', 'minutes_between', '--strategy', 'researcher'],
	['blame', 'tally/clock.py', '1', '5', '--strategy', 'researcher'],
	['neighbors', 'minutes_between', '--strategy', 'tree'],
	['search_code'],
	['no_such_tool', 'a'],
	['search_code', 'a', '--strategy', 'none'],
	[],
];

/** A call of each tool of `faultline mcp` that only reads. */
const toolCalls: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[] = [
	['search_definition', { symbol: 'minutes_between' }],
	['search_definition', { symbol: 'nothing_like_it' }],
	['search_code', { query: 'minutes_between', context: 2 }],
	['find_references', { name: 'minutes_between' }],
	['outline', { file_name: 'tally/clock.py' }],
	['read_lines', { file_name: 'tally/clock.py', start_line: 1, end_line: 5 }],
	['read_lines', { file_name: 'secret.py' }],
	['list_files', {}],
	['search_commits', { query: 'first' }],
	['symbol_history', { symbol: 'minutes_between' }],
	['blame', { file: 'tally/clock.py', start_line: 1 }],
];

describe('faultline serve', () => {
	const folder = new TestFolder();
	const project = () => folder.path('project');
	const storage = () => folder.path('storage');
	const pids: number[] = [];
	const start = async (...options: string[]) => {
		const status = await startServed(project(), storage(), ...options);
		pids.push(status.pid);
		return status;
	};
	const search = (...words: string[]) => servedCli(['search', '--workspace', project(), ...words], storage());
	const searchAlone = (...words: string[]) =>
		servedCli(['search', '--workspace', project(), ...words], storage(), { env: { FAULTLINE_ALONE: '1' } });
	const nAnswered = async () => (await servedStatus(project(), storage()))?.nQuestions;

	before(function () {
		// Its sockets are tried here; Windows has pipes.
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	beforeEach(() => {
		cpSync(sample, project(), { recursive: true });
		writeFileSync(join(project(), 'secret.py'), 'def secret():\n    return 1\n');
		writeFileSync(join(project(), '.aiignore'), 'secret.py\n');
		commitAll(project());
	});
	afterEach(async () => {
		for (const pid of pids.splice(0)) {
			sendSignal(pid, 'SIGKILL');
			await ended(pid);
		}
	});

	it('answers every search with the bytes of a process alone', async () => {
		const alone = await Promise.all(searches.map(words => searchAlone(...words)));
		await start();
		for (const [at, words] of searches.entries()) {
			assert.deepEqual(await search(...words), alone[at], words.join(' '));
		}
		assert.equal(await nAnswered(), searches.length);
	});

	it('answers every reading tool of an MCP client as that does alone, without hidden files', async () => {
		const args = ['--workspace', project(), '--storage', storage()];
		const answers = async (isServed: boolean) => {
			const { client } = await startMcp({ args, mode: legacy, isServed });
			const found: unknown[] = [];
			for (const [name, given] of toolCalls) {
				found.push(await client.callTool({ name, arguments: given }));
			}
			await client.close();
			return found;
		};
		const alone = await answers(false);
		assert.deepEqual(await answers(true), alone);
		const status = await servedStatus(project(), storage());
		pids.push(status?.pid ?? 0);
		assert.equal(status?.nQuestions, toolCalls.length);
		assert.deepEqual(
			[...new Set(toolCalls.map(([name]) => name))].sort(),
			searchingTools.map(({ name }) => name).sort(),
		);
	});

	it('is one server for clients that start at the same time', async () => {
		const started = await Promise.all([start(), start(), start()]);
		assert.equal(new Set(started.map(({ pid }) => pid)).size, 1);
		assert.equal(sockets(storage()).length, 1);
	});

	it('knows each change before the next question', async () => {
		await start();
		const found = async (word: string) => (await search('search_code', word)).stdout.includes(`${word} = `);
		for (const [at, word] of ['appeared', 'replaced', 'changed1', 'changed2', 'changed3', 'changed4'].entries()) {
			writeFileSync(join(project(), 'tally', 'added.py'), `${word} = ${at}\n`);
			assert.ok(await found(word), word);
		}
		assert.equal(await found('appeared'), false);
		assert.match((await search('search_code', 'parse_time')).stdout, /tally\/clock\.py/);
		renameSync(join(project(), 'tally', 'added.py'), join(project(), 'tally', 'moved.py'));
		assert.match((await search('search_code', 'changed4')).stdout, /tally\/moved\.py/);
		mkdirSync(join(project(), 'new', 'inside'), { recursive: true });
		assert.equal(await found('below'), false);
		writeFileSync(join(project(), 'new', 'inside', 'below.py'), 'below = 1\n');
		assert.ok(await found('below'));
		writeFileSync(join(project(), '.gitignore'), 'new\n');
		assert.equal(await found('below'), false);
		rmSync(join(project(), 'tally', 'moved.py'));
		assert.equal(await found('changed4'), false);
	});

	it('shows a model no file that is hidden since the question before, even by a file that git ignores', async () => {
		writeFileSync(join(project(), '.gitignore'), '.cursorignore\n');
		const args = ['--workspace', project(), '--storage', storage()];
		const { client } = await startMcp({ args, mode: legacy, isServed: true });
		const read = async () =>
			JSON.stringify(await client.callTool({ name: 'search_code', arguments: { query: 'minutes_between' } }));
		assert.match(await read(), /tally\/clock\.py/);
		writeFileSync(join(project(), 'tally', '.cursorignore'), 'clock.py\n');
		assert.doesNotMatch(await read(), /tally\/clock\.py/);
		writeFileSync(join(project(), 'tally', '.cursorignore'), 'entries.py\n');
		assert.match(await read(), /tally\/clock\.py/);
		await client.close();
		pids.push((await servedStatus(project(), storage()))?.pid ?? 0);
	});

	it('may be killed in the middle of a question, which its client then answers', async () => {
		const alone = await searchAlone('search_code', 'minutes_between');
		const { pid } = await start();
		sendSignal(pid, 'SIGSTOP');
		const answer = search('search_code', 'minutes_between', '--storage', storage());
		// The client waits for the answer.
		while (!statesOf(`search\0--workspace\0${project()}`).includes('S')) {
			await setTimeout(20);
		}
		sendSignal(pid, 'SIGKILL');
		assert.deepEqual(await answer, alone);
		await ended(pid);
		assert.notEqual((await start()).pid, pid);
		assert.deepEqual(await search('search_code', 'minutes_between'), alone);
		assert.equal(await nAnswered(), 1);
	});

	it('may hang: its client then answers by itself', async () => {
		const alone = await searchAlone('search_code', 'minutes_between');
		const { pid } = await start();
		sendSignal(pid, 'SIGSTOP');
		try {
			assert.deepEqual(await search('search_code', 'minutes_between'), alone);
		} finally {
			sendSignal(pid, 'SIGKILL');
		}
		await ended(pid);
	});

	it('may end after a part of its answer, and its client then gives all of it', async () => {
		const alone = await searchAlone('search_code', 'minutes_between');
		const { pid } = await start();
		const [socket = ''] = sockets(storage());
		sendSignal(pid, 'SIGKILL');
		await ended(pid);
		rmSync(socket);
		const asked: string[] = [];
		const dying = createServer(connection => {
			connection
				.on('error', () => undefined)
				.once('data', line => {
					asked.push(String(line));
					connection.write(lineOfAnswer({ out: 'the first half' }), () => connection.destroy());
				});
		});
		await once(dying.listen({ path: socket }), 'listening');
		assert.deepEqual(await search('search_code', 'minutes_between'), alone);
		assert.match(asked.join(), /"search_code","minutes_between"/);
		await once(dying.close(), 'close');
	});

	it('refuses clients of another version or with other settings, which then work alone', async () => {
		await start();
		const [socket = ''] = sockets(storage());
		const screen = { columns: undefined, isOutputTerminal: false, isErrorTerminal: false, env: {} };
		const question = { kind: 'search', values: {}, positionals: ['list_files'], screen } as const;
		const key = basename(socket, '.sock').split('-')[1] ?? '';
		const [refused] = await answersTo(socket, lineOf({ key: 'other', question }));
		assert.deepEqual(Object.keys(refused ?? {}), ['refused']);
		assert.ok((await answersTo(socket, lineOf({ key, question }))).some(line => 'exitCode' in line));
		for (const env of [{ HOME: folder.path('home') }, { TZ: 'Asia/Tokyo' }, { LANG: 'de_DE.UTF-8' }]) {
			const { code } = await servedCli(['search', '--workspace', project(), 'list_files'], storage(), { env });
			assert.equal(code, 0);
		}
		assert.equal(await nAnswered(), 1);
		const other = await servedCli(['serve', '--workspace', project()], storage(), { env: { TZ: 'Asia/Tokyo' } });
		assert.deepEqual([other.code, sockets(storage()).length], [1, 1]);
	});

	it('does not answer with the environment of the client that started it', async () => {
		const env = { OPENAI_API_KEY: 'sk-of-the-first', FAULTLINE_SECRET: 'first' };
		const { stdout } = await servedCli(['serve', '--json', '--workspace', project()], storage(), { env });
		const { pid } = (JSON.parse(stdout) as { server: { pid: number } }).server;
		pids.push(pid);
		if (process.platform === 'linux') {
			assert.deepEqual(statesOf('sk-of-the-first'), []);
		}
		const colored = await search('search_code', 'minutes_between');
		assert.doesNotMatch(colored.stdout, new RegExp(String.fromCharCode(27)));
	});

	it('ends when it is idle', async () => {
		const { pid } = await start('--idle-seconds', '1');
		await ended(pid);
		assert.deepEqual(sockets(storage()), []);
		assert.equal((await search('list_files')).code, 0);
	});

	it('ends when its workspace is gone', async () => {
		const { pid } = await start();
		renameSync(project(), folder.path('elsewhere'));
		await ended(pid);
	});

	it('ends when it needs more memory than it may', async () => {
		// It answers before it is looked at.
		await ended((await start('--memory-limit', '1')).pid);
	});

	it('states that it is there, and ends when it is asked to', async () => {
		assert.equal((await servedCli(['serve', '--status', '--workspace', project()], storage())).code, 1);
		const { pid } = await start();
		const shown = await servedCli(['serve', '--status', '--workspace', project()], storage());
		assert.match(shown.stdout, new RegExp(`is running: process ${pid}, \\d+ MB, 0 questions so far`));
		assert.equal((await servedCli(['serve', '--stop', '--workspace', project()], storage())).code, 0);
		await ended(pid);
		assert.deepEqual(sockets(storage()), []);
	});

	it('is not asked by a command that is to work alone', async () => {
		await start();
		assert.deepEqual(await searchAlone('list_files'), await search('list_files'));
		await search('list_files', '--memory-limit', '500');
		assert.equal(await nAnswered(), 1);
	});

	describe('in a folder that another user may have made', () => {
		const asServer = () => servedCli(['serve', '--here', '--workspace', project()], storage());

		it('is neither started nor asked if that is a link', async () => {
			await start();
			renameSync(folder.path('storage/serve'), folder.path('taken'));
			symlinkSync(folder.path('taken'), folder.path('storage/serve'));
			assert.equal((await search('list_files')).code, 0);
			assert.match((await asServer()).stderr, /is not a folder that only you may enter/);
			rmSync(folder.path('storage/serve'));
			renameSync(folder.path('taken'), folder.path('storage/serve'));
			assert.equal(await nAnswered(), 0);
		});

		it('is not asked if others may enter it', async () => {
			await start();
			chmodSync(folder.path('storage/serve'), 0o755);
			assert.equal((await search('list_files')).code, 0);
			chmodSync(folder.path('storage/serve'), 0o700);
			assert.equal(await nAnswered(), 0);
		});

		it('is neither started nor asked if it is another user’s', async function () {
			if (process.getuid?.() !== 0) {
				this.skip();
			}
			await start();
			chownSync(folder.path('storage/serve'), 65_534, 65_534);
			assert.equal((await search('list_files')).code, 0);
			const [socket = ''] = sockets(storage());
			assert.match((await asServer()).stderr, /is not a folder that only you may enter/);
			chownSync(folder.path('storage/serve'), 0, 0);
			chownSync(socket, 65_534, 65_534);
			assert.equal((await search('list_files')).code, 0);
			chownSync(socket, 0, 0);
			assert.equal(await nAnswered(), 0);
		});
	});

	it('refuses nonsense, and goes on', async () => {
		await start();
		const [socket = ''] = sockets(storage());
		assert.deepEqual(await answersTo(socket, 'no JSON\n'), []);
		assert.deepEqual(await answersTo(socket, `"${'x'.repeat(2 * 1024 * 1024)}`).catch(() => []), []);
		for (const line of ['[]\n', '{}\n', '{"key":1,"question":{"kind":"tool"}}\n', '{"question":{"kind":"fix"}}\n']) {
			const answers = await answersTo(socket, line);
			assert.ok(
				answers.every(each => 'refused' in each),
				line,
			);
		}
		const key = basename(socket, '.sock').split('-')[1] ?? '';
		const tool = { kind: 'tool', name: 'suspicious_functions', args: {} } as const;
		assert.deepEqual(Object.keys((await answersTo(socket, lineOf({ key, question: tool })))[0] ?? {}), ['refused']);
		assert.equal((await search('list_files')).code, 0);
	});

	it('needs no more than the usual rights of its user', async () => {
		assert.equal(existsSync(folder.path('storage/serve')), false);
		assert.equal((await faultlineCli(['serve', '--help'])).code, 0);
		assert.equal((await faultlineCli(['serve', '--stop', '--status'])).code, 2);
		assert.equal((await faultlineCli(['serve', 'argument'])).code, 2);
	});
});
