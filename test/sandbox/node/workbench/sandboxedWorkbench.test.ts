import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openConfinement } from '../../../../src/sandbox/node/confinement/confinement';
import type { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import { repoRoot } from '../../../support/repoRoot';
import { needBubblewrap } from '../../../support/sandboxes';
import { openTestBench, type TestBench } from '../../../support/testBench';
import { TestFolder } from '../../../support/testFolder';

describe('a workbench in a sandbox', () => {
	const folder = new TestFolder();
	let runner: ProcessRunner;
	let opened: TestBench;

	before(async function () {
		await needBubblewrap(this);
		({ runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true }));
	});
	beforeEach(async () => {
		folder.write({ 'project/notes.txt': 'one\n', 'mine.txt': 'mine\n' });
		opened = await openTestBench({
			...{ project: folder.path('project'), storage: folder.path('storage') },
			...{ runner, dependencies: 'linked' },
		});
	});
	afterEach(() => opened?.bench.dispose());

	it('reads and changes nothing but its checkout, by commands, cells and servers', async () => {
		const { act } = opened;
		for (const path of [folder.path('mine.txt'), folder.path('project/notes.txt')]) {
			// Where the sandbox has such a folder, it is in memory and empty.
			const command = `cat ${path}; mkdir -p ${dirname(path)}; echo changed > ${path}; echo did all`;
			const code = `import os; print(os.path.exists(${JSON.stringify(path)})); os.system(${JSON.stringify(command)})`;
			const calls = [
				['run', { command }, /^\[exit code 0\]$/m],
				['start_server', { command }, /^\[exit code 0\]$/m],
				['run_cell', { code, language: 'python' }, /^False\n[\s\S]*^0\n\[ok\]$/m],
			] as const;
			for (const [tool, args, end] of calls) {
				const { text } = await act(tool, args);
				assert.match(text, /^did all$/m);
				assert.match(text, end);
				assert.doesNotMatch(text, /mine$|^one|True/m);
			}
		}
		assert.equal(readFileSync(folder.path('mine.txt'), 'utf8'), 'mine\n');
		assert.equal(readFileSync(folder.path('project/notes.txt'), 'utf8'), 'one\n');
		const add = 'echo two >> notes.txt; cat notes.txt';
		assert.match((await act('run', { command: add })).text, /^one\ntwo\n\[exit code 0\]/);
	});

	it('reaches its server by commands and cells', async () => {
		const { act } = opened;
		const server =
			'python3 -u -c "import http.server as h; s = h.HTTPServer((\'127.0.0.1\', 0), h.SimpleHTTPRequestHandler); print(s.server_port); s.serve_forever()"';
		await act('run_cell', { code: 'import urllib.request as u', language: 'python' });
		const [, port] = /^(\d+)\n\[running\]/.exec((await act('start_server', { command: server })).text) ?? [];
		const read = `u.urlopen('http://127.0.0.1:${port}/notes.txt').read()`;
		assert.match((await act('run_cell', { code: read, language: 'python' })).text, /^b'one\\n'\n\[ok\]/);
		const command = `python3 -c "import urllib.request as u; print(${read})"`;
		assert.match((await act('run', { command })).text, /^b'one\\n'\n\[exit code 0\]/);
		await act('stop_server');
		assert.match((await act('run', { command })).text, /refused/i);
	});

	it('does not promise that its server is reached where that cannot be', async () => {
		const options = { packageRoot: repoRoot, variables: [], network: false, sandbox: true, enterNamespaces: [] };
		const { runner: other } = await openConfinement(options);
		const { bench, act } = await openTestBench({
			...{ project: folder.path('project'), storage: folder.path('storage') },
			...{ runner: other, dependencies: 'linked' },
		});
		try {
			const started = await act('start_server', { command: 'echo on; sleep 60' });
			assert.match(started.text, /^on\n\[running, and not reachable from other commands on this system\]/);
		} finally {
			await bench.dispose();
		}
	});
});
