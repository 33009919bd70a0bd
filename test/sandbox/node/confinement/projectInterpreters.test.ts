import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { projectInterpreters } from '../../../../src/sandbox/node/confinement/projectInterpreters';
import { readToolData } from '../../../../src/sandbox/node/confinement/toolData';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

const { interpreters } = readToolData(repoRoot);
const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

describe('the interpreter of a project', () => {
	const folder = new TestFolder();
	const root = () => folder.path('project');

	/** Writes programs, by their paths below the test's folder. */
	const install = (...paths: string[]) => {
		folder.write(Object.fromEntries(paths.map(path => [path, '#!/bin/sh\n'])));
		for (const path of paths) {
			chmodSync(folder.path(path), 0o755);
		}
	};
	const find = (chosen: string[] = [], roots = [{ name: 'project', dir: root() }]) => {
		const home = folder.path('home');
		const env = { CONDA_PREFIX: folder.path('conda') };
		return projectInterpreters({ interpreters, roots, chosen, env, home });
	};

	beforeEach(() => folder.write({ 'project/a.py': '', 'home/.profile': '' }));

	for (const own of ['.venv', 'venv']) {
		it(`is that of ${own}, in the folder that is copied`, () => {
			install(`project/${own}/bin/python`);
			assert.deepEqual([...find().programs], [['python3', `./${own}/bin/python`]]);
			assert.deepEqual(find().folders, []);
			const roots = [
				{ name: 'other', dir: folder.path('home') },
				{ name: 'project', dir: root() },
			];
			assert.deepEqual([...find([], roots).programs], [['python3', `./project/${own}/bin/python`]]);
		});
	}

	const tools: readonly (readonly [file: string, text: string, environment: () => string])[] = [
		['pyproject.toml', '[project]\nname = "Shop"\n', () => `.cache/pypoetry/virtualenvs/shop-${hash(root())}-py3.11`],
		['Pipfile', '', () => `.local/share/virtualenvs/project-${hash(join(root(), 'Pipfile'))}`],
		['environment.yml', 'name: shop-dev # for work\n', () => 'miniforge3/envs/shop-dev'],
		['.python-version', '3.9.1\n', () => '.pyenv/versions/3.9.1'],
	];
	for (const [file, text, environment] of tools) {
		it(`is that of the environment outside of the project which its ${file} leads to`, () => {
			folder.write({ [`project/${file}`]: text });
			install(`home/${environment()}/bin/python`);
			const program = folder.path('home', environment(), 'bin', 'python');
			assert.deepEqual([...find().programs], [['python3', program]]);
			assert.deepEqual(find().folders, [folder.path('home', environment(), 'bin')]);
		});
	}

	it('is the one that the user chose, before all others', () => {
		install('project/.venv/bin/python', 'tools/python3.9', 'tools/node');
		const [python, node] = ['python3.9', 'node'].map(name => folder.path('tools', name));
		assert.deepEqual([...find([python ?? '', node ?? '']).programs].sort(), [
			['node', node],
			['python3', python],
		]);
		assert.deepEqual(
			[...find([folder.path('project/.venv/bin/python')]).programs],
			[['python3', './.venv/bin/python']],
		);
	});

	it('must be a program of a known kind where it is chosen', () => {
		install('tools/perl');
		folder.write({ 'tools/python3': '' });
		assert.throws(() => find([folder.path('tools/perl')]), /perl is none of the known interpreters \(.*python3.*\)/);
		assert.throws(() => find([folder.path('tools/python3')]), /python3 is no program/);
	});

	it('is none where the project names a folder elsewhere as its environment', () => {
		folder.write({ 'project/environment.yml': 'name: ../../evil\n', 'project/.python-version': '..\n' });
		install('home/evil/bin/python', 'evil/bin/python', 'home/.pyenv/bin/python');
		assert.deepEqual([...find().programs], []);
	});
});
