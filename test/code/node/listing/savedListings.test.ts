import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import { SavedListings } from '../../../../src/code/node/listing/savedListings';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';

describe('saved listings', () => {
	const folder = new TestFolder();
	const log = new RecordedLog();
	const roots = () => [{ name: 'project', dir: folder.path('project') }];
	const listings = () => new SavedListings(folder.path('storage'), log);
	const list = (saved = true) =>
		new DiskFiles(roots(), { excludes: ['**/*.left'], ...(saved && { listings: listings() }) }).list();
	const paths = async () => (await list()).map(({ path }) => path);
	const isSaved = () => listings().load(folder.path('project'), ['**/*.left']) !== undefined;
	let nChanges = 0;

	/** Folders that changed a moment ago are not relied on: gives them other times, as if they had changed long ago. */
	function age(path = folder.path('project')): void {
		for (const entry of readdirSync(path, { withFileTypes: true })) {
			entry.isDirectory() && age(join(path, entry.name));
		}
		if (Date.now() - lstatSync(path).mtimeMs < 60_000) {
			const then = Date.now() / 1000 - 1_000_000 + nChanges++;
			utimesSync(path, then, then);
		}
	}

	function write(path: string, text = path): void {
		const file = folder.path('project', path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	}

	async function saveOf(...files: readonly string[]): Promise<void> {
		for (const file of files) {
			write(file);
		}
		age();
		await list();
		assert.ok(isSaved());
	}

	it('are used where no folder has changed: files are not looked for, but their sizes and times are', async () => {
		await saveOf('a.py', 'in/b.py');
		const times = lstatSync(folder.path('project', 'in'));
		write('in/hidden.py');
		write('in/b.py', 'longer than it was');
		utimesSync(folder.path('project', 'in'), times.atimeMs / 1000, times.mtimeMs / 1000);
		const entries = await list();
		assert.deepEqual(
			entries.map(({ path, sizeBytes }) => [path, sizeBytes]),
			[
				['a.py', 4],
				['in/b.py', 18],
			],
		);
	});

	it('are not used after a folder, an ignore rule or the tracked files have changed', async () => {
		await saveOf('a.py', 'in/b.py', 'in/c.out', '.gitignore');
		write('in/new.py');
		assert.ok((await paths()).includes('in/new.py'));
		age();
		await list();
		const gitignore = lstatSync(folder.path('project', '.gitignore'));
		writeFileSync(folder.path('project', '.gitignore'), '*.out\n');
		utimesSync(folder.path('project', '.gitignore'), gitignore.atimeMs / 1000, gitignore.mtimeMs / 1000 + 1);
		assert.ok(!(await paths()).includes('in/c.out'));
	});

	it('are not saved where a folder has just changed', async () => {
		write('a.py');
		await list();
		assert.ok(!isSaved());
	});

	it('are made again where they are damaged', async () => {
		await saveOf('a.py', 'b.py');
		const [file = ''] = readdirSync(folder.path('storage')).filter(name => name.endsWith('.listing'));
		const bytes = readFileSync(folder.path('storage', file));
		bytes[12] = (bytes[12] ?? 0) ^ 0xff;
		writeFileSync(folder.path('storage', file), bytes);
		assert.deepEqual(await paths(), ['a.py', 'b.py']);
		assert.ok(isSaved(), 'saved again');
	});

	it('never change what is listed, whatever changes', async () => {
		const git = (...args: string[]) => spawnSync('git', args, { cwd: folder.path('project') });
		const names = ['a.py', 'b.out', 'c.left', 'in/d.py', 'in/e.out', 'in/deep/f.py', 'other/g.out', 'other/h.py'];
		const at = (path: string) => folder.path('project', path);
		const changes: Readonly<Record<string, (path: string) => void>> = {
			write: path => write(path),
			remove: path => rmSync(at(path), { force: true }),
			removeFolder: path => dirname(path) !== '.' && rmSync(at(dirname(path)), { recursive: true, force: true }),
			move: path => existsSync(at(path)) && renameSync(at(path), `${at(path)}.py`),
			link: path => {
				rmSync(at(path), { force: true });
				existsSync(dirname(at(path))) && symlinkSync('/dev/null', at(path));
			},
			ignore: path => write(join(dirname(path), '.gitignore'), '*.out\n!e.out\n'),
			ignoreNothing: path => rmSync(join(dirname(at(path)), '.gitignore'), { force: true }),
			exclude: () => existsSync(at('.git/info')) && writeFileSync(at('.git/info/exclude'), 'other/\n'),
			init: path => existsSync(dirname(at(path))) && spawnSync('git', ['init', '-q'], { cwd: dirname(at(path)) }),
			add: path => git('add', '-f', path),
			mark: path => write(join(dirname(path), 'CACHEDIR.TAG')),
		};
		const change = fc.record({ kind: fc.constantFrom(...Object.keys(changes)), path: fc.constantFrom(...names) });
		let nUsed = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async each => {
				rmSync(at('.'), { recursive: true, force: true });
				for (const name of names) {
					write(name);
				}
				for (const { kind, path } of each) {
					changes[kind]?.(path);
					assert.deepEqual(await list(), await list(false), 'after the change');
					age();
					assert.deepEqual(await list(), await list(false), 'a moment later');
					nUsed += isSaved() ? 1 : 0;
				}
			}),
			{ numRuns: 40 },
		);
		assert.ok(nUsed > 40, `${nUsed} saved`);
	});
});
