import assert from 'node:assert/strict';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { isInstalled } from '../../../support/exampleProject';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll } from '../../../support/gitRepository';
import { openTestBench, type TestBench, type TestBenchOptions } from '../../../support/testBench';
import { TestFolder } from '../../../support/testFolder';

const place = (file: string, folder = './') => `\n(Open file: ${file}. Folder: ${folder}.)`;

describe('a workbench', () => {
	const folder = new TestFolder();
	let made: TestBench[];

	before(function () {
		if (!isInstalled('python3')) {
			console.log('      left out: python3 is not installed');
			this.skip();
		}
	});
	beforeEach(() => {
		made = [];
		folder.write({
			'project/shop/cart.py': 'class Cart:\n    def total(self):\n        return sum(self.items)\n',
			'project/shop/long.py': Array.from({ length: 250 }, (_, at) => `line_${at + 1} = ${at + 1}\n`).join(''),
			'project/.gitignore': 'out/\n',
			'project/notes.txt': 'one\r\ntwo\r\n',
		});
		commitAll(folder.path('project'));
	});
	afterEach(() => Promise.all(made.map(({ bench }) => bench.dispose())));

	const open = async (more: Partial<TestBenchOptions> = {}) => {
		const opened = await openTestBench({
			project: folder.path('project'),
			storage: folder.path('storage'),
			...more,
		});
		made.push(opened);
		return opened;
	};

	describe('view', () => {
		it('opens a file, and shows the next and the previous 100 lines of it, two of them again', async () => {
			const { act } = await open();
			const first = await act('view', { path: 'shop/long.py' });
			assert.match(first.text, /^shop\/long\.py, lines 1 to 100 of 250:\n<code>\n1 line_1 = 1\n/);
			assert.ok(first.text.endsWith(`100 line_100 = 100\n</code>${place('shop/long.py from line 1')}`));
			assert.match((await act('view')).text, /lines 99 to 198 of 250:/);
			assert.match((await act('view')).text, /lines 197 to 250 of 250:/);
			assert.match((await act('view', { line: -1 })).text, /lines 99 to 198 of 250:/);
			assert.match((await act('view', { path: 'long.py', line: 120 })).text, /lines 120 to 219 of 250:/);
			assert.match((await act('view', { path: 'long.py', line: 9999 })).text, /lines 151 to 250 of 250:/);
		});

		it('leaves out no line where less than 100 are shown', async () => {
			const wide = Array.from({ length: 150 }, (_, at) => `wide_${at + 1} = '${'x'.repeat(380)}'\n`).join('');
			folder.write({ 'project/shop/wide.py': wide });
			const { act } = await open();
			const answer = await act('view', { path: 'shop/wide.py' });
			const last = Number(/lines 1 to (\d+) of 150:/.exec(answer.text)?.[1]);
			assert.ok(last > 10 && last < 100);
			assert.deepEqual(answer.places, [{ file: 'shop/wide.py', startLine: 1, endLine: last }]);
			assert.match((await act('view')).text, new RegExp(`lines ${last - 1} to `));
			const changed = await act('edit', { path: 'shop/long.py', original: 'line_100 = 100', patched: 'line_100 = 0' });
			assert.match(changed.text, /lines 95 to 105 of 250:/);
			assert.match((await act('view')).text, /lines 104 to 203 of 250:/);
			await act('create', { path: 'shop/new.py', text: 'new = 1\n' });
			assert.match((await act('view')).text, /^shop\/new\.py, lines 1 to 1 of 1:/);
		});

		it('says what is wrong with a path', async () => {
			const { act } = await open();
			assert.equal((await act('view')).text, `No file is open: give the path of one.${place('none')}`);
			assert.match((await act('view', { path: 'shop' })).text, /^shop is a folder\./);
			assert.equal((await act('view', { path: '../../../etc/passwd' })).ok, false);
			assert.equal((await act('view', { path: 'no/such.py' })).ok, false);
		});
	});

	describe('edit', () => {
		it('replaces lines as the engine for patches does, and shows them', async () => {
			const { bench, act } = await open();
			await act('view', { path: 'shop/cart.py' });
			const edited = await act('edit', { original: 'return sum(self.items)', patched: 'return sum(self.items, 0)' });
			assert.match(edited.text, /^Changed\.\nshop\/cart\.py, lines 1 to 3 of 3:/);
			assert.match(edited.text, /3 {9}return sum\(self\.items, 0\)\n/);
			assert.match(await bench.diff(), /^\+ {8}return sum\(self\.items, 0\)$/m);
			assert.equal((await act('neighbors', { symbol: 'Cart.total' })).ok, true);
		});

		it('replaces a part of a line that occurs once', async () => {
			const { bench, act } = await open();
			await act('edit', { path: 'shop/cart.py', original: 'sum(self.items)', patched: 'sum(self.items, 0)' });
			assert.match(await bench.diff(), /^\+ {8}return sum\(self\.items, 0\)$/m);
			await act('edit', { path: 'notes.txt', original: 'tw', patched: 'ow' });
			assert.equal(await bench.workspace.files.readText('notes.txt'), 'one\r\nowo\r\n');
			const twice = await act('edit', { path: 'shop/long.py', original: '_1 ', patched: '_2 ' });
			assert.deepEqual(
				[twice.ok, (await act('edit', { path: 'notes.txt', original: 'o', patched: 'p' })).ok],
				[true, false],
			);
		});

		it('is refused with both windows where it adds a syntax error', async () => {
			const { bench, act } = await open();
			const refused = await act('edit', {
				path: 'shop/cart.py',
				original: '        return sum(self.items)',
				patched: '        return sum(self.items',
			});
			assert.equal(refused.ok, false);
			assert.match(
				refused.text,
				/can no longer be parsed[\s\S]*return sum\(self\.items\n[\s\S]*As it is:[\s\S]*3 {9}return sum\(self\.items\)\n/,
			);
			assert.equal(await bench.diff(), '');
		});

		it('proposes the most similar lines where there are none, and does not guess', async () => {
			const { bench, act } = await open();
			const refused = await act('edit', {
				path: 'shop/cart.py',
				original: '    def total(self, tax):\n        return sum(self.prices) * tax',
				patched: '    pass',
			});
			assert.match(
				refused.text,
				/was not found in `shop\/cart\.py`\. The most similar code there:[\s\S]*return sum\(self\.items\)/,
			);
			assert.equal(await bench.diff(), '');
			const several = await act('edit', { path: 'shop/long.py', original: ' = ', patched: ' == ' });
			assert.equal(several.ok, false);
		});

		it('keeps the line ends of a file', async () => {
			const { bench, act } = await open();
			await act('edit', { path: 'notes.txt', original: 'two', patched: 'three\nfour' });
			assert.equal(await bench.workspace.files.readText('notes.txt'), 'one\r\nthree\r\nfour\r\n');
		});

		it('changes what git ignores, a reproducer among it', async () => {
			const { bench, act } = await open();
			await act('create', { path: 'out/try.py', text: 'first = 1\nsecond = 2\n' });
			const edited = await act('edit', { path: 'out/try.py', original: 'second = 2', patched: 'second = 3' });
			assert.match(edited.text, /^Changed\.\nout\/try\.py, lines 1 to 2 of 2:/);
			assert.equal(await bench.workspace.files.readText('out/try.py'), 'first = 1\nsecond = 3\n');
			assert.deepEqual(bench.reproducers, ['out/try.py']);
			const refused = await act('edit', { path: 'out/try.py', original: '', patched: 'third = 3' });
			assert.equal(refused.ok, false);
			assert.doesNotMatch(refused.text, /leave <original> empty/);
		});

		it('deletes lines without new ones, and makes one empty with an empty one', async () => {
			const { bench, act } = await open();
			await act('edit', { path: 'notes.txt', original: 'one', patched: '\n' });
			assert.equal(await bench.workspace.files.readText('notes.txt'), '\r\ntwo\r\n');
			await act('edit', { path: 'notes.txt', original: 'two', patched: '' });
			assert.equal(await bench.workspace.files.readText('notes.txt'), '\r\n');
		});
	});

	it('insert adds lines after a line, unless that adds a syntax error', async () => {
		const { bench, act } = await open();
		const inserted = await act('insert', { path: 'cart.py', line: 1, text: '    items = ()\n' });
		assert.match(inserted.text, /^Changed\.\nshop\/cart\.py, lines 1 to 4 of 4:[\s\S]*2 {5}items = \(\)\n3 /);
		const refused = await act('insert', { line: 2, text: '    def (' });
		assert.match(refused.text, /can no longer be parsed[\s\S]*def \([\s\S]*As it is:[\s\S]*2 {5}items = \(\)/);
		assert.match((await act('insert', { line: 4, text: '\n\n' })).text, /lines 1 to 6 of 6:/);
		await act('undo');
		assert.match((await act('insert', { line: 99, text: 'x' })).text, /line must be from 0 to 4\./);
		assert.match((await bench.diff()).trimEnd(), /^\+ {4}items = \(\)$/m);
	});

	it('creates and appends to a reproducer, which is no part of the patch, and files that are', async () => {
		const { bench, act } = await open();
		assert.match((await act('append', { text: 'x = 1' })).text, /^There is no reproducer/);
		const created = await act('create', { path: 'reproduce.py', text: 'import shop.cart' });
		assert.match(created.text, /^Created reproduce\.py \(1 line\), a reproducer, which is no part of the patch\.\n/);
		assert.equal((await act('append', { text: 'print(shop.cart.Cart)' })).ok, true);
		assert.match(
			(await act('run', { command: 'python3 reproduce.py' })).text,
			/^<class 'shop\.cart\.Cart'>\n\[exit code 0\]/,
		);
		assert.match((await act('append', { text: 'x', path: 'notes.txt' })).text, /^notes\.txt is not a reproducer/);
		assert.match((await act('create', { path: 'reproduce.py' })).text, /^reproduce\.py already exists/);
		assert.match((await act('create', { path: 'x.py', purpose: 'fun' })).text, /^purpose must be/);
		assert.equal(await bench.diff(), '');
		await act('create', { path: 'shop/tax.py', text: 'rate = 1\n', purpose: 'source' });
		assert.match(await bench.diff(), /^diff --git a\/shop\/tax\.py[\s\S]*^\+rate = 1$/m);
		for (const path of ['../x', '/etc/x', '.git/hooks/pre-commit', '']) {
			assert.equal((await act('create', { path, text: 'x' })).ok, false, path);
		}
	});

	it('leaves out of the patch only what is a reproducer now, and no change of the project', async () => {
		const { bench, act } = await open();
		await act('create', { path: 'fix.py', text: 'rate = 1\n' });
		await act('run', { command: 'rm fix.py' });
		await act('create', { path: 'fix.py', text: 'rate = 2\n', purpose: 'source' });
		assert.deepEqual(bench.reproducers, []);
		assert.match(await bench.diff(), /^\+rate = 2$/m);
		await act('run', { command: 'rm notes.txt' });
		const refused = await act('create', { path: 'notes.txt', text: 'new\n' });
		assert.match(refused.text, /^notes\.txt is a file of the project/);
		assert.equal((await act('create', { path: 'notes.txt', text: 'new\n', purpose: 'source' })).ok, true);
		assert.match(await bench.diff(), /^\+new$/m);
	});

	it('takes the last five changes back, also the creation of a file', async () => {
		const { bench, act } = await open();
		await act('create', { path: 'a.txt', text: '0\n' });
		for (const at of [1, 2, 3, 4]) {
			await act('insert', { path: 'a.txt', line: 0, text: String(at) });
		}
		await act('edit', { path: 'notes.txt', original: 'one', patched: 'ONE' });
		assert.equal(
			(await act('undo')).text,
			`Undid the last change to notes.txt. Nothing else is changed.${place('notes.txt from line 1')}`,
		);
		assert.equal(await bench.workspace.files.readText('notes.txt'), 'one\r\ntwo\r\n');
		for (let at = 0; at < 4; at++) {
			assert.equal((await act('undo')).ok, true);
		}
		assert.equal(await bench.workspace.files.readText('a.txt'), '0\n');
		assert.match((await act('undo')).text, /^There is nothing to undo\./);
		await act('create', { path: 'b.txt', text: 'b' });
		await act('undo');
		await assert.rejects(bench.workspace.files.readText('b.txt'), /no such file/);
		assert.deepEqual(bench.reproducers, ['a.txt']);
	});

	it('searches the code as it is now', async () => {
		const { bench, act } = await open();
		await act('create', { path: 'shop/new.py', text: 'def made_now():\n    return 1\n', purpose: 'source' });
		assert.deepEqual(
			bench.workspace.index.named('made_now').map(({ file }) => file),
			['shop/new.py'],
		);
		await act('run', { command: 'mv shop/new.py shop/moved.py' });
		assert.deepEqual(
			bench.workspace.index.named('made_now').map(({ file }) => file),
			['shop/moved.py'],
		);
		await act('run', { command: 'rm shop/moved.py' });
		assert.deepEqual(bench.workspace.index.named('made_now'), []);
	});

	describe('run', () => {
		it('answers with output, end and folder', async () => {
			const { act } = await open();
			assert.equal((await act('run', { command: 'cd shop' })).text, `[exit code 0]${place('none', './shop')}`);
			const ran = await act('run', { command: 'ls; echo wrong >&2; exit 3' });
			assert.equal(ran.text, `cart.py\nlong.py\nwrong\n[exit code 3]${place('none', './shop')}`);
			assert.equal((await act('run', { command: 'cd ..' })).text, `[exit code 0]${place('none')}`);
			assert.match((await act('run', { command: 'cd ..' })).text, /is not a folder of the workspace/);
			assert.equal((await act('run', { command: 'cd no-such' })).ok, false);
			assert.match((await act('run', { command: 'pwd' })).text, /^\.\n/);
		});

		it('finds the programs of the project’s own environment first', async () => {
			folder.write({
				'project/.gitignore': '.venv/\n',
				'project/.venv/pyvenv.cfg': '',
				'project/.venv/bin/python3': '#!/bin/sh\necho "own $@"\n',
			});
			chmodSync(folder.path('project/.venv/bin/python3'), 0o755);
			const { act } = await open({ interpreters: new Map([['python3', './.venv/bin/python3']]) });
			assert.match((await act('run', { command: 'cd shop; python3 cart.py' })).text, /^own cart\.py\n/);
		});

		it('finds the modules of the copy wherever it begins', async () => {
			const { act } = await open();
			await act('run', { command: 'cd shop' });
			const command = `python3 -c 'import shop.cart; print(shop.cart.__file__)'`;
			assert.match((await act('run', { command })).text, /^shop\/cart\.py\n\[exit code 0\]/);
		});

		it('ends a command that takes too long', async () => {
			const { act } = await open({ timeoutMs: 2500 });
			assert.match(
				(await act('run', { command: 'echo begun; sleep 60' })).text,
				/^begun\n(?:Terminated\n)?\[timed out after 2\.5 s\]/,
			);
		});

		it('does not run what needs a terminal, changes versions or stays', async () => {
			const { act } = await open();
			assert.match(
				(await act('run', { command: 'vim notes.txt' })).text,
				/^Nothing in this line was run because of `vim`\. .*edit, insert/,
			);
			assert.match(
				(await act('start_server', { command: 'sleep 9 &' })).text,
				/^Nothing in this line was run because of `sleep`\./,
			);
		});
	});

	describe('its interpreters', () => {
		it('keep what the cells before defined', async () => {
			const { act } = await open();
			assert.match((await act('run_cell', { code: 'a = 20' })).text, /^\[ok\]/);
			assert.match((await act('run_cell', { code: 'a + 1' })).text, /^21\n\[ok\]/);
			assert.match((await act('run_cell', { code: 'const a = 1; a', language: 'JavaScript' })).text, /^1\n\[ok\]/);
			assert.match(
				(await act('run_cell', { code: 'missing', language: 'JavaScript' })).text,
				/ReferenceError: missing is not defined[\s\S]*\n\[failed\]/,
			);
			assert.match((await act('run_cell', { code: 'b' })).text, /NameError: name 'b' is not defined\n\[failed\]/);
			assert.match((await act('run_cell', { code: 'a' })).text, /^20\n\[ok\]/);
			assert.match(
				(await act('run_cell', { code: 'a', language: 'cobol' })).text,
				/^No interpreter for "cobol"\. Available: /,
			);
		});

		it('are started anew after a cell that takes too long, or ends them', async () => {
			const { bench, act } = await open({ timeoutMs: 4000 });
			await act('run_cell', { code: 'a = 1' });
			assert.match((await act('run_cell', { code: 'import time; time.sleep(60)' })).text, /^\[timed out after 4 s\]/);
			assert.match((await act('run_cell', { code: 'a' })).text, /NameError/);
			assert.match((await act('run_cell', { code: 'import os; print(1); os._exit(3)' })).text, /^1\n\[exit code 3\]/);
			assert.deepEqual((await bench.restore(await bench.snapshot())).drift, []);
		});
	});

	describe('its server', () => {
		const server =
			'python3 -u -c "import http.server as h; s = h.HTTPServer((\'127.0.0.1\', 0), h.SimpleHTTPRequestHandler); print(s.server_port); s.serve_forever()"';

		it('runs until it is stopped, and is reached by commands', async () => {
			const { act } = await open();
			assert.match((await act('server_logs')).text, /^No server is running/);
			const started = await act('start_server', { command: server });
			const [, port] = /^(\d+)\n\[running\]/.exec(started.text) ?? [];
			const read = `python3 -c "import urllib.request as u; print(u.urlopen('http://127.0.0.1:${port}/notes.txt').read())"`;
			assert.match((await act('run', { command: read })).text, /^b'one\\r\\ntwo\\r\\n'\n\[exit code 0\]/);
			assert.match((await act('server_logs')).text, /GET \/notes\.txt[\s\S]*\[running\]/);
			assert.match((await act('stop_server')).text, /^Stopped the server\./);
			assert.match((await act('run', { command: read })).text, /refused/i);
			assert.match((await act('stop_server')).text, /^No server is running/);
		});

		it('that ends at once is shown with how it ended', async () => {
			const { act } = await open();
			assert.match((await act('start_server', { command: 'echo no port; exit 4' })).text, /^no port\n\[exit code 4\]/);
		});
	});

	describe('restored', () => {
		it('has its files, place, reproducers, undo, interpreter and server as they were', async () => {
			const { bench, act } = await open();
			await act('create', { path: 'reproduce.py', text: 'x = 1\n' });
			await act('run_cell', { code: 'n = 41' });
			await act('start_server', { command: 'echo served; sleep 60' });
			await act('run', { command: 'cd shop' });
			const before = await bench.snapshot();
			await act('undo');
			await act('run_cell', { code: 'n = 0; open("../out.txt", "w").write("x")' });
			await act('run', { command: 'rm -r ../shop' });
			await act('stop_server');
			assert.deepEqual(await bench.restore(before), { drift: [] });
			assert.match((await act('run_cell', { code: 'n + 1' })).text, /^42\n/);
			assert.match((await act('server_logs')).text, /^served\n\[running\]/);
			assert.match((await act('run', { command: 'ls' })).text, /^cart\.py\nlong\.py\n[\s\S]*Folder: \.\/shop\.\)$/);
			assert.deepEqual(bench.reproducers, ['reproduce.py']);
			assert.match((await act('undo')).text, /^Undid the last change to reproduce\.py\./);
			assert.deepEqual(bench.workspace.index.named('Cart').length, 1);
		});

		it('reports what a replayed action prints otherwise, and keeps the files of the snapshot', async () => {
			const { bench, act } = await open();
			await act('run_cell', { code: 'import os; os.system("date +%s%N | tee clock.txt")' });
			const clock = await bench.workspace.files.readText('clock.txt');
			const { drift } = await bench.restore(await bench.snapshot());
			assert.equal(drift.length, 1);
			assert.match(
				drift[0] ?? '',
				/^The cell `import os;.*` printed `\d+\n0` when it was replayed, and `\d+\n0` before\.$/s,
			);
			assert.equal(await bench.workspace.files.readText('clock.txt'), clock);
		});

		it('in another process, continues with the state of the run', async () => {
			folder.write({ 'storage/runs/run-1/run.jsonl': '' });
			const first = await open({ runId: 'run-1' });
			await first.act('run_cell', { code: 'n = 41' });
			await first.act('edit', { path: 'shop/cart.py', original: 'class Cart:', patched: 'class Basket:' });
			const id = await first.bench.snapshot();
			await first.bench.dispose();
			const second = await open({ runId: 'run-1' });
			assert.deepEqual(await second.bench.restore(id), { drift: [] });
			assert.match((await second.act('run_cell', { code: 'n + 1' })).text, /^42\n/);
			assert.match(await second.bench.diff(), /^\+class Basket:$/m);
			assert.deepEqual(second.bench.workspace.index.named('Basket').length, 1);
		});
	});

	it('changes nothing of the user’s', async () => {
		const before = folderPicture(folder.path('project'));
		const { bench, act } = await open();
		await act('edit', { path: 'shop/cart.py', original: 'class Cart:', patched: 'class Basket:' });
		await act('run', { command: 'rm -r shop; mkdir out; date > out/now' });
		await bench.restore(await bench.snapshot());
		await bench.dispose();
		assert.deepEqual(folderPicture(folder.path('project')), before);
		assert.equal(existsSync(folder.path('project/out')), false);
	});

	it('shows no file that is hidden from models', async () => {
		writeFileSync(folder.path('project/.aiexclude'), 'secret.py\n');
		writeFileSync(folder.path('project/secret.py'), 'def hidden_one(): pass\n');
		const { bench, act } = await open();
		assert.match((await act('view', { path: 'secret.py' })).text, /hidden from models by \.aiexclude/);
		await act('run', { command: 'touch secret.py' });
		assert.deepEqual(bench.workspace.index.named('hidden_one'), []);
	});
});
