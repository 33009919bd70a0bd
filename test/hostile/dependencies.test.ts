import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import type { Checkout } from '../../src/sandbox/pure/execution/checkouts';
import { folderPicture } from '../support/folderPicture';
import { commitAll } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap, noSandbox } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';

/** A program that changes what is installed, and what links of the project lead to, by relative paths. */
const vandal = `
	for file in node_modules/left-pad/index.js node_modules/.bin/tool .venv/lib/x.py myenv/pyvenv.cfg shared/data.txt \\
		far/data.txt conf.txt vendor/acme/Box.php linked/index.js node_modules/linked/index.js; do
		echo overwritten > "$file"
	done
	rm -rf node_modules/own node_modules/gone .venv/lib/y.py
	echo new > node_modules/left-pad/new.js
	exit 0`;

describe('a program that changes what is installed', () => {
	const folder = new TestFolder();
	let checkout: Checkout | undefined;
	afterEach(() => checkout?.dispose());

	beforeEach(() => {
		const files = {
			...{ '.gitignore': 'node_modules\n.venv\nmyenv\nvendor\n', 'a.js': 'a\n' },
			...{ 'node_modules/left-pad/index.js': 'left\n', 'node_modules/gone/index.js': 'g\n' },
			...{ 'node_modules/.cache/x': 'cached\n', 'node_modules/tool/cli.js': 'cli\n' },
			...{ '.venv/pyvenv.cfg': '', '.venv/lib/x.py': 'x\n', '.venv/lib/y.py': 'y\n', 'myenv/pyvenv.cfg': 'cfg\n' },
			'vendor/acme/Box.php': 'box\n',
		};
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`home/project/${path}`, text])));
		folder.write({
			...{ 'home/shared/data.txt': 'shared\n', 'home/project/node_modules/.bin/': '' },
			...{ 'home/other/index.js': 'linked\n', 'home/other/package.json': '{}' },
		});
		const link = (target: string, path: string) => symlinkSync(target, folder.path('home/project', path));
		link('../shared', 'shared');
		link(folder.path('home/shared'), 'far');
		link(folder.path('home/not-there-yet.txt'), 'conf.txt');
		link('../tool/cli.js', 'node_modules/.bin/tool');
		link('../../other', 'node_modules/linked');
		link(folder.path('home/project/a.js'), 'node_modules/own');
		link(process.execPath, '.venv/python');
		commitAll(folder.path('home/project'));
	});

	const open = async (dependencies: 'linked' | 'copied') => {
		const roots = [{ name: 'project', dir: folder.path('home/project') }];
		const made = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog(), dependencies });
		checkout = await made.create('vandal');
		return checkout;
	};

	for (const sandboxed of [false, true]) {
		it(`${sandboxed ? 'in' : 'without'} a sandbox changes no file of the user`, async function () {
			await (sandboxed && needBubblewrap(this));
			const options = { packageRoot: repoRoot, variables: [], network: false, sandbox: true };
			const { runner, dependencies } = await openConfinement({ ...options, ...(!sandboxed && noSandbox) });
			const { folder: cwd, reach } = await open(dependencies);
			const before = folderPicture(folder.path('home'));
			const ran = await runner.run({ command: vandal, cwd, reach, timeoutMs: 60_000 });
			assert.equal(ran.exitCode, 0, ran.stderr);
			assert.deepEqual(folderPicture(folder.path('home')), before);
			if (sandboxed) {
				assert.match(ran.stderr, /node_modules\/left-pad\/index\.js: Read-only file system/);
			}
		});
	}

	it('finds them as they were after a reset', async () => {
		const { folder: cwd } = await open('copied');
		const runner = (
			await openConfinement({ packageRoot: repoRoot, variables: [], network: true, sandbox: true, ...noSandbox })
		).runner;
		await runner.run({ command: vandal, cwd, timeoutMs: 60_000 });
		const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
		assert.equal(read('node_modules/left-pad/index.js'), 'overwritten\n');
		assert.equal(read('shared/data.txt'), 'overwritten\n');
		assert.equal(await checkout?.diff(), '');
		await checkout?.reset();
		const files = ['node_modules/left-pad/index.js', 'node_modules/gone/index.js', '.venv/lib/y.py', 'shared/data.txt'];
		assert.deepEqual(files.map(read), ['left\n', 'g\n', 'y\n', 'shared\n']);
		assert.deepEqual(['node_modules/linked/index.js', 'far/data.txt'].map(read), ['linked\n', 'shared\n']);
		const own = readlinkSync(join(cwd, 'node_modules/own'));
		assert.equal(own, join(cwd, 'a.js'));
		const gone = ['node_modules/left-pad/new.js', 'node_modules/.cache', 'conf.txt'];
		assert.deepEqual(
			gone.filter(path => existsSync(join(cwd, path))),
			[],
		);
	});

	it('keeps links among them, and to programs', async () => {
		const { folder: cwd } = await open('copied');
		assert.equal(readlinkSync(join(cwd, 'node_modules/.bin/tool')), '../tool/cli.js');
		assert.equal(readlinkSync(join(cwd, '.venv/python')), process.execPath);
		assert.equal(lstatSync(join(cwd, 'node_modules/left-pad')).isDirectory(), true);
	});
});
