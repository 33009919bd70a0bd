import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { delimiter } from 'node:path';
import { readToolData } from '../../../../src/sandbox/node/confinement/toolData';
import { toolFolders } from '../../../../src/sandbox/node/confinement/toolFolders';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

describe('toolFolders', () => {
	const folder = new TestFolder();
	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	const found = (path: readonly string[], env: Readonly<Record<string, string>> = {}) => {
		const home = folder.path('home');
		const PATH = path.map(each => (each.startsWith('/') ? each : folder.path(each))).join(delimiter);
		return toolFolders({ ...env, PATH }, readToolData(repoRoot), home).map(each => each.slice(home.length + 1));
	};

	it('contain the usual parts of an installation on PATH, and not what else is beside them', () => {
		folder.write({
			...{ 'home/.docker/bin/docker': '', 'home/.docker/config.json': '{ "auths": {} }', 'home/.docker/lib/x': '' },
			...{ 'home/.local/bin/tool': '', 'home/.local/share/keyrings/k': '', 'home/bin/own': '', 'home/.ssh/id': '' },
			...{ 'home/.nvm/versions/node/v1/bin/node': '', 'home/.nvm/versions/node/v1/lib/npm': '' },
		});
		const path = [
			'home/.docker/bin',
			'home/.local/bin',
			'home/bin',
			'home/.nvm/versions/node/v1/bin',
			'/usr/bin',
			'no',
		];
		assert.deepEqual(found(path), ['.docker/bin', '.docker/lib', '.local/bin', '.nvm/versions', 'bin']);
	});

	it('contain the versions that the shims of a version manager start', () => {
		folder.write({
			...{
				'home/.asdf/shims/node': '#!/bin/sh\n',
				'home/.asdf/installs/nodejs/20/bin/node': '',
				'home/.asdf/tmp/x': '',
			},
			...{ 'home/.tool-versions': 'nodejs 20\n', 'home/.nodenv/shims/node': '', 'home/.nodenv/version': '20\n' },
			'home/.virtualenvs/app/bin/python': '',
		});
		assert.deepEqual(found(['home/.asdf/shims', 'home/.nodenv/shims']), [
			...['.asdf/installs', '.asdf/shims', '.nodenv/shims', '.nodenv/version', '.tool-versions', '.virtualenvs'],
		]);
	});

	it('contain package caches without the credentials beside them', () => {
		folder.write({
			...{ 'home/.cargo/credentials.toml': 'k', 'home/.cargo/registry/x': '', 'home/.cargo/bin/cargo': '' },
			...{
				'home/.m2/settings.xml': 'password',
				'home/.m2/repository/x': '',
				'home/go/pkg/mod/x': '',
				'home/go/src/x': '',
			},
			'home/.nuget/NuGet/NuGet.Config': 'password',
		});
		assert.deepEqual(found(['home/.cargo/bin']), ['.cargo/bin', '.cargo/registry', '.m2/repository', 'go/pkg']);
	});

	it('contain the interpreter that an environment links to, wherever it is', () => {
		folder.write({
			...{ 'home/tools/py/bin/python3': '', 'home/tools/py/lib/x': '', 'home/tools/notes.txt': '', 'home/.ssh/id': '' },
			'home/envs/v/bin/': '',
		});
		symlinkSync(folder.path('home/tools/py/bin/python3'), folder.path('home/envs/v/bin/python'));
		symlinkSync(folder.path('home/.ssh/id'), folder.path('home/envs/v/bin/key'));
		assert.deepEqual(found(['home/envs/v/bin']), ['envs/v/bin', 'tools/py/bin', 'tools/py/lib']);
	});

	it('never contain the home folder or one around it, whatever variables and PATH name', () => {
		const home = folder.path('home');
		folder.write({ 'home/x': '', 'home/lib/x': '' });
		assert.deepEqual(
			found([home, folder.path(), '/'], { VIRTUAL_ENV: home, JAVA_HOME: '/', GOPATH: folder.path() }),
			[],
		);
	});
});
