import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import type { Checkout } from '../../../../src/sandbox/pure/execution/checkouts';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { asPlainUser } from '../../../support/asPlainUser';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll } from '../../../support/gitRepository';
import { randomNumbers } from '../../../support/randomNumbers';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';
import { rounds } from '../../../support/thorough';

/** Content, permissions, links and times (ms) of everything in a folder. */
function stateOf(folder: string): Record<string, string> {
	const state = Object.entries(folderPicture(folder)).map(([path, picture]) => {
		const [mode, time = '', ...rest] = picture.split(' ');
		const ofObjects = path.includes('.git/objects');
		return [path, [mode, ofObjects || time === '' ? '' : Math.floor(Number(time)), ...rest].join(' ')];
	});
	return Object.fromEntries(state);
}

describe('snapshots of a scratch copy', () => {
	const folder = new TestFolder();
	let made: Checkout[];

	before(function () {
		if (process.platform === 'win32') {
			console.log('      left out: permissions and links are those of POSIX');
			this.skip();
		}
	});
	beforeEach(() => {
		made = [];
		folder.write({
			'project/src/a.txt': 'a\n',
			'project/src/deep/er/b.txt': 'b\r\nb\n',
			'project/.gitattributes': '* text=auto eol=lf\n*.txt filter=none\n',
			'project/.gitignore': 'out/\n*.log\n',
			'project/build.sh': 'mkdir -p out && cat $(find src -type f | sort) > out/all.o && date +%N >> out/times.log\n',
		});
		chmodSync(folder.path('project/build.sh'), 0o755);
	});
	afterEach(() => Promise.all(made.map(each => each.dispose())));

	const create = async (runId?: string) => {
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
		const checkout = await checkouts.create('states', undefined, runId);
		made.push(checkout);
		return checkout;
	};

	/** Runs a line of the shell whenever files are hashed. */
	const withHashing = async (line: string, act: () => Promise<unknown>) => {
		const git = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
		folder.write({ 'bin/git': `#!/bin/sh\ncase "$*" in *hash-object*) ${line};; esac\nexec ${git} "$@"\n` });
		chmodSync(folder.path('bin/git'), 0o755);
		const { PATH: path = '' } = process.env;
		process.env.PATH = `${folder.path('bin')}:${path}`;
		try {
			await act();
		} finally {
			process.env.PATH = path;
		}
	};

	for (const [kind, nJumps] of [
		['a repository', rounds(30, 200)],
		['no repository', rounds(10, 40)],
	] as const) {
		it(`are the same byte for byte after ${nJumps} random jumps between them, in ${kind}`, async () => {
			if (kind === 'a repository') {
				commitAll(folder.path('project'));
			}
			const project = folderPicture(folder.path('project'));
			const checkout = await create();
			const random = randomNumbers(7);
			const states: { readonly id: string; readonly state: object; readonly text: string }[] = [];
			for (let at = 0; at < 20; at++) {
				for (let change = random(4); change >= 0; change--) {
					changeSomething(checkout.folder, random);
				}
				const text = `state ${at}`;
				states.push({ id: await checkout.snapshot(text), state: stateOf(checkout.folder), text });
			}
			for (let jump = 0; jump < nJumps; jump++) {
				for (let change = random(3); change > 0; change--) {
					changeSomething(checkout.folder, random);
				}
				const to = states[random(states.length)];
				assert.equal(await checkout.restore(to?.id ?? ''), to?.text);
				assert.deepEqual(stateOf(checkout.folder), to?.state, `jump ${jump}`);
			}
			assert.deepEqual(folderPicture(folder.path('project')), project);
		});
	}

	it('see a change of the same length that is made in the same moment', async () => {
		const checkout = await create();
		const file = join(checkout.folder, 'src/a.txt');
		const ids: string[] = [];
		for (const text of ['1', '2', '3', '4']) {
			writeFileSync(file, text);
			ids.push(await checkout.snapshot(''));
		}
		for (const [at, id] of ids.entries()) {
			await checkout.restore(id);
			assert.equal(readFileSync(file, 'utf8'), String(at + 1));
		}
	});

	it('change no other name of a file', async () => {
		const checkout = await create();
		const id = await checkout.snapshot('');
		rmSync(join(checkout.folder, 'src/a.txt'));
		writeFileSync(folder.path('mine.txt'), 'mine');
		linkSync(folder.path('mine.txt'), join(checkout.folder, 'src/a.txt'));
		await checkout.restore(id);
		assert.equal(readFileSync(folder.path('mine.txt'), 'utf8'), 'mine');
	});

	it('do not follow a link that a folder was replaced with', async () => {
		const checkout = await create();
		const id = await checkout.snapshot('');
		folder.write({ 'mine/deep/er/b.txt': 'mine' });
		rmSync(join(checkout.folder, 'src'), { recursive: true });
		symlinkSync(folder.path('mine'), join(checkout.folder, 'src'));
		await checkout.restore(id);
		assert.equal(readFileSync(join(checkout.folder, 'src/deep/er/b.txt'), 'utf8'), 'b\r\nb\n');
		assert.equal(readFileSync(folder.path('mine/deep/er/b.txt'), 'utf8'), 'mine');
	});

	it('of a run are restored in another copy, with its own links', async () => {
		folder.write({ 'storage/runs/run-1/run.jsonl': '' });
		const first = await create('run-1');
		symlinkSync(join(first.folder, 'src/a.txt'), join(first.folder, 'own'));
		symlinkSync('/nowhere', join(first.folder, 'other'));
		writeFileSync(join(first.folder, 'src/a.txt'), 'changed');
		const id = await first.snapshot('{"cells":[]}');
		await first.dispose();
		const second = await create('run-1');
		assert.equal(await second.restore(id), '{"cells":[]}');
		assert.equal(readlinkSync(join(second.folder, 'own')), join(second.folder, 'src/a.txt'));
		assert.equal(readlinkSync(join(second.folder, 'other')), '/nowhere');
		assert.equal(readFileSync(join(second.folder, 'src/a.txt'), 'utf8'), 'changed');
		assert.match(await second.diff(), /^\+changed$/m);
	});

	it('contain all folders of a workspace, repository or not', async () => {
		commitAll(folder.path('project'));
		folder.write({ 'other/x.txt': 'x' });
		const roots = ['project', 'other'].map(name => ({ name, dir: folder.path(name) }));
		const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
		const checkout = await checkouts.create('both');
		made.push(checkout);
		await checkout.write('other/x.txt', 'y');
		await checkout.write('project/src/a.txt', 'b\n');
		const id = await checkout.snapshot('');
		await checkout.reset();
		assert.equal(await checkout.files.readText('other/x.txt'), 'x');
		await checkout.restore(id);
		assert.equal(await checkout.files.readText('other/x.txt'), 'y');
		assert.match(await checkout.diff(), /^-x[\s\S]*^\+y[\s\S]*^-a$[\s\S]*^\+b$/m);
	});

	it('contain what nobody may read, and are restored over it', () =>
		asPlainUser(folder.path(), async () => {
			const checkout = await create();
			const lockable = ['src/deep', 'src/a.txt', 'build.sh'].map(path => join(checkout.folder, path));
			const modes = () => lockable.map(path => lstatSync(path).mode & 0o777);
			const setModes = (values: readonly number[]) => {
				lockable.forEach((path, at) => {
					chmodSync(path, values[at] ?? 0);
				});
			};
			const [free, freeModes, state] = [await checkout.snapshot(''), modes(), stateOf(checkout.folder)];
			writeFileSync(join(checkout.folder, 'src/a.txt'), 'changed');
			setModes([]);
			const locked = await checkout.snapshot('');
			assert.deepEqual(modes(), [0, 0, 0]);
			await checkout.restore(free);
			assert.deepEqual(stateOf(checkout.folder), state);
			for (const start of [freeModes, []]) {
				setModes(start);
				await checkout.restore(locked);
				assert.deepEqual(modes(), [0, 0, 0]);
			}
			setModes(freeModes);
			assert.equal(readFileSync(join(checkout.folder, 'src/a.txt'), 'utf8'), 'changed');
			assert.equal(readFileSync(join(checkout.folder, 'src/deep/er/b.txt'), 'utf8'), 'b\r\nb\n');
		}));

	it('need nothing of the repository that its commits do not contain', async () => {
		const project = folder.path('project');
		commitAll(project);
		folder.write({ 'project/src/added.txt': 'only added\n' });
		execFileSync('git', ['add', 'src/added.txt'], { cwd: project });
		const checkout = await create();
		const id = await checkout.snapshot('');
		execFileSync('git', ['rm', '-q', '--cached', 'src/added.txt'], { cwd: project });
		execFileSync('git', ['gc', '-q', '--prune=now'], { cwd: project });
		rmSync(join(checkout.folder, 'src/added.txt'));
		await checkout.restore(id);
		assert.equal(readFileSync(join(checkout.folder, 'src/added.txt'), 'utf8'), 'only added\n');
	});

	it('of many files are taken in several commands, each of which is far from its deadline', async () => {
		const names = Array.from({ length: 1100 }, (_, at) => `project/many/${at}.txt`);
		folder.write(Object.fromEntries(names.map(name => [name, name])));
		const [input, log] = [folder.path('input'), folder.path('log')];
		await withHashing(`cat > ${input}; wc -l < ${input} >> ${log}; exec < ${input}`, async () => {
			const checkout = await create();
			const id = await checkout.snapshot('');
			rmSync(join(checkout.folder, 'many'), { recursive: true });
			await checkout.restore(id);
			assert.equal(readFileSync(join(checkout.folder, 'many/1099.txt'), 'utf8'), 'project/many/1099.txt');
		});
		const counts = readFileSync(log, 'utf8').trim().split('\n').map(Number);
		assert.ok(Math.max(...counts) <= 1000 && counts.length > 5, counts.join());
	});

	for (const [change, command] of [
		['removed', 'rm -f a.txt'],
		['replaced with a folder', 'rm -f a.txt; mkdir a.txt'],
	] as const) {
		it(`are saved and restored though a file is ${change} meanwhile`, async () => {
			const checkout = await create();
			const source = join(checkout.folder, 'src');
			const free = await checkout.snapshot('');
			const once = `[ -e ${folder.path('done')} ] || { cd ${source}; ${command}; cd "$OLDPWD"; touch ${folder.path('done')}; }`;
			for (const act of [() => checkout.restore(free), () => checkout.snapshot('')]) {
				rmSync(folder.path('done'), { force: true });
				rmSync(join(source, 'a.txt'), { recursive: true, force: true });
				writeFileSync(join(source, 'a.txt'), 'changed\n');
				await withHashing(once, act);
				assert.ok(existsSync(folder.path('done')));
			}
			await checkout.restore(free);
			assert.equal(readFileSync(join(source, 'a.txt'), 'utf8'), 'a\n');
		});
	}

	it('of which a file is lost are not restored, and nothing is changed', async () => {
		folder.write({ 'storage/runs/run-1/run.jsonl': '' });
		const checkout = await create('run-1');
		writeFileSync(join(checkout.folder, 'src/a.txt'), 'kept nowhere else');
		const id = await checkout.snapshot('');
		const hash = execFileSync('git', ['hash-object', '--no-filters', 'src/a.txt'], { cwd: checkout.folder });
		const object = hash.toString().trim();
		const store = folder.path('storage/runs/run-1');
		const [lost = ''] = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter(path =>
			path.endsWith(join(object.slice(0, 2), object.slice(2))),
		);
		rmSync(join(store, lost));
		await assert.rejects(checkout.restore(id), /is not there, or damaged|could not be restored/);
		assert.equal(readFileSync(join(checkout.folder, 'src/a.txt'), 'utf8'), 'kept nowhere else');
	});

	it('that are not there are an error that says so, and so are ids that are none', async () => {
		const checkout = await create();
		for (const id of ['0'.repeat(40), 'HEAD', '--help', '']) {
			await assert.rejects(checkout.restore(id), (error: unknown) => {
				assert.ok(error instanceof UserError);
				return error.message.startsWith(`The state ${id} of the scratch copy is not there, or damaged`);
			});
		}
		await assert.rejects(create('no-such-run'), UserError);
		assert.equal(existsSync(folder.path('storage/runs/no-such-run')), false);
		await assert.rejects(create('../run'), /is not the id of a run/);
	});
});

/** Writes, deletes, links, locks or builds something. */
function changeSomething(top: string, random: (limit: number) => number): void {
	const names = [
		'src/a.txt',
		'src/deep/er/b.txt',
		'src/new',
		'x',
		'x/y',
		'x/y/z',
		'out/all.o',
		'.git/own',
		'a\nb',
		'é"\\',
	];
	const path = join(top, names[random(names.length)] ?? '');
	makeParent(top, path);
	switch (random(8)) {
		case 0:
		case 1:
			rmSync(path, { recursive: true, force: true });
			writeFileSync(path, `${random(4)}\r\n\0${'x'.repeat(random(3))}`);
			break;
		case 2:
			rmSync(path, { recursive: true, force: true });
			break;
		case 3:
			rmSync(path, { recursive: true, force: true });
			mkdirSync(path);
			break;
		case 4:
			rmSync(path, { recursive: true, force: true });
			symlinkSync(random(2) === 0 ? 'src' : '/etc/passwd', path);
			break;
		case 5:
			if (existsSync(path) && !lstatSync(path).isSymbolicLink()) {
				chmodSync(path, [0o755, 0o700, 0o640, 0o444][random(lstatSync(path).isDirectory() ? 2 : 4)] ?? 0);
			}
			break;
		case 6:
			rmSync(join(top, 'out'), { recursive: true, force: true });
			break;
		default:
			build(top);
	}
}

/** Builds if what it needs is there. */
function build(top: string): void {
	const isFolder = ['src', 'out'].every(
		name => !existsSync(join(top, name)) || lstatSync(join(top, name)).isDirectory(),
	);
	if (isFolder && existsSync(join(top, 'src')) && readdirSync(join(top, 'src')).length > 0) {
		execFileSync('sh', ['-c', 'sh build.sh || true'], { cwd: top, stdio: 'ignore' });
	}
}

/** Whatever is in its way is removed. */
function makeParent(top: string, path: string): void {
	const parent = dirname(path);
	if (parent === top) {
		return;
	}
	makeParent(top, parent);
	if (lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) {
		rmSync(parent, { force: true });
		mkdirSync(parent);
	}
}
