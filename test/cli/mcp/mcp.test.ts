import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Progress } from '@modelcontextprotocol/client';
import { faultlineCli } from '../../support/faultlineCli';
import { folderPicture } from '../../support/folderPicture';
import { commitAll } from '../../support/gitRepository';
import { repoRoot } from '../../support/repoRoot';
import { smoothFix } from '../../support/smoothFix';
import { TestFolder } from '../../support/testFolder';
import { TestModelServer } from '../../support/testModelServer';
import { manyFiles } from './manyFiles';
import { legacy, type McpClient, modern, serverCommand, startMcp, textOf } from './mcpClient';

const sample = join(repoRoot, 'sample', 'python');
const issue = readFileSync(join(sample, 'ISSUE.md'), 'utf8');
const key = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';

const failingTest = 'tests/test_report.py::WeekReportTest::test_adds_an_entry_that_ends_after_midnight';

/** One call of each tool that succeeds on the sample. */
const calls: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>, answer: RegExp])[] = [
	['locate_bug', { issue }, /\ntally\/clock\.py:\d+-\d+ {2}.*minutes_between/],
	['search_definition', { symbol: 'minutes_between' }, /def minutes_between/],
	['search_code', { query: 'minutes_between' }, /minutes_between/],
	['find_references', { name: 'minutes_between' }, /tally\/entries\.py/],
	['outline', { file_name: 'tally/clock.py' }, /def parse_time/],
	['read_lines', { file_name: 'tally/clock.py', start_line: 1, end_line: 5 }, /^<file>tally\/clock\.py/],
	['list_files', {}, /tally/],
	['search_commits', { query: 'first' }, /[0-9a-f]{7}/],
	['symbol_history', { symbol: 'minutes_between' }, /[0-9a-f]{7}/],
	['blame', { file: 'tally/clock.py', start_line: 1 }, /[0-9a-f]{7}/],
	['suspicious_functions', {}, /failing and \d+ passing test/],
	[
		'trace_run',
		{ test: failingTest },
		/^Raised here: tests\/test_report\.py:16 [\s\S]*minutes_between returned -1275: tally\/clock\.py:23/,
	],
	['run_state', {}, /done, with \d+ locations/],
];

/** For programs. */
function dataOf({ _meta }: { readonly _meta?: Readonly<Record<string, unknown>> | undefined }): unknown {
	return _meta?.['faultline/data'];
}

describe('faultline mcp', () => {
	const folder = new TestFolder();
	const started: McpClient[] = [];
	const start = async (
		options: Omit<Parameters<typeof startMcp>[0], 'args'> & { readonly args?: readonly string[] },
	) => {
		const args = [...(options.args ?? ['--workspace', folder.path('project')]), '--storage', folder.path('storage')];
		const client = await startMcp({ ...options, args });
		started.push(client);
		return client;
	};
	beforeEach(() => cpSync(sample, folder.path('project'), { recursive: true }));
	afterEach(async () => {
		for (const { client, errors } of started.splice(0)) {
			await client.close();
			assert.deepEqual(errors, []);
		}
	});

	for (const mode of [legacy, modern] as const) {
		describe(mode === legacy ? 'with the handshake of 2025' : `with protocol ${modern.pin}`, () => {
			it('lists each tool and answers its calls, as text, with data and links', async () => {
				commitAll(folder.path('project'));
				const before = folderPicture(folder.path('project'));
				const { client } = await start({ mode, args: ['--workspace', folder.path('project'), '--execute'] });
				assert.equal(client.getNegotiatedProtocolVersion(), mode === legacy ? '2025-11-25' : modern.pin);
				assert.match(client.getInstructions() ?? '', /^Faultline finds where a bug is/);
				const { tools } = await client.listTools();
				assert.deepEqual(
					tools.map(({ name }) => name),
					calls.map(([name]) => name),
				);
				for (const [name, args, answer] of calls) {
					const result = await client.callTool({ name, arguments: args });
					assert.notEqual(result.isError, true, textOf(result));
					assert.match(textOf(result), answer);
					// Clients give their model that instead of the text.
					assert.equal(result.structuredContent, undefined);
					assert.ok(!JSON.stringify(dataOf(result)).includes(textOf(result)));
				}
				assert.deepEqual(folderPicture(folder.path('project')), before);
			});

			it('lists few tools for an agent with a shell, names no others in answers, and answers calls of all', async () => {
				const { client } = await start({ mode, args: ['--workspace', folder.path('project'), '--few-tools'] });
				const { tools } = await client.listTools();
				assert.deepEqual(
					tools.map(({ name }) => name),
					['locate_bug', 'search_definition', 'search_code', 'find_references'],
				);
				const read = await client.callTool({ name: 'read_lines', arguments: { file_name: 'nowhere.py' } });
				assert.match(textOf(read), /No file of the workspace/);
				assert.doesNotMatch(textOf(read), /list_files/);
			});

			it('links to lines of files, and to runs, which can be read', async () => {
				const { client } = await start({ mode });
				const { content } = await client.callTool({ name: 'locate_bug', arguments: { issue } });
				const uris = content.flatMap(block => (block.type === 'resource_link' ? [block.uri] : []));
				const [run = '', first = ''] = uris;
				assert.match(run, /^faultline:\/\/runs\/\d/);
				assert.match(
					first,
					new RegExp(`^${pathToFileURL(folder.path('project', 'tally', 'clock.py')).href}#L\\d+-L\\d+$`),
				);
				const { resources } = await client.listResources();
				assert.deepEqual(
					resources.map(({ uri }) => uri),
					[run],
				);
				const { contents } = await client.readResource({ uri: run });
				assert.match(JSON.stringify(contents), /minutes_between/);
				await assert.rejects(client.readResource({ uri: 'faultline://runs/..%2f..' }));
				await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }));
			});

			it('reports progress with counts that grow', async () => {
				const { client } = await start({ mode });
				const seen: Progress[] = [];
				await client.callTool({ name: 'locate_bug', arguments: { issue } }, { onprogress: each => seen.push(each) });
				assert.ok(seen.some(({ total = 0, message }) => total > 0 && message?.startsWith('Indexing')));
				assert.ok(seen.some(({ message }) => message?.startsWith('Named ')));
				assert.ok(seen.every(({ progress }, at) => at === 0 || progress > (seen[at - 1]?.progress ?? 0)));
			});

			it('answers wrong calls with what to call', async () => {
				const { client } = await start({ mode });
				const call = async (name: string, args: Readonly<Record<string, unknown>>) => {
					const result = await client.callTool({ name, arguments: args });
					return [result.isError ?? false, textOf(result)] as const;
				};
				assert.match((await call('locate_bug', {}))[1], /^locate_bug: issue is missing\. Call it as locate_bug\(/);
				assert.match((await call('read_lines', { file: 7 }))[1], /Next: Call list_files/);
				assert.match((await call('read_lines', { file: { a: 1 } }))[1], /file_name must be text/);
				assert.match((await call('no_such_tool', {}))[1], /^There is no tool "no_such_tool"/);
				assert.deepEqual((await call('suspicious_functions', {}))[0], true);
			});

			it('asks the user for the issue, where the client can', async () => {
				const asked: string[] = [];
				const { client } = await start({
					mode,
					options: { capabilities: { elicitation: {} } },
					prepare: client =>
						client.setRequestHandler('elicitation/create', ({ params }) => {
							asked.push(params.message);
							return { action: 'accept', content: { issue } };
						}),
				});
				const result = await client.callTool({ name: 'locate_bug', arguments: {} });
				assert.match(textOf(result), /minutes_between/);
				assert.deepEqual(asked, ['What goes wrong, and what should happen instead?']);
			});

			it('sees changes of files between calls, and no hidden ones', async () => {
				folder.write({ 'project/vault.py': 'def combination():\n    return 1\n', 'project/.aiignore': 'vault.py\n' });
				const { client } = await start({ mode });
				const find = async (symbol: string) =>
					textOf(await client.callTool({ name: 'search_definition', arguments: { symbol } }));
				assert.doesNotMatch(await find('combination'), /def combination/);
				assert.doesNotMatch(await find('brand_new'), /def brand_new/);
				folder.write({ 'project/tally/fresh.py': `def brand_new():\n    return "${key}"\n` });
				const text = await find('brand_new');
				assert.match(text, /def brand_new/);
				assert.ok(!text.includes(key));
			});

			it('ends the work of a cancelled call, and answers the next one', async () => {
				folder.write(manyFiles());
				for (const moment of [undefined, 'Indexing', 'Looked up', 'Searched']) {
					const { client, errors } = await start({ mode });
					const abort = new AbortController();
					const stop = ({ message = '' }: Progress) =>
						moment !== undefined && message.startsWith(moment) && abort.abort();
					const call = { name: 'locate_bug', arguments: { issue } };
					const result = client.callTool(call, { signal: abort.signal, onprogress: stop });
					if (moment === undefined) {
						abort.abort();
					}
					await assert.rejects(result);
					let state = '';
					do {
						state = textOf(await client.callTool({ name: 'run_state', arguments: {} }));
					} while (/ running, /.test(state));
					// Progress that was on its way when the client cancelled is of a call that it has forgotten.
					errors.splice(0, errors.length, ...errors.filter(({ message }) => !message.includes('for an unknown token')));
					// A run begins when the code is indexed; the last moment may be too late for a slow client.
					const expected = { 'Looked up': / cancelled, /, Searched: / (?:cancelled|done), / }[moment ?? ''];
					assert.match(state, expected ?? /^No run of this workspace is kept\./, moment);
				}
			});
		});
	}

	it('works within the roots of an older client, and never outside of its folders', async () => {
		folder.write({
			'a/one.py': 'def one():\n    pass\n',
			'b/two.py': 'def two():\n    pass\n',
			'c/three.py': 'def three():\n    pass\n',
		});
		let roots = ['a'];
		const { client } = await start({
			mode: legacy,
			args: ['--workspace', folder.path('a'), '--workspace', folder.path('b')],
			options: { capabilities: { roots: { listChanged: true } } },
			prepare: client =>
				client.setRequestHandler('roots/list', () => ({
					roots: roots.map(name => ({ uri: pathToFileURL(folder.path(name)).href })),
				})),
		});
		const list = async () => textOf(await client.callTool({ name: 'list_files', arguments: { pattern: '*.py' } }));
		const changeTo = async (...names: string[]) => {
			roots = names;
			await client.sendRootsListChanged();
		};
		assert.match(await list(), /one\.py/);
		assert.doesNotMatch(await list(), /two\.py/);
		await changeTo('b', 'c');
		assert.match(await list(), /two\.py/);
		assert.doesNotMatch(await list(), /one\.py|three\.py/);
		await changeTo('c');
		assert.match(await list(), /one\.py[\s\S]*two\.py/);
		assert.doesNotMatch(await list(), /three\.py/);
	});

	describe('with --fix', () => {
		const server = new TestModelServer();
		const startFixing = (...words: readonly string[]) => {
			const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
			const args = ['--workspace', folder.path('project'), '--execute', '--fix', ...model, ...words];
			return start({ mode: modern, args });
		};

		it('answers with patches that were judged by execution, and changes no file', async () => {
			server.now.script(smoothFix);
			const before = folderPicture(folder.path('project'));
			const { client } = await startFixing();
			const { tools } = await client.listTools();
			assert.equal(tools.length, 12);
			const tool = tools.find(({ name }) => name === 'fix_bug');
			assert.equal(tool?.annotations?.readOnlyHint, false);
			const result = await client.callTool({ name: 'fix_bug', arguments: { issue } });
			assert.notEqual(result.isError, true, textOf(result));
			const { run, patches } = dataOf(result) as {
				readonly run: { readonly id: string; readonly state: string };
				readonly patches: readonly { readonly verdict: string }[];
			};
			assert.equal(run.state, 'done');
			assert.deepEqual(
				patches.map(({ verdict }) => verdict),
				['good'],
			);
			assert.match(textOf(result), /^\+ {4}return \(end - start\) % MINUTES_PER_DAY$/m);
			assert.match(textOf(result), /Patch 1 \(good\)\n {3}why: .*reproducer/);
			assert.deepEqual(folderPicture(folder.path('project')), before);
			assert.deepEqual(readdirSync(folder.path('storage', 'checkouts')), []);
			const again = await client.callTool({ name: 'run_state', arguments: { run: run.id } });
			assert.deepEqual((dataOf(again) as { readonly patches: unknown }).patches, patches);
		});

		it('ends a run at its limit, and asks nobody', async () => {
			server.now.script(smoothFix);
			const { client } = await startFixing('--max-requests', '1');
			const result = await client.callTool({ name: 'fix_bug', arguments: { issue } });
			assert.match(
				textOf(result),
				/is done[\s\S]*The limit of 1 request for this run is reached\.[\s\S]*No patch was written\./,
			);
		});

		it('answers what the model does not', async () => {
			server.now.script(() => ({ fault: 'status', status: 401, body: { error: { message: 'no such key' } } }));
			const { client } = await startFixing();
			const result = await client.callTool({ name: 'fix_bug', arguments: { issue } });
			assert.equal(result.isError, true);
			assert.match(textOf(result), /is failed, .* requires an API key \(no such key\)/);
		});
	});

	it('refuses a wrong command line', async () => {
		for (const [words, why] of [
			[['extra'], /mcp takes no arguments, but got "extra"/],
			[['--json'], /mcp has no --json: its standard output belongs to the protocol/],
			[['--test-command', 'true'], /--test-command is about programs that are run: add --execute/],
			[
				['--fix', '--execute'],
				/--fix writes patches with a model, and runs programs[\s\S]*--model openai:NAME and --execute/,
			],
			[['--fix', '--model', 'openai:m'], /--fix writes patches with a model/],
			[['--model', 'openai:m'], /--model is about writing patches: add --fix to offer that/],
			[['--execute', '--no-tests'], /--no-tests is about writing patches: add --fix to offer that/],
			[['--execute', '-w', folder.path('project'), '-w', folder.path('project', 'tally')], /give one --workspace/],
		] as const) {
			const { code, stdout, stderr } = await faultlineCli(['mcp', ...words]);
			assert.deepEqual([code, stdout], [2, '']);
			assert.match(stderr, why);
		}
		const missing = await faultlineCli(['mcp', '--workspace', folder.path('nowhere')]);
		assert.deepEqual([missing.code, missing.stdout], [1, '']);
	});

	it('shows nothing of hidden files of a run of the command line', async () => {
		const caller = 'from tally.clock import parse_time\n\n\ndef vault_of(text):\n    return parse_time(text)\n';
		folder.write({ 'project/tally/vault.py': caller });
		folder.write({ 'project/issue.md': `${issue}\nIt begins in vault_of, with the token ${key}.\n` });
		const place = ['--workspace', folder.path('project'), '--storage', folder.path('storage')];
		const located = await faultlineCli(['locate', ...place, '--issue', folder.path('project', 'issue.md')]);
		assert.match(located.stdout, /tally\/vault\.py/);
		folder.write({ 'project/.aiignore': 'vault.py\n' });
		const { client } = await start({ mode: modern });
		const listed = await client.callTool({ name: 'run_state', arguments: {} });
		const [, id = ''] = /^(\S+) {2}done/.exec(textOf(listed)) ?? [];
		const shown = await client.callTool({ name: 'run_state', arguments: { run: id } });
		const read = await client.readResource({ uri: `faultline://runs/${id}` });
		assert.match(textOf(shown), /tally\/clock\.py/);
		assert.doesNotMatch(JSON.stringify([listed, shown, read]), /vault\.py|ghp_/);
	});

	it('builds the index again where it was removed, as a damaged one is', async () => {
		const { client } = await start({ mode: modern });
		const outline = async () =>
			textOf(await client.callTool({ name: 'outline', arguments: { file_name: 'tally/clock.py' } }));
		const text = await outline();
		const saved = globSync('index/*.index', { cwd: folder.path('storage') }).map(name => folder.path('storage', name));
		assert.equal(saved.length, 1);
		rmSync(saved[0] ?? '');
		assert.equal(await outline(), text);
		assert.ok(existsSync(saved[0] ?? ''));
	});

	it('shows no run of another workspace', async () => {
		const { client } = await start({ mode: modern });
		const located = await client.callTool({ name: 'locate_bug', arguments: { issue } });
		const { run } = dataOf(located) as { readonly run: { readonly id: string } };
		folder.write({ 'other/one.py': 'def one():\n    pass\n' });
		const other = await start({ mode: modern, args: ['--workspace', folder.path('other')] });
		const shown = await other.client.callTool({ name: 'run_state', arguments: { run: run.id } });
		assert.deepEqual(
			[shown.isError, textOf(shown)],
			[true, `There is no run ${run.id} of this workspace; it may have been removed.`],
		);
		const listed = await other.client.callTool({ name: 'run_state', arguments: {} });
		assert.match(textOf(listed), /^No run of this workspace is kept\./);
	});

	describe('ends when its client is killed', () => {
		/** A client that is a process. It prints the id of its server, and then the messages with a text. */
		const spawnClient = (words: readonly string[], name: string, args: object, text: string) => {
			const project = ['--workspace', folder.path('project'), '--storage', folder.path('storage')];
			const server = serverCommand([...project, ...words]);
			const script = `
				const { command, args } = ${JSON.stringify(server)};
				const server = require('node:child_process').spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
				const send = message => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
				const clientInfo = { name: 'test', version: '1' };
				send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
				send({ method: 'notifications/initialized' });
				const call = ${JSON.stringify({ name, arguments: args, _meta: { progressToken: 'x' } })};
				send({ id: 2, method: 'tools/call', params: call });
				console.log(server.pid);
				server.stdout.on('data', data => String(data).includes(${JSON.stringify(text)}) && console.log('reached'));`;
			const client = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
			return { client, lines: on(createInterface({ input: client.stdout }), 'line') };
		};

		it('in the middle of a run', async () => {
			folder.write(manyFiles());
			const { client, lines } = spawnClient([], 'locate_bug', { issue }, 'Looked up');
			const { value: pid } = await lines.next();
			await lines.next();
			client.kill('SIGKILL');
			await ended(Number(pid));
			const { stdout } = await faultlineCli(['runs', 'list', '--storage', folder.path('storage')]);
			assert.match(stdout, /^\S+ {2}(?:cancelled|\d+ locations)/);
		});

		it('with the programs that it runs', async () => {
			const pidFile = folder.path('pid');
			const test = `import os, time, unittest

class SlowTest(unittest.TestCase):
    def test_slow(self):
        with open(${JSON.stringify(`${pidFile}.new`)}, 'w') as file:
            file.write(str(os.getpid()))
        os.rename(${JSON.stringify(`${pidFile}.new`)}, ${JSON.stringify(pidFile)})
        time.sleep(1000)
`;
			folder.write({ 'project/tests/test_slow.py': test });
			const { client, lines } = spawnClient(['--execute', '--no-sandbox'], 'suspicious_functions', {}, '');
			const { value: pid } = await lines.next();
			while (!existsSync(pidFile)) {
				await setTimeout(20);
			}
			client.kill('SIGKILL');
			await ended(Number(pid));
			await ended(Number(readFileSync(pidFile, 'utf8')));
		});
	});

	it('writes messages of the protocol only, and ends with its input', async () => {
		const { command, args } = serverCommand([
			'--verbose',
			'--workspace',
			folder.path('project'),
			'--storage',
			folder.path('storage'),
		]);
		const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
		const lines: string[] = [];
		const answers = createInterface({ input: server.stdout }).on('line', line => lines.push(line));
		const exit = once(server, 'exit');
		const initialize = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
		const messages = [
			{ id: 1, method: 'initialize', params: initialize },
			{ method: 'notifications/initialized' },
			{ id: 2, method: 'tools/call', params: { name: 'search_code', arguments: { query: 'time' } } },
		];
		server.stdin.write(
			`no message\n${messages.map(each => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('')}`,
		);
		while (!lines.some(line => line.includes('"id":2'))) {
			await once(answers, 'line');
		}
		server.stdin.end();
		const [exitCode] = await exit;
		assert.equal(exitCode, 0);
		assert.deepEqual(
			lines.map(line => (JSON.parse(line) as { readonly jsonrpc: string }).jsonrpc),
			lines.map(() => '2.0'),
		);
	});
});

async function ended(pid: number): Promise<void> {
	while (isAlive(pid)) {
		await setTimeout(20);
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
