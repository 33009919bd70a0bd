import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import { sendSignal } from '../../src/system/node/processes/sendSignal';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { answersTo, ended, lineOf, sockets, startServed } from '../support/servers';
import { TestFolder } from '../support/testFolder';

describe('the background server of a workspace', () => {
	const folder = new TestFolder();
	const home = process.env.HOME;

	before(function () {
		return needBubblewrap(this);
	});
	afterEach(() => {
		process.env.HOME = home;
	});

	it('is out of reach for a program in the sandbox, which cannot connect, nor start one that counts', async () => {
		folder.write({ 'home/project/a.py': 'a = 1\n', 'home/storage/checkouts/copy/a.py': 'a = 1\n' });
		process.env.HOME = folder.path('home');
		const storage = folder.path('home/storage');
		const { pid } = await startServed(folder.path('home/project'), storage);
		const [socket = ''] = sockets(storage);
		const key = basename(socket, '.sock').split('-')[1] ?? '';
		const line = lineOf({ key, question: { kind: 'status' } });
		assert.equal((await answersTo(socket, line)).length, 1);
		const connect = `require('node:net').connect(${JSON.stringify(socket)}).on('connect', () => console.log('reached')).on('error', e => console.log(e.code))`;
		const cwd = folder.path('home/storage/checkouts/copy');
		const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
		const reach = { writable: [cwd], readable: [] };
		const command = [process.execPath, '-e', connect];
		assert.equal((await runner.run({ command, cwd, reach, timeoutMs: 100_000 })).stdout, 'ENOENT\n');
		const list = `ls -d '${storage}/serve'; mkdir -p '${storage}/serve' && touch '${storage}/serve/new'; true`;
		await runner.run({ command: list, cwd, reach, timeoutMs: 100_000 });
		assert.deepEqual(sockets(storage), [socket]);
		assert.equal((await answersTo(socket, line)).length, 1);
		sendSignal(pid, 'SIGKILL');
		await ended(pid);
	});
});
