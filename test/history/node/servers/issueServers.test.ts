import assert from 'node:assert/strict';
import { readIssueUrl, serverOf } from '../../../../src/history/node/servers/issueServers';

describe('access to the server of an issue', () => {
	const env = { GITHUB_TOKEN: 'github', GITLAB_TOKEN: 'gitlab' };
	const tokenFor = (url: string, more: Readonly<Record<string, string>> = {}) => {
		const address = readIssueUrl(url) ?? assert.fail(`${url} is no address`);
		return serverOf(address).access(address, { ...env, ...more }).token;
	};

	it('gives each service its own', () => {
		assert.equal(tokenFor('https://github.com/a/b/issues/1'), 'github');
		assert.equal(tokenFor('https://gitlab.com/a/b/-/issues/1'), 'gitlab');
	});

	it('gives no server a token that is not its own', () => {
		assert.equal(tokenFor('https://gitlab.example.org/a/b/-/issues/1'), undefined);
		assert.equal(tokenFor('https://gitlab.com/a/b/-/issues/1', { GITLAB_HOST: 'git.example.org' }), undefined);
	});

	for (const host of ['git.example.org', 'https://git.example.org/', 'Git.Example.org']) {
		it(`gives the server of GITLAB_HOST=${host} its own`, () => {
			assert.equal(tokenFor('https://git.example.org/a/b/-/issues/1', { GITLAB_HOST: host }), 'gitlab');
		});
	}
});
