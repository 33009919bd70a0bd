import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { FileUnreadableError } from '../../src/system/pure/files';
import { type CliResult, faultlineCli } from '../support/faultlineCli';
import { TestFolder } from '../support/testFolder';

const issue = 'load fails with KeyError';
/** Nothing listens there: a run that comes so far ends at once. */
const model = ['--model', 'openai:x', '--base-url', 'http://127.0.0.1:9/v1', '--form', 'tools'];

describe('a file that is none', () => {
	const folder = new TestFolder();

	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});

	const pipe = (name: string) => execFileSync('mkfifo', [folder.path(name)]);
	const locate = (...options: readonly string[]): Promise<CliResult> =>
		faultlineCli(['locate', '--workspace', folder.path(), '--issue', '-', '--storage', folder.path('s'), ...options], {
			stdin: issue,
			env: { OPENAI_API_KEY: 'none' },
		});

	for (const name of ['.cursorignore', '.aiignore', '.copilotignore', '.aiexclude', 'src/.aiignore']) {
		it(`keeps everything from the model where ${name} is a pipe`, async () => {
			folder.write({ 'src/a.py': 'def load(): pass\n' });
			pipe(name);
			const { code, stderr } = await locate(...model);
			assert.equal(code, 1);
			assert.match(stderr, /ignore|aiexclude/);
			assert.match(stderr, /not a file but a pipe, socket or device.* nothing is shown to a model/s);
		});
	}

	it('is left out of the index and of the ignore rules', async () => {
		folder.write({ 'a.py': 'def load(): pass\n', 'src/': '' });
		for (const name of ['.gitignore', 'src/.gitignore', 'b.py', '.cursorignore']) {
			pipe(name);
		}
		const { code, stdout } = await locate();
		assert.equal(code, 0);
		assert.match(stdout, /a\.py/);
		assert.doesNotMatch(stdout, /b\.py/);
	});

	it('is called that when it is read by name: a pipe, a socket, a device', async () => {
		pipe('a.py');
		const server = createServer().listen(folder.path('b.py'));
		await once(server, 'listening');
		const files = new DiskFiles([{ name: 'ws', dir: folder.path() }]);
		try {
			for (const name of ['a.py', 'b.py']) {
				const isSpecial = (error: unknown) => error instanceof FileUnreadableError && error.reason === 'special';
				await assert.rejects(files.readText(name), isSpecial, name);
			}
		} finally {
			server.close();
		}
		const devices = new DiskFiles([{ name: 'ws', dir: '/dev' }]);
		await assert.rejects(devices.readText('zero'), /not a file but a pipe, socket or device/);
	});

	it('ends at Ctrl-C while nothing writes the issue to its pipe', async () => {
		pipe('issue');
		const { code, stderr } = await faultlineCli(
			['locate', '--workspace', folder.path(), '--issue', folder.path('issue')],
			{
				onStart: child => void whenRead(folder.path('issue')).then(() => child.kill('SIGINT')),
			},
		);
		assert.notEqual(code, 0);
		assert.match(stderr, /Cancel/);
	});
});

/** Returns once a process reads the pipe; nothing is written to it. */
async function whenRead(pipe: string): Promise<void> {
	for (;;) {
		try {
			openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
			return;
		} catch {
			// No reader yet.
			await setImmediate();
		}
	}
}
