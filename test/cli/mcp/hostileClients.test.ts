import assert from 'node:assert/strict';
import { cpSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../../support/randomNumbers';
import { repoRoot } from '../../support/repoRoot';
import { TestFolder } from '../../support/testFolder';
import { manyFiles } from './manyFiles';
import { modern, startMcp, textOf } from './mcpClient';
import { RawClient } from './rawClient';

const sample = join(repoRoot, 'sample', 'python');
const issue = readFileSync(join(sample, 'ISSUE.md'), 'utf8');
const key = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';
/** Is in files that no answer may show. */
const canary = 'heliotrope_marzipan';
/** Has characters that turn the direction of a line, and move a terminal's cursor. */
const oddName = 'odd \u202e\u001b[31m name\n.py';

describe('faultline mcp, with a hostile client or workspace', () => {
	const folder = new TestFolder();
	const started: RawClient[] = [];
	const place = () => ['--workspace', folder.path('project'), '--storage', folder.path('storage')];
	const start = async () => {
		const client = new RawClient(place());
		started.push(client);
		await client.begin();
		return client;
	};
	beforeEach(() => cpSync(sample, folder.path('project'), { recursive: true }));
	afterEach(() => Promise.all(started.splice(0).map(client => client.close())));

	it('answers after lines that are no messages, of any length', async () => {
		const client = await start();
		const deep = `${'['.repeat(100_000)}\n`;
		client.write(`no message\n\n{}\n[]\nnull\n{"jsonrpc":"2.0"}\n{"jsonrpc":"1.0","id":1,"method":"ping"}\n${deep}`);
		client.write(`{"jsonrpc":"2.0","id":{},"method":"ping"}\n\u0000\u0001\n${'x'.repeat(9_000_000)}\n`);
		client.send('notifications/cancelled', { requestId: 999 });
		client.send('notifications/unknown');
		const unknown = await client.answerTo(client.send('no/such/method'));
		assert.ok(unknown.error !== undefined);
		const answer = await client.answerTo(client.call('search_definition', { symbol: 'minutes_between' }));
		assert.match(JSON.stringify(answer.result), /def minutes_between/);
	});

	it('ends where the client never reads an answer', async () => {
		const client = await start();
		client.server.stdout?.pause();
		for (let at = 0; at < 300; at++) {
			client.call('read_lines', { file_name: 'tally/clock.py' });
		}
		assert.equal(await client.close(), 0);
	});

	it('serves two clients at once, which share the index', async () => {
		const clients = await Promise.all([start(), start()]);
		const answers = await Promise.all(
			clients.map(client => client.answerTo(client.call('search_definition', { symbol: 'minutes_between' }))),
		);
		assert.ok(answers.every(({ result }) => /def minutes_between/.test(JSON.stringify(result))));
		assert.equal(globSync('index/*.index', { cwd: folder.path('storage') }).length, 1);
	});

	it('shows nothing of hidden files, secrets and what is outside, whatever is asked for', async () => {
		const hidden = `def ${canary}():\n    return parse_time\n`;
		folder.write({
			'outside/secret.py': hidden,
			'project/vault.py': hidden,
			'project/.aiignore': 'vault.py\n',
			'project/tally/keys.py': `def parse_time_key():\n    return "${key}"\n`,
			[`project/${oddName}`]: 'def parse_time_oddly():\n    return 1\n',
		});
		symlinkSync(folder.path('outside'), folder.path('project', 'linked'));
		symlinkSync(folder.path('outside', 'secret.py'), folder.path('project', 'linked.py'));
		symlinkSync(folder.path('project', 'vault.py'), folder.path('project', 'tally', 'alias.py'));
		const texts = [
			...['vault.py', './vault.py', 'tally/../vault.py', 'VAULT.PY', 'linked/secret.py', 'linked.py', 'tally/alias.py'],
			...['../outside/secret.py', folder.path('outside', 'secret.py'), '/etc/passwd', '..%2foutside%2fsecret.py'],
			...['**/*', '../**', 'tally/keys.py', 'parse_time', 'return', '\u202eparse_time\u0000', '(a+)+$', oddName],
			...[`${'x'.repeat(200_000)}`, '\ud800', '{"symbol": "parse_time"}', '', ' '],
		];
		const { client, errors } = await startMcp({ args: place(), mode: modern });
		const answers: string[] = [];
		const { tools } = await client.listTools();
		for (const { name, inputSchema } of tools) {
			const properties = Object.keys(inputSchema.properties ?? {});
			for (const text of texts) {
				// Each argument that can be a text is that one, the others fit.
				for (const argument of properties.filter(each => typeOf(inputSchema.properties?.[each]) === 'string')) {
					const usual = { symbol: 'parse_time', name: 'parse_time', query: 'parse_time', file_name: 'tally/clock.py' };
					const fitting = Object.entries({ ...usual, file: '', start_line: 1 }).filter(([each]) =>
						properties.includes(each),
					);
					const result = await client.callTool({
						name,
						arguments: { ...Object.fromEntries(fitting), [argument]: text },
					});
					answers.push(JSON.stringify(result));
					assert.doesNotMatch(textOf(result), /Internal error/, `${name} ${argument} ${text.slice(0, 100)}`);
				}
			}
		}
		const shown = answers.filter(each => each.includes(canary) || each.includes(key) || /root:.*:0:0/.test(each));
		assert.deepEqual(shown, []);
		assert.ok(answers.length > 400 && answers.some(each => each.includes('[removed: GitHub token]')));
		await client.close();
		assert.deepEqual(errors, []);
	});

	it('is quiet once a call is cancelled, at any of 20 moments', async () => {
		folder.write(manyFiles());
		const random = randomNumbers(20_261_126);
		const client = await start();
		let nCancelled = 0;
		for (let at = 0; at < 20; at++) {
			const id = client.call('locate_bug', { issue });
			// The moment: after so much progress was reported. Zero: at once.
			const nReported = random(7);
			await client.until(each => each.id === id || client.about(id).length >= nReported);
			client.send('notifications/cancelled', { requestId: id });
			// What the server answers after this one, it does knowing of the cancellation.
			await client.answerTo(client.send('ping'));
			const nBefore = client.about(id).length;
			nCancelled += client.messages.some(each => each.id === id) ? 0 : 1;
			for (let state = ' running, '; state.includes(' running, '); ) {
				state = JSON.stringify((await client.answerTo(client.call('run_state', {}))).result);
			}
			assert.equal(client.about(id).length, nBefore, `after ${nReported} messages`);
		}
		assert.ok(nCancelled >= 15, `${nCancelled} of 20 were cancelled before they ended`);
	});
});

function typeOf(schema: unknown): unknown {
	return (schema as { readonly type?: unknown } | undefined)?.type;
}
