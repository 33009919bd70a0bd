import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Execution } from '../../src/runs/pure/model/execution';
import { type ConfinementOptions, openConfinement } from '../../src/sandbox/node/confinement/confinement';
import { ControlGroup } from '../../src/sandbox/node/processes/controlGroup';
import { defaultLimits, mostThreads } from '../../src/sandbox/node/processes/limits';
import { processTable } from '../../src/system/node/processes/processTable';
import { faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap, noSandbox } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';

const megabyte = 1024 ** 2;
const small = { ...defaultLimits, memoryBytes: 300 * megabyte, diskBytes: 100 * megabyte, outputBytes: megabyte };

describe('a hostile program', () => {
	const folder = new TestFolder();
	const home = process.env.HOME;

	before(function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
	});
	beforeEach(() => {
		folder.write({
			'home/.ssh/id_rsa': 'PRIVATE KEY\n',
			'home/project/.env': 'TOKEN=1\n',
			'scratch/copy/a.txt': 'a\n',
		});
		process.env.HOME = folder.path('home');
	});
	afterEach(() => {
		process.env.HOME = home;
	});

	const run = async (command: string, options: Partial<ConfinementOptions> = {}): Promise<Execution> => {
		const defaults = { packageRoot: repoRoot, variables: [], network: false, sandbox: true, limits: small };
		const { runner } = await openConfinement({ ...defaults, ...options });
		const cwd = folder.path('scratch/copy');
		return runner.run({ command, cwd, reach: { writable: [cwd], readable: [] }, timeoutMs: 100_000 });
	};

	describe('in a sandbox', () => {
		before(function () {
			return needBubblewrap(this);
		});

		it('does not see the home folder, other folders, and other processes', async () => {
			const places = [folder.path('home/.ssh/id_rsa'), folder.path('home/project/.env'), repoRoot, '/home', '/root'];
			const { stdout } = await run(
				`cat ~/.ssh/id_rsa; ls ~ ${places.map(path => `'${path}'`).join(' ')}; ls -d /proc/[0-9]* | wc -l`,
			);
			assert.doesNotMatch(stdout, /PRIVATE|TOKEN|package\.json|project/);
			assert.ok(Number(stdout.trim().split('\n').at(-1)) < 8, stdout);
		});

		it('changes nothing outside of its copy', async () => {
			const { stdout } = await run(
				`for place in ~/new '${folder.path('home/project/new')}' '${folder.path('scratch/new')}' /usr/new /etc/new /new /dev/new; do
					echo x > $place && echo wrote $place
				done; echo x > b.txt && echo wrote b.txt`,
			);
			assert.doesNotMatch(stdout, /wrote \/(?:usr|etc|new|dev)/);
			assert.match(stdout, /wrote b\.txt\n$/);
			assert.deepEqual(
				['home/new', 'home/project/new', 'scratch/new'].filter(path => existsSync(folder.path(path))),
				[],
			);
			assert.equal(readFileSync(folder.path('scratch/copy/b.txt'), 'utf8'), 'x\n');
			assert.equal(existsSync('/usr/new') || existsSync('/etc/new'), false);
		});

		describe('with a server on this machine', () => {
			let server: Server;
			beforeEach(done => {
				server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1', done);
			});
			afterEach(() => void server.close());
			const fetching = () => {
				const { port } = server.address() as AddressInfo;
				return `'${process.execPath}' -e 'fetch("http://127.0.0.1:${port}").then(r => r.text()).then(console.log, e => console.log(e.cause.code))'`;
			};

			it('does not reach it, unless the network is allowed', async () => {
				assert.equal((await run(fetching())).stdout, 'ECONNREFUSED\n');
				assert.equal((await run(fetching(), { network: true })).stdout, 'reached\n');
			});
		});

		it('cannot fill the memory with files', async () => {
			for (const place of ['/tmp', '/dev/shm', '$HOME']) {
				const { exitCode, stderr } = await run(`dd if=/dev/zero of=${place}/big bs=8M count=140`);
				assert.equal(exitCode, 1);
				assert.match(stderr, /No space left on device/);
			}
		});

		it('names the signal that ended a program', async () => {
			const options = { packageRoot: repoRoot, variables: [], network: false, sandbox: true };
			const { runner } = await openConfinement(options);
			const command = [process.execPath, '-e', 'process.kill(process.pid, "SIGSEGV")'];
			const ended = await runner.run({ command, cwd: folder.path('scratch/copy'), timeoutMs: 60_000 });
			assert.deepEqual([ended.exitCode, ended.signal], [null, 'SIGSEGV']);
		});
	});

	for (const sandboxed of [true, false]) {
		describe(`${sandboxed ? 'in' : 'without'} a sandbox`, () => {
			before(async function () {
				await (sandboxed && needBubblewrap(this));
			});
			const options = sandboxed ? {} : noSandbox;

			it('is ended at 400 processes, at its limits of memory, disk and output, and the run reports which', async () => {
				const alloc = 'const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 5)';
				const shared =
					'import mmap, time; all = mmap.mmap(-1, 2**29); [all.write(b"x" * 2**20) for _ in range(512)]; time.sleep(90)';
				const commands: [string, RegExp][] = [
					[`python3 -c '${shared}'`, /^more than 300 MB of memory$/],
					['for i in $(seq 400); do sleep 60 & done; wait', /^more than 256 processes$/],
					[`'${process.execPath}' -e '${alloc}'`, /^more than 300 MB of memory$/],
					['while :; do cat /dev/zero | head -c 20000000 >> big; done', /^more than 100 MB of disk space$/],
					['yes', /^more than 1 MB of output$/],
				];
				for (const [command, expected] of commands) {
					const ended = await run(command, options);
					assert.match(ended.exceeded ?? 'not ended', expected, command);
					assert.equal(ended.timedOut, false);
				}
				assert.deepEqual(await processesWith('sleep\x0060'), []);
			});

			it('does not outlive the run where it gives up all that connects it with the run', async function () {
				if (!sandboxed && !hasControlGroups()) {
					return this.skip();
				}
				const line = `env -i setsid sh -c "cd /; exec sleep 302.${process.pid}" </dev/null >/dev/null 2>&1 &`;
				assert.equal((await run(line, options)).exitCode, 0);
				assert.deepEqual(await processesWith(`302.${process.pid}`), []);
			});

			for (const [how, line] of [
				['clears its environment and leaves its session', `env -i setsid sleep 302.${process.pid} & sleep 0.1`],
				['does so at once', `env -i setsid sleep 302.${process.pid} &`],
				[
					'has a parent that ends first',
					`(env -i setsid sh -c "sleep 302.${process.pid} & sleep 302.${process.pid}" &) ; sleep 0.5`,
				],
			] as const) {
				it(`does not outlive the run where it ${how}`, async () => {
					const { exitCode } = await run(line, options);
					assert.equal(exitCode, 0);
					assert.deepEqual(await processesWith(`302.${process.pid}`), []);
				});
			}
		});
	}

	for (const user of ['the user of these tests', 'nobody']) {
		it(`is ended as a fork bomb of ${user}, which the kernel stops until then`, async function () {
			const own = process.getuid?.();
			const uid = user === 'nobody' ? 65_534 : own;
			await needBubblewrap(this);
			if ((uid !== own && own !== 0) || (uid === 0 && !(hasControlGroups() && countsProcesses()))) {
				console.log('      left out: the kernel does not limit processes here');
				return this.skip();
			}
			folder.write({
				'project/package.json': '{"scripts":{"test":"node --test"}}',
				// Again and again: a bomb that the kernel stops may end by itself before it is noticed.
				'project/a.test.cjs':
					"for (;;) require('node:child_process').spawnSync('sh', ['-c', 'b() { b | b & b; }; b']);\n",
			});
			execFileSync('chown', ['-R', String(uid), folder.path()]);
			const most = 2 * mostThreads(defaultLimits);
			const before = nThreads();
			let highest = 0;
			const look = setInterval(() => {
				highest = Math.max(highest, nThreads() - before);
			}, 5);
			const PATH = `${join(process.execPath, '..')}:/usr/bin:/bin`;
			const { stdout, stderr } = await faultlineCli(['tests', '--workspace', folder.path('project'), '--run'], {
				...{ env: { FAULTLINE_STORAGE: folder.path('storage'), PATH, HOME: folder.path('home') } },
				...(uid !== undefined && { uid }),
			});
			clearInterval(look);
			assert.match(stdout + stderr, /more than 256 processes/);
			assert.ok(highest < most, `${highest} threads at once`);
		});
	}

	it('is run without a sandbox where the system has none that works', async () => {
		folder.write({ 'bin/bwrap': '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n' });
		chmodSync(folder.path('bin/bwrap'), 0o755);
		const broken = { bubblewrap: [folder.path('bin/bwrap')] };
		const defaults = { packageRoot: repoRoot, variables: [], network: false, sandbox: true };
		const found = await openConfinement({ ...defaults, ...broken });
		assert.deepEqual([found.sandbox, found.network, found.dependencies], [undefined, true, 'copied']);
		assert.match((await run('cat ~/.ssh/id_rsa', broken)).stdout, /PRIVATE/);
	});
});

/** As root and in sessions of systemd. */
function hasControlGroups(): boolean {
	const group = ControlGroup.make('probe', { pid: process.pid });
	void group?.remove();
	return group !== undefined;
}

/** Whether groups here limit how many processes they have. */
function countsProcesses(): boolean {
	const controllers = globSync('/sys/fs/cgroup/{,unified/}cgroup.controllers').map(file => readFileSync(file, 'utf8'));
	return existsSync('/sys/fs/cgroup/pids') || controllers.some(text => text.split(/\s/).includes('pids'));
}

/** Of all processes of this machine. */
function nThreads(): number {
	return Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1]);
}

/** Processes whose command line contains a text. */
async function processesWith(text: string): Promise<number[]> {
	const pids = (await processTable()).map(({ pid }) => pid);
	return pids.filter(pid => {
		try {
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
		} catch {
			return false;
		}
	});
}
