import assert from 'node:assert/strict';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import type { Runner, StartedCommand } from '../../src/sandbox/pure/execution/runner';
import { isInstalled } from '../support/exampleProject';
import { folderPicture } from '../support/folderPicture';
import { statesOf } from '../support/processStates';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { openTestBench, type TestBench } from '../support/testBench';
import { TestFolder } from '../support/testFolder';

const stopped = new Set(['T', 't', 'V', 'Z', 'X', '']);
const isRunning = (state: string) => !stopped.has(state);

/** Puts a link in the place of the folder `src` and takes it away, again and again: itself, or each time in a new process. */
const swapping = (outside: string, isInNewProcess: boolean) => `
import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    n = 0
    while True:
        n += 1
        kept = f'kept-{os.getpid()}-{n}'
        for step in (lambda: os.rename('src', kept), lambda: os.symlink('${outside}', 'src'),
                     lambda: os.unlink('src'), lambda: os.rename(kept, 'src')):
            try:
                step()
            except OSError:
                pass
        if ${isInNewProcess ? 'True' : 'False'} and os.fork() > 0:
            os._exit(0)
`;

describe('a program that puts a link in the place of a folder', () => {
	const folder = new TestFolder();
	let runner: Runner;

	before(async function () {
		await needBubblewrap(this);
		if (!isInstalled('python3')) {
			console.log('      left out: python3 is not installed');
			this.skip();
		}
		({ runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true }));
	});

	describe('while the checkout of its workbench is used', () => {
		let opened: TestBench;
		/** The states of its processes at the start and the end of each use. */
		let seen: string[][];
		let look: () => string[];

		/** Notes the states around each use, which would also go wrong without them, but not each time. */
		const around = (checkout: Checkout): Checkout => {
			look = () => statesOf(checkout.folder);
			const noted = <A extends readonly unknown[], T>(use: (...args: A) => Promise<T>) => {
				return async (...args: A) => {
					seen.push(look());
					try {
						return await use(...args);
					} finally {
						seen.push(look());
					}
				};
			};
			const { files } = checkout;
			return {
				folder: checkout.folder,
				reach: checkout.reach,
				files: { list: noted(signal => files.list(signal)), readText: noted(path => files.readText(path)) },
				contents: noted(() => checkout.contents()),
				write: noted((path, content) => checkout.write(path, content)),
				find: noted(glob => checkout.find(glob)),
				remove: noted(path => checkout.remove(path)),
				apply: noted(diff => checkout.apply(diff)),
				diff: noted(() => checkout.diff()),
				reset: noted(() => checkout.reset()),
				snapshot: noted(text => checkout.snapshot(text)),
				restore: noted(id => checkout.restore(id)),
				dispose: () => checkout.dispose(),
			};
		};

		beforeEach(async () => {
			seen = [];
			folder.write({ 'project/src/a.txt': 'ours\n', 'project/src/deep/b.txt': 'ours\n' });
			folder.write({ 'mine/a.txt': 'mine\n', 'mine/deep/b.txt': 'mine\n' });
			opened = await openTestBench({
				...{ project: folder.path('project'), storage: folder.path('storage') },
				...{ runner, dependencies: 'linked', around },
			});
		});
		afterEach(() => opened?.bench.dispose());

		for (const isInNewProcess of [false, true]) {
			it(`is stopped meanwhile${isInNewProcess ? ', also where it is a new process each time' : ''}`, async () => {
				const { bench, act } = opened;
				const mine = folderPicture(folder.path('mine'));
				const code = swapping(folder.path('mine'), isInNewProcess);
				assert.match((await act('run_cell', { code, language: 'python' })).text, /^\[ok\]/);
				assert.match((await act('start_server', { command: 'echo on; sleep 100' })).text, /^on\n\[running\]/);
				seen = [];
				const answers: string[] = [];
				for (let round = 1; round <= 3; round++) {
					const id = await bench.snapshot();
					const path = 'src/deep/b.txt';
					answers.push((await act('view', { path })).text);
					answers.push((await act('insert', { path, line: 1, text: `${round}` })).text);
					answers.push((await act('undo')).text);
					for (const created of ['src/new.txt', 'src/deep/new.txt']) {
						await bench.write(created, `round ${round}\n`).catch(error => answers.push(String(error)));
					}
					answers.push(await bench.diff());
					// Files come and go, but not so that it is an error.
					await bench.restore(id);
					while (!look().some(isRunning)) {
						await new Promise(resolve => setTimeout(resolve, 10));
					}
				}
				assert.deepEqual(seen.flat().filter(isRunning), []);
				assert.ok(seen.filter(states => states.length >= 4).length > 10, 'its processes were there meanwhile');
				assert.deepEqual(
					answers.filter(text => /^\W*mine$/m.test(text)),
					[],
				);
				assert.deepEqual(folderPicture(folder.path('mine')), mine);
			});
		}
	});

	it('is ended while it is paused, and continues after a pause', async () => {
		folder.write({ 'copy/src/a.txt': 'a', 'mine/a.txt': 'mine' });
		const stop = new AbortController();
		let begin: (started: StartedCommand) => void = () => undefined;
		const begun = new Promise<StartedCommand>(resolve => {
			begin = resolve;
		});
		const command = [
			'python3',
			'-u',
			'-c',
			`${swapping(folder.path('mine'), true)}\nprint('on')\nimport time; time.sleep(100)`,
		];
		const isOn = new Promise<void>(resolve => {
			const running = runner.run({
				...{ command, cwd: folder.path('copy'), timeoutMs: 100_000, signal: stop.signal },
				...{ onStart: begin, onOutput: () => resolve() },
			});
			running.catch(() => undefined);
		});
		const started = await begun;
		await isOn;
		const states = () => statesOf(folder.path('copy'));
		for (let round = 0; round < 20; round++) {
			await started.pause();
			const paused = states();
			assert.ok(paused.length >= 3);
			assert.deepEqual(paused.filter(isRunning), []);
			await started.resume();
			assert.ok(states().some(isRunning));
		}
		await started.pause();
		stop.abort();
		while (states().length > 0) {
			await new Promise(resolve => setTimeout(resolve, 10));
		}
	});
});
