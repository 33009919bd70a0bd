import assert from 'node:assert/strict';
import { readGitConfig } from '../../../../src/history/node/servers/readGitConfig';
import { projectOfRemotes, readRemoteUrl } from '../../../../src/history/node/servers/remoteProject';

describe('the project of a git remote', () => {
	const urls: [url: string, origin: string, project: string][] = [
		['git@github.com:owner/name.git', 'https://github.com', 'owner/name'],
		['https://github.com/owner/name', 'https://github.com', 'owner/name'],
		['https://GitHub.com:443/owner/name.git/', 'https://github.com', 'owner/name'],
		['https://user:pass@word@github.com/owner/name.git', 'https://github.com', 'owner/name'],
		['ssh://git@ssh.github.com:443/owner/name.git', 'https://github.com', 'owner/name'],
		['git@gitlab.com:group/sub/name.git', 'https://gitlab.com', 'group/sub/name'],
		['ssh://git@git.example.org:2222/group/name.git', 'https://git.example.org', 'group/name'],
		['https://git.example.org:8443/group/name', 'https://git.example.org:8443', 'group/name'],
		['http://git.example.org:8080/group/name', 'https://git.example.org', 'group/name'],
		['git://github.com/owner/name.git', 'https://github.com', 'owner/name'],
	];
	for (const [url, origin, project] of urls) {
		it(`is read from ${url}`, () => {
			assert.deepEqual(readRemoteUrl(url), { origin, project });
		});
	}

	for (const url of [
		'/srv/git/owner/name.git',
		'../name.git',
		'file:///srv/owner/name.git',
		'C:\\git\\owner\\name',
		'git@work:owner/name.git',
		'git@github.com:name.git',
		'https://github.com/../../name',
		'',
	]) {
		it(`is not seen in "${url}"`, () => {
			assert.equal(readRemoteUrl(url), undefined);
		});
	}

	it('is that of upstream, then of origin, then of any remote on a server', () => {
		const remote = (name: string, url = `git@github.com:${name}/x.git`) => ({ name, url });
		const of = (...remotes: { name: string; url: string }[]) => projectOfRemotes(remotes)?.project;
		assert.equal(of(remote('mine'), remote('origin'), remote('upstream')), 'upstream/x');
		assert.equal(of(remote('mine'), remote('origin')), 'origin/x');
		assert.equal(of(remote('origin', '../x'), remote('mine')), 'mine/x');
		assert.equal(of(), undefined);
	});

	it('is found in the configuration of a repository', () => {
		const config = `[core]
	url = https://example.org/not/this
[remote "origin"]
	url = git@github.com:owner/name.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
	remote = origin
[remote "upstream"]
	URL="https://github.com/first/name"
`;
		assert.deepEqual(readGitConfig(config.replaceAll('\n', '\r\n')), [
			{ name: 'origin', url: 'git@github.com:owner/name.git' },
			{ name: 'upstream', url: 'https://github.com/first/name' },
		]);
		assert.deepEqual(readGitConfig(''), []);
	});
});
