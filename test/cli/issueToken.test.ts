import assert from 'node:assert/strict';
import { issueToken } from '../../src/cli/readIssue';
import { readIssueUrl } from '../../src/history/node/servers/issueAddress';

describe('issueToken', () => {
	const env = { GITHUB_TOKEN: 'github', GITLAB_TOKEN: 'gitlab' };
	const tokenFor = (url: string, more: Readonly<Record<string, string>> = {}) =>
		issueToken(readIssueUrl(url) ?? assert.fail(`${url} is no address`), { ...env, ...more });

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
