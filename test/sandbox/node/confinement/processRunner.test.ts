import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import type { Command } from '../../../../src/sandbox/pure/execution/runner';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

const longMs = 60_000;

/** Something a test waits for. */
class Signal {
	give: () => void = () => undefined;
	readonly given = new Promise<void>(resolve => {
		this.give = resolve;
	});
}

/** What only waits for its exit code to be asked for is not alive. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
	} catch {
		return false;
	}
}

describe('ProcessRunner', () => {
	const folder = new TestFolder();
	const runner = new ProcessRunner({ graceMs: 100 });
	const script = (text: string, more: Partial<Command> = {}): Command => ({
		command: [process.execPath, '-e', text],
		cwd: folder.path(),
		timeoutMs: longMs,
		...more,
	});

	it('keeps stdout, stderr and the exit code apart', async () => {
		const ended = await runner.run(script('console.log("out"); console.error("err"); process.exitCode = 3'));
		assert.deepEqual(
			{ ...ended, durationMs: 0 },
			{ stdout: 'out\n', stderr: 'err\n', exitCode: 3, timedOut: false, durationMs: 0 },
		);
	});

	describe('ends no process that it did not start', () => {
		let other: ChildProcess;

		beforeEach(async () => {
			other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { cwd: folder.path() });
			await once(other, 'spawn');
		});

		afterEach(async () => {
			const ended = once(other, 'close');
			other.kill('SIGKILL');
			await ended;
		});

		for (const [where, reach] of [
			['in the folder of a command', undefined],
			['in the scratch copy of a command', () => ({ writable: [folder.path()], readable: [] })],
		] as const) {
			it(where, async () => {
				await runner.run(script('console.log(1)', reach === undefined ? {} : { reach: reach() }));
				assert.ok(isAlive(other.pid ?? 0) && other.signalCode === null, 'it was ended');
			});
		}
	});

	it('names the signal that ended a process', async () => {
		const { exitCode, signal } = await runner.run(script('process.kill(process.pid, "SIGSEGV")'));
		assert.deepEqual([exitCode, signal], [null, 'SIGSEGV']);
	});

	it('runs a line in a shell, in the given folder', async () => {
		const { stdout } = await runner.run({
			command: 'cd . && echo a | cat; pwd',
			cwd: folder.path(),
			timeoutMs: longMs,
		});
		assert.equal(stdout, `a\n${folder.path()}\n`);
	});

	it('hands arguments over as they are', async () => {
		const args = ['a b', '$HOME', '"', "'", '*', ''];
		const command = [process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))', '--', ...args];
		const { stdout } = await runner.run({ command, cwd: folder.path(), timeoutMs: longMs });
		assert.deepEqual(JSON.parse(stdout), args);
	});

	it('reports output as it arrives, with whole multibyte characters', async () => {
		const pieces: string[] = [];
		const text =
			'process.stdout.write(Buffer.from([0xe2, 0x82])); setTimeout(() => process.stdout.write(Buffer.from([0xac])), 50)';
		const { stdout } = await runner.run(script(text, { onOutput: (stream, piece) => pieces.push(stream, piece) }));
		assert.equal(stdout, '€');
		assert.equal(pieces.filter(piece => piece !== 'stdout').join(''), '€');
	});

	it('keeps the beginning and the end of a long output, and states how much is left out', async () => {
		const small = new ProcessRunner({ outputLimit: 20 });
		const { stdout, stderr } = await small.run(
			script('console.log("BEGIN" + "x".repeat(1e6) + "END"); console.error("short")'),
		);
		assert.equal(stdout, `BEGINxxxxx\n[${1e6 + 9 - 20} characters left out]\nxxxxxxEND\n`);
		assert.equal(stderr, 'short\n');
	});

	it('reads no user input, so that a prompt cannot hang it', async () => {
		const { stdout } = await runner.run(script('process.stdin.on("end", () => console.log("no input")).resume()'));
		assert.equal(stdout, 'no input\n');
	});

	it('gives a process the variables on a list and no others, whatever their names', async () => {
		const others = {
			...{ OPENAI_API_KEY: 'a', PGPASSWORD: 'b', MYSQL_PWD: 'c', DB_PASS: 'd', SMTP_PASS: 'e', SENTRY_DSN: 'f' },
			...{ OPENAI_KEYS: 'g', STRIPE_SK: 'h', JWT_SIGNING: 'i', SSH_AUTH_SOCK: '/tmp/agent', GIT_DIR: '/elsewhere' },
			...{ ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '1', HARMLESS: '1' },
		};
		const kept = { PATH: process.env.PATH, HOME: '/home/a', LC_ALL: 'C', TZ: 'UTC', MY_OWN: '2', VIRTUAL_ENV: '/v' };
		const own = new ProcessRunner({ env: { ...others, ...kept }, variables: ['MY_OWN', 'VIRTUAL_ENV'] });
		const { stdout } = await own.run(
			script('console.log(JSON.stringify(process.env))', { env: { EXTRA: 'e', HOME: undefined } }),
		);
		const names = Object.keys(JSON.parse(stdout)).filter(name => name !== 'FAULTLINE_EXECUTION');
		assert.deepEqual(names.sort(), ['EXTRA', 'LC_ALL', 'MY_OWN', 'PATH', 'TZ', 'VIRTUAL_ENV']);
	});

	it('states what to do where a program is missing, or the folder', async () => {
		const missing = { command: ['no-such-program-here'], cwd: folder.path(), timeoutMs: longMs };
		await assert.rejects(
			runner.run(missing),
			error => error instanceof UserError && /no-such-program-here was not found: install it/.test(error.message),
		);
		await assert.rejects(runner.run({ ...script(''), cwd: folder.path('gone') }), /folder .*gone is gone/);
	});

	it('starts nothing for who has cancelled before', async () => {
		const signal = AbortSignal.abort(new Error('cancelled'));
		await assert.rejects(runner.run(script('require("fs").writeFileSync("ran", "")', { signal })), /cancelled/);
		assert.throws(() => readFileSync(folder.path('ran')));
	});

	describe('with a process that ignores SIGTERM, and a child and a grandchild that do as well', () => {
		/** Each writes its number down; `detached` ones leave the process group. */
		const stubborn = (detached: boolean) => `
			const { spawn } = require('node:child_process');
			const { appendFileSync } = require('node:fs');
			process.on('SIGTERM', () => {});
			const depth = Number(process.argv[1] ?? 0);
			if (depth < 2) {
				spawn(process.execPath, ['-e', process.env.SCRIPT, String(depth + 1)], { stdio: 'inherit', detached: ${detached} });
			}
			appendFileSync('pids', process.pid + '\\n');
			console.log('started');
			setInterval(() => {}, 1000);`;
		const command = (detached: boolean, more: Partial<Command>): Command => ({
			...script(stubborn(detached)),
			env: { SCRIPT: stubborn(detached) },
			...more,
		});
		const pids = () => readFileSync(folder.path('pids'), 'utf8').trim().split('\n').map(Number);
		const startedThree = () => {
			const three = new Signal();
			let text = '';
			const onOutput = (_stream: string, piece: string) => {
				text += piece;
				if (text.split('started').length > 3) {
					three.give();
				}
			};
			return { onOutput, started: three.given };
		};

		it('ends them all when it is cancelled, and only then reports it', async () => {
			const controller = new AbortController();
			const { onOutput, started } = startedThree();
			const run = runner.run(command(false, { onOutput, signal: controller.signal }));
			await started;
			assert.equal(pids().filter(isAlive).length, 3);
			controller.abort(new Error('cancelled by the user'));
			await assert.rejects(run, /cancelled by the user/);
			assert.deepEqual(pids().filter(isAlive), []);
		});

		it('ends those that left the process group too', async function () {
			if (process.platform !== 'linux') {
				this.skip();
			}
			const controller = new AbortController();
			const { onOutput, started } = startedThree();
			const run = runner.run(command(true, { onOutput, signal: controller.signal }));
			await started;
			controller.abort(new Error('cancelled by the user'));
			await assert.rejects(run, /cancelled by the user/);
			assert.equal(pids().length, 3);
			assert.deepEqual(pids().filter(isAlive), []);
		});

		it('terminates them all on a timeout, and returns their output', async () => {
			const ended = await runner.run(command(false, { timeoutMs: 3000 }));
			assert.equal(ended.timedOut, true);
			assert.deepEqual([ended.exitCode, ended.signal], [null, 'SIGKILL']);
			assert.match(ended.stdout, /started/);
			assert.ok(pids().length > 0);
			assert.deepEqual(pids().filter(isAlive), []);
		});
	});

	it('lets a process that was asked to end do so in its own way', async () => {
		const text =
			'process.on("SIGTERM", () => { console.log("tidied up"); process.exit(5); }); setInterval(() => {}, 1000); console.log("on")';
		const controller = new AbortController();
		const pieces: string[] = [];
		const on = new Signal();
		const onOutput = (_stream: string, piece: string) => {
			pieces.push(piece);
			on.give();
		};
		const patient = new ProcessRunner({ graceMs: longMs });
		const run = patient.run(script(text, { onOutput, signal: controller.signal }));
		await on.given;
		controller.abort(new Error('cancelled'));
		await assert.rejects(run, /cancelled/);
		assert.equal(pieces.join(''), 'on\ntidied up\n');
	});

	describe('with what it does on Windows', () => {
		const run = async (...command: readonly string[]): Promise<unknown> => {
			folder.write({
				'tools/tool.cmd': '',
				'own.bat': '',
				'cmd.exe': '#!/bin/sh\necho "$@"\ncase "$*" in *no-such*) exit 1; esac',
			});
			chmodSync(folder.path('cmd.exe'), 0o755);
			const entryPoints = [join(repoRoot, 'test', 'support', 'runOnWindows.ts')];
			await build({ entryPoints, bundle: true, platform: 'node', outfile: folder.path('run.js'), logLevel: 'silent' });
			const env = { PATH: folder.path('tools'), PATHEXT: '.EXE;.CMD;.BAT', comspec: folder.path('cmd.exe') };
			const args = [folder.path('run.js'), folder.path(), ...command];
			return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
		};
		before(function () {
			if (process.platform === 'win32') {
				this.skip();
			}
		});

		it('starts batch files through the shell, those of the project as well', async () => {
			assert.deepEqual(await run('tool', 'a'), { exitCode: 0, stdout: '/d /s /c "tool ^"a^""\n' });
			assert.deepEqual(await run('./own'), { exitCode: 0, stdout: '/d /s /c "own"\n' });
		});

		it('reports which program is missing, though only the shell knows', async () => {
			const error = 'no-such-tool was not found: install it, or add its folder to PATH.';
			assert.deepEqual(await run('no-such-tool'), { error });
		});
	});

	it('does not wait for what a process left running, but ends it', async () => {
		const text = `const { spawn } = require('node:child_process');
			const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
			console.log(left.pid); process.exit(0)`;
		const { stdout, exitCode } = await runner.run(script(text));
		assert.equal(exitCode, 0);
		assert.ok(Number(stdout) > 0);
		assert.equal(isAlive(Number(stdout)), false);
	});
});
