import { execFileSync } from 'node:child_process';
import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { RawClient } from '../../test/cli/mcp/rawClient';
import { faultlineCli } from '../../test/support/faultlineCli';
import { commitAll, git } from '../../test/support/gitRepository';
import { confinedProgram } from './confinedProgram';
import type { Lab } from './lab';

/** A link, and the path in the workspace by which the file behind it is named. */
interface Shape {
	readonly name: string;
	/** What leads out: made in the workspace. `target` is the absolute path of a folder outside, with `secret.py`. */
	make(workspace: string, target: string, relative: string): void;
	readonly path: string;
}

/** The links by their places: in ignored folders, those of packages, deep, hidden. */
const places = ['', 'src/', 'node_modules/left/', '.venv/lib/', 'build/out/', '.hidden/', 'vendor/a b/', 'src/ünï/'];

const link = (target: string, at: string) => {
	mkdirSync(dirname(at), { recursive: true });
	symlinkSync(target, at);
};

/** Kinds of links, each in a place of the seed. */
function shapesIn(lab: Lab): readonly Shape[] {
	const make = (
		name: string,
		path: (place: string) => string,
		act: (at: string, target: string, relative: string, workspace: string) => void,
	) =>
		places.map(
			(place): Shape => ({
				name: `${name} in ${place === '' ? 'the top folder' : place}`,
				path: path(place),
				make: (workspace, target, relative) => act(join(workspace, place), target, relative, workspace),
			}),
		);
	const up = (place: string) => '../'.repeat(place.split('/').length - 1);
	const all = [
		...make(
			'an absolute link to a file',
			place => `${place}file.py`,
			(at, target) => link(join(target, 'secret.py'), join(at, 'file.py')),
		),
		...make(
			'an absolute link to a folder',
			place => `${place}folder/secret.py`,
			(at, target) => link(target, join(at, 'folder')),
		),
		...make(
			'links in a chain',
			place => `${place}first/secret.py`,
			(at, target) => {
				link('second', join(at, 'first'));
				link('./third', join(at, 'second'));
				link(target, join(at, 'third'));
			},
		),
		...make(
			'a link to a folder above, and a name below',
			place => `${place}above/TARGET/secret.py`,
			(at, target) => link(dirname(target), join(at, 'above')),
		),
	];
	const relative = places.map(
		(place): Shape => ({
			name: `a relative link in ${place === '' ? 'the top folder' : place}`,
			path: `${place}relative/secret.py`,
			make: (workspace, _target, to) => link(up(place) + to, join(workspace, place, 'relative')),
		}),
	);
	const through = places.map(
		(place): Shape => ({
			name: `a link through an ignored folder, from ${place === '' ? 'the top folder' : place}`,
			path: `${place}through/secret.py`,
			make: (workspace, target) => {
				const hop = `hop-${places.indexOf(place)}`;
				link(target, join(workspace, 'build', hop));
				link(`${up(place)}build/${hop}`, join(workspace, place, 'through'));
			},
		}),
	);
	return lab.shuffled([...all, ...relative, ...through]);
}

const canaryOf = (at: number) => `heliotrope_${at}_marzipan`;

/** Links out of the workspace, for readers of files and for programs in the sandbox. */
export async function linksAttack(lab: Lab): Promise<void> {
	const shapes = lab
		.tried(shapesIn(lab))
		.map((shape, at) => ({ ...shape, canary: canaryOf(at), target: `outside/${at}` }));
	const paths = shapes.map(({ path, target }) => path.replace('TARGET', target.split('/').at(-1) ?? ''));
	const build = (project: string) => {
		lab.write({
			[`${project}/a.py`]: 'def open_door():\n    return 1\n',
			[`${project}/.gitignore`]: 'node_modules\nbuild\n.venv\n',
		});
		for (const { canary, target, make } of shapes) {
			lab.write({ [`${target}/secret.py`]: `def ${canary}():\n    return open_door()\n` });
			make(lab.path(project), lab.path(target), `../${target}`);
		}
	};
	build('project');
	const holds = (text: string, at: number) => text.includes(canaryOf(at));
	const naive = paths.map(path => readFileSync(lab.path('project', path), 'utf8'));
	lab.control('reading each link as the system does', naive.every(holds));
	const answers = await readers(lab, 'project', paths);
	for (const [at, { name }] of shapes.entries()) {
		lab.variant(`${name}, for readers`, {
			ran: answers.length > 7 * shapes.length,
			succeeded: answers.some(text => holds(text, at)),
		});
	}
	for (const { name: user, uid } of lab.users()) {
		const project = `project-${user}`;
		build(project);
		lab.write({ 'hard/secret.py': 'x = 1\n' });
		linkSync(lab.path('hard/secret.py'), lab.path(project, 'hard.py'));
		const seen = await confinedProgram(lab, project, programText(paths), { uid, sandbox: true });
		const marked = shapes.map(({ target }) => existsSync(lab.path(target, 'mark')));
		for (const [at, { name }] of shapes.entries()) {
			lab.variant(`${name}, for a program as ${user}`, {
				ran: seen.includes(`tried:${at}`),
				succeeded: seen.some(word => holds(word, at)) || marked[at] === true,
			});
		}
		lab.variant(`a hard link, written by a program as ${user}`, {
			ran: seen.includes('tried:hard'),
			succeeded: readFileSync(lab.path('hard/secret.py'), 'utf8') !== 'x = 1\n',
		});
		const without = await confinedProgram(lab, project, programText(paths), { uid, sandbox: false });
		const nRead = shapes.filter((_, at) => without.some(word => holds(word, at))).length;
		lab.control(`reading as ${user} without a sandbox`, nRead > shapes.length / 10);
		for (const { target } of shapes) {
			rmSync(lab.path(target, 'mark'), { force: true });
		}
	}
	await otherRepositories(lab);
}

/** Everything that the tools answer about these paths, without what was asked for. */
async function readers(lab: Lab, project: string, paths: readonly string[]): Promise<readonly string[]> {
	const client = new RawClient(['--workspace', lab.path(project), '--storage', lab.path('mcp')]);
	await client.begin();
	const ask = async (name: string, args: object) =>
		JSON.stringify((await client.answerTo(client.call(name, args))).result).replaceAll('\\n', '\n');
	const answers: string[] = [];
	for (const path of paths) {
		for (const args of [{ file_name: path }, { file_name: `./${path}` }, { file_name: path.split('/').at(-1) }]) {
			answers.push(await ask('read_lines', args), await ask('outline', args));
		}
		answers.push(await ask('search_code', { query: 'open_door', path: path.split('/').slice(0, -1).join('/') }));
	}
	answers.push(await ask('search_code', { query: 'open_door' }), await ask('find_references', { name: 'open_door' }));
	answers.push(await ask('locate_bug', { issue: 'open_door fails, it is called with nothing' }));
	await client.close();
	for (const words of [
		['search', 'search_code', 'open_door'],
		['search', 'search_regex', 'def heliotrope'],
		['locate', '--issue', '-', '--json'],
		['index', '--all', '--json'],
	]) {
		const { stdout } = await faultlineCli([...words, '--workspace', lab.path(project)], {
			...{ stdin: 'open_door fails', env: { FAULTLINE_STORAGE: lab.path('cli') } },
		});
		answers.push(stdout);
	}
	return answers;
}

/** Reads each path and writes beside it; also the file that has another name outside. */
function programText(paths: readonly string[]): string {
	return `
const { dirname } = require('node:path');
const { readFileSync, writeFileSync } = require('node:fs');
const attempts = () => {
	try { writeFileSync('hard.py', 'changed'); } catch {}
	return ['tried:hard', ...${JSON.stringify(paths)}.flatMap((path, at) => {
		try { writeFileSync(dirname(path) + '/mark', 'x'); } catch {}
		let text = '';
		try { text = readFileSync(path, 'utf8'); } catch {}
		return ['tried:' + at, ...(text.match(/heliotrope_\\d+_marzipan/g) ?? [])];
	})];
};
`;
}

/** How a `.git` can lead to the repository of someone else. */
const leads: readonly (readonly [name: string, lead: (own: string, other: string) => void])[] = [
	['a file .git', (own, other) => writeFileSync(join(own, '.git'), `gitdir: ${other}/.git\n`)],
	['a file .git with a relative path', own => writeFileSync(join(own, '.git'), 'gitdir: ../private/.git\n')],
	['a file .git with blanks', (own, other) => writeFileSync(join(own, '.git'), `gitdir:   ${other}/./.git/\n\n`)],
	['a link .git', (own, other) => symlinkSync(join(other, '.git'), join(own, '.git'))],
	['a relative link .git', own => symlinkSync('../private/.git', join(own, '.git'))],
	[
		'a link .git in two steps',
		(own, other) => {
			symlinkSync(join(other, '.git'), join(own, 'hop'));
			symlinkSync('hop', join(own, '.git'));
		},
	],
	[
		'a commondir',
		(own, other) => {
			commitAll(own);
			writeFileSync(join(own, '.git/commondir'), `${other}/.git\n`);
		},
	],
	[
		'a relative commondir',
		own => {
			commitAll(own);
			writeFileSync(join(own, '.git/commondir'), '../../private/.git\n');
		},
	],
	['alternates', (own, other) => lendObjects(own, other, `${other}/.git/objects\n`)],
	['quoted alternates', (own, other) => lendObjects(own, other, `"${other}/.git/obj\\145cts"\n`)],
	['relative alternates', (own, other) => lendObjects(own, other, '../../../private/.git/objects\n')],
	['alternates after a comment', (own, other) => lendObjects(own, other, `# none\n\n${other}/.git/objects\n`)],
	[
		'a link in place of the objects',
		(own, other) => {
			lendObjects(own, other, '');
			rmSync(join(own, '.git/objects'), { recursive: true });
			symlinkSync(join(other, '.git/objects'), join(own, '.git/objects'));
		},
	],
	[
		'links in place of the folders of loose objects',
		(own, other) => {
			lendObjects(own, other, '');
			const list = execFileSync('ls', [join(other, '.git/objects')], { encoding: 'utf8' })
				.trim()
				.split('\n');
			for (const name of list.filter(each => /^[\da-f]{2}$/.test(each))) {
				rmSync(join(own, '.git/objects', name), { recursive: true, force: true });
				symlinkSync(join(other, '.git/objects', name), join(own, '.git/objects', name));
			}
		},
	],
	[
		'a working tree elsewhere',
		(own, other) => {
			commitAll(own);
			git(own, 'config', 'core.worktree', other);
		},
	],
	[
		'refs that are links',
		(own, other) => {
			lendObjects(own, other, `${other}/.git/objects\n`);
			rmSync(join(own, '.git/refs'), { recursive: true });
			symlinkSync(join(other, '.git/refs'), join(own, '.git/refs'));
		},
	],
	['quoted alternates with more behind them', (own, other) => lendObjects(own, other, `"${other}/.git/objects" x\n`)],
	[
		'quoted alternates over two lines',
		(own, other) => {
			symlinkSync(other, `${other}\nx`);
			lendObjects(own, other, `"${other}\nx/.git/objects"\n`);
		},
	],
	[
		'alternates through a link whose name is not UTF-8',
		(own, other) => {
			lendObjects(own, other, '');
			linkNamed(join(other, '.git/objects'), join(own, '.git'), 'x\\377');
			writeFileSync(join(own, '.git/objects/info/alternates'), Buffer.from('../x\xff\n', 'latin1'));
		},
	],
	[
		'links to packs whose names are not UTF-8',
		(own, other) => {
			git(other, 'gc', '--quiet');
			lendObjects(own, other, '');
			for (const name of readdirSync(join(other, '.git/objects/pack'))) {
				const [, stem = '', end = ''] = /^(.*)(\.\w+)$/.exec(name) ?? [];
				linkNamed(join(other, '.git/objects/pack', name), join(own, '.git/objects/pack'), `${stem}\\377${end}`);
			}
		},
	],
	[
		'a link in place of the packs of alternates',
		(own, other) => {
			git(other, 'gc', '--quiet');
			lendObjects(own, other, '../more/objects\n');
			link(join(other, '.git/objects/pack'), join(own, '.git/more/objects/pack'));
		},
	],
	[
		'a file .git to a folder inside, which has a commondir',
		(own, other) => {
			git(own, 'init', '--quiet', '--separate-git-dir', join(own, 'store'));
			writeFileSync(join(own, '.git'), 'gitdir: store\n');
			writeFileSync(join(own, 'store/commondir'), `${other}/.git\n`);
		},
	],
	[
		'alternates that end at a NUL',
		(own, other) => {
			lendObjects(own, other, '../borrowed\0x\n');
			symlinkSync(join(other, '.git/objects'), join(own, '.git/borrowed'));
		},
	],
	[
		'a commondir with a blank before its name',
		(own, other) => {
			commitAll(own);
			symlinkSync(join(other, '.git'), join(own, '.git', ' common'));
			writeFileSync(join(own, '.git/commondir'), ' common\n');
		},
	],
	[
		'a file .git with a blank before its name',
		(own, other) => {
			symlinkSync(join(other, '.git'), join(own, ' store'));
			writeFileSync(join(own, '.git'), 'gitdir:  store\n');
		},
	],
	[
		'a link .git to a file of the workspace that names it',
		(own, other) => {
			writeFileSync(join(own, 'named'), `gitdir: ${other}/.git\n`);
			symlinkSync('named', join(own, '.git'));
		},
	],
	[
		'a file .git whose name has two lines',
		(own, other) => {
			symlinkSync(join(other, '.git'), join(own, 'store\nx'));
			writeFileSync(join(own, '.git'), 'gitdir: store\nx\n');
		},
	],
	[
		'a folder that is itself a repository',
		(own, other) => {
			lendObjects(own, other, `${other}/.git/objects\n`);
			execFileSync('sh', ['-c', 'mv .git/* . && rmdir .git'], { cwd: own });
			writeFileSync(join(own, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n');
		},
	],
	[
		'a folder that is itself a bare repository',
		(own, other) => {
			lendObjects(own, other, `${other}/.git/objects\n`);
			execFileSync('sh', ['-c', 'mv .git/* . && rmdir .git'], { cwd: own });
			writeFileSync(join(own, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
		},
	],
	['a link in place of the packed branches', (own, other) => linkInside(own, other, 'packed-refs')],
	['a link in place of the shallow commits', (own, other) => linkInside(own, other, 'shallow')],
	['a link in place of the grafts', (own, other) => linkInside(own, other, 'info/grafts')],
	['a link in place of a branch', (own, other) => linkInside(own, other, 'refs/heads/main')],
	['a link in place of HEAD', (own, other) => linkInside(own, other, 'HEAD')],
	['a link in place of the index', (own, other) => linkInside(own, other, 'index')],
	['a link in place of the settings', (own, other) => linkInside(own, other, 'config')],
	...['blame.ignoreRevsFile', 'include.path', 'mailmap.file', 'core.excludesFile', 'core.attributesFile'].map(
		setting =>
			[
				`the setting ${setting}`,
				(own: string, other: string) => {
					commitAll(own);
					git(own, 'config', setting, join(other, 'secret.txt'));
				},
			] as const,
	),
];

/** A file of the repository becomes a link to one of someone else, whose text git may quote. */
function linkInside(own: string, other: string, name: string): void {
	commitAll(own);
	rmSync(join(own, '.git', name), { force: true });
	link(join(other, 'secret.txt'), join(own, '.git', name));
}

/** `name` is as printf takes it. */
function linkNamed(target: string, folder: string, name: string): void {
	execFileSync('sh', ['-c', `cd "$1" && ln -s "$2" "$(printf '${name}')"`, 'sh', folder, target]);
}

function lendObjects(own: string, other: string, alternates: string): void {
	commitAll(own);
	writeFileSync(join(own, '.git/objects/info/alternates'), alternates);
	writeFileSync(join(own, '.git/HEAD'), git(other, 'rev-parse', 'HEAD'));
}

async function otherRepositories(lab: Lab): Promise<void> {
	const canary = 'canary-of-a-private-repository';
	const isControlled = ([name]: (typeof leads)[number]) => name === 'alternates';
	const others = lab.tried(lab.shuffled(leads.filter(each => !isControlled(each))));
	for (const [at, [name, lead]] of [...others, ...leads.filter(isControlled)].entries()) {
		const place = `git-${at}`;
		lab.write({
			[`${place}/private/secret.txt`]: `${canary}\n`,
			[`${place}/project/a.py`]: 'def f():\n    return 1\n',
		});
		const other = lab.path(place, 'private');
		commitAll(other);
		git(other, 'commit', '--quiet', '--allow-empty', '-m', canary);
		lead(lab.path(place, 'project'), other);
		const answers = await historyOf(lab, lab.path(place, 'project'));
		lab.variant(`${name} to another repository`, {
			ran: answers.every(text => text !== ''),
			succeeded: answers.some(text => text.includes(canary)),
		});
		if (isControlled([name, lead])) {
			lab.control('git itself, with alternates', git(lab.path(place, 'project'), 'log', '-1').includes(canary));
		}
	}
}

/** What the tools answer about the history of a folder. */
async function historyOf(lab: Lab, project: string): Promise<readonly string[]> {
	const client = new RawClient(['--workspace', project, '--storage', lab.path('history')]);
	await client.begin();
	const calls = [
		client.call('search_commits', { query: 'private' }),
		client.call('blame', { file: 'secret.txt', start_line: 1 }),
		client.call('blame', { file: 'a.py', start_line: 1, end_line: 2 }),
		client.call('symbol_history', { symbol: 'f' }),
	];
	const answers = await Promise.all(calls.map(async id => JSON.stringify((await client.answerTo(id)).result)));
	await client.close();
	return answers;
}
