import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { openConfinement } from '../../../../src/sandbox/node/confinement/confinement';
import type { Command, Runner, StartedCommand } from '../../../../src/sandbox/pure/execution/runner';
import { repoRoot } from '../../../support/repoRoot';
import { needBubblewrap } from '../../../support/sandboxes';
import { TestFolder } from '../../../support/testFolder';

const server = `
const server = require('node:http').createServer((_, answer) => answer.end('served'));
server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));`;
const client = (port: string) => `fetch('http://127.0.0.1:${port}').then(a => a.text()).then(console.log)`;

/** Whether a process holds a loopback network for this one. */
function isOwnHolder(pid: string): boolean {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [, parent] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
		return (
			Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('echo ready; read input')
		);
	} catch {
		return false;
	}
}

describe('the loopback network of sandboxed commands', () => {
	const folder = new TestFolder();
	let runner: Runner;
	let running: { readonly stop: AbortController; readonly ended: Promise<unknown> }[];

	before(async function () {
		await needBubblewrap(this);
		({ runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true }));
	});
	beforeEach(() => {
		running = [];
	});
	afterEach(async () => {
		for (const { stop, ended } of running) {
			stop.abort();
			await ended;
		}
	});

	const command = (text: string, more: Partial<Command> = {}): Command => ({
		...{ command: [process.execPath, '-e', text], cwd: folder.path(), timeoutMs: 60_000, isBeside: true },
		...{ reach: { writable: [folder.path()], readable: [] }, ...more },
	});
	const start = (text: string, loopback: string) =>
		new Promise<string>((resolve, reject) => {
			const stop = new AbortController();
			const onOutput: Command['onOutput'] = (_, output) => resolve(output.trim().split(' ')[1] ?? '');
			const ended = runner.run(command(text, { loopback, onOutput, signal: stop.signal })).then(reject, reject);
			running.push({ stop, ended });
		});

	it('is shared by those with the same name, and by no others', async () => {
		const port = await start(server, 'a');
		const read = async (more: Partial<Command>) => (await runner.run(command(client(port), more))).stdout.trim();
		assert.equal(await read({ loopback: 'a' }), 'served');
		assert.equal(await read({ loopback: 'b' }), '');
		assert.equal(await read({}), '');
		assert.equal(await read({ loopback: 'a' }), 'served');
	});

	it('reaches no other machine, and leaves all else as confined as it is', async () => {
		await start(server, 'a');
		const text = `
const fs = require('node:fs');
console.log(Object.keys(require('node:os').networkInterfaces()).join(), fs.readdirSync('/proc').filter(n => n > 0).length < 8);
try { fs.writeFileSync('/etc/faultline-test', ''); } catch (error) { console.log(error.code); }`;
		const { stdout } = await runner.run(command(text, { loopback: 'a' }));
		assert.equal(stdout, 'lo true\nEROFS\n');
	});

	it('is made again when what held it has ended', async () => {
		await start(server, 'a');
		for (const pid of readdirSync('/proc').filter(isOwnHolder)) {
			process.kill(Number(pid), 'SIGKILL');
		}
		const read = async (text: string) => (await runner.run(command(text, { loopback: 'a' }))).stdout;
		while ((await read('console.log(1)')) !== '1\n') {
			// That it has ended is not known yet.
		}
		const port = await start(server, 'a');
		assert.equal(await read(client(port)), 'served\n');
	});

	it('is not shared where it cannot be entered, which is told, and all else works', async () => {
		folder.write({ nsenter: '#!/bin/sh\nexit 1\n' });
		chmodSync(folder.path('nsenter'), 0o755);
		for (const enterNamespaces of [[folder.path('nsenter')], [folder.path('none')]]) {
			const options = { packageRoot: repoRoot, variables: [], network: false, sandbox: true, enterNamespaces };
			const { runner: other } = await openConfinement(options);
			const started: StartedCommand[] = [];
			const onStart = (each: StartedCommand) => started.push(each);
			for (const text of ['console.log(1)', 'console.log(2)']) {
				const { stdout } = await other.run(command(text, { loopback: 'a', onStart }));
				assert.equal(stdout, text.replace(/\D/g, '').concat('\n'));
			}
			assert.deepEqual(
				started.map(({ isAlone }) => isAlone),
				[true, true],
			);
		}
	});

	it('is there for a command that gets its input while it runs', async () => {
		const inputs: StartedCommand[] = [];
		const text = `process.stdin.on('data', text => { console.log('got ' + text); process.exit(3); })`;
		const ended = await runner.run(
			command(text, {
				loopback: 'a',
				onStart: input => {
					inputs.push(input);
					input.write('a line');
				},
			}),
		);
		assert.deepEqual([ended.stdout, ended.exitCode], ['got a line\n', 3]);
		inputs[0]?.write('too late');
		assert.equal((await runner.run(command('console.log(1)', { loopback: 'a' }))).stdout, '1\n');
	});
});
