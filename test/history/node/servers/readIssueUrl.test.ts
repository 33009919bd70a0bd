import assert from 'node:assert/strict';
import { readIssueUrl } from '../../../../src/history/node/servers/issueServers';

describe('readIssueUrl', () => {
	const addresses: [url: string, service: string, origin: string, project: string, kind: string][] = [
		['https://github.com/owner/some.repo/issues/12', 'github', 'https://github.com', 'owner/some.repo', 'issue'],
		['http://www.github.com/owner/repo/pull/12/files', 'github', 'https://github.com', 'owner/repo', 'change'],
		['github.com/owner/repo/issues/12?a=b#c', 'github', 'https://github.com', 'owner/repo', 'issue'],
		['https://gitlab.com/group/project/-/issues/12', 'gitlab', 'https://gitlab.com', 'group/project', 'issue'],
		['GitLab.com/a/b/c/project/-/work_items/12#note_3', 'gitlab', 'https://gitlab.com', 'a/b/c/project', 'issue'],
		['https://git.example.org:8443/a/b/-/merge_requests/12', 'gitlab', 'https://git.example.org:8443', 'a/b', 'change'],
		['https://gitlab/a/b/-/issues/12', 'gitlab', 'https://gitlab', 'a/b', 'issue'],
		['http://localhost:8080/a/b/-/issues/12', 'gitlab', 'http://localhost:8080', 'a/b', 'issue'],
	];
	for (const [url, service, origin, project, kind] of addresses) {
		it(`reads ${url}`, () => {
			assert.deepEqual(readIssueUrl(` ${url}\n`), { service, origin, project, kind, number: 12, url });
		});
	}

	for (const text of [
		'https://github.com/owner/repo',
		'https://github.com/owner/../issues/1',
		'https://github.com/owner/repo/issues',
		'https://github.com/owner/repo/issues/new',
		'https://github.com.example.org/owner/repo/issues/1',
		'https://example.org/github.com/owner/repo/issues/1',
		'https://gitlab.com/group/project/issues/1',
		'https://gitlab.com/project/-/issues/1',
		'https://gitlab.com/../project/-/issues/1',
		'https://github.com/owner/repo/-/issues/1',
		'https://user:password@gitlab.com/group/project/-/issues/1',
		'docs/old/notes/-/issues/1',
		'ftp://gitlab.com/group/project/-/issues/1',
		'see https://github.com/owner/repo/issues/1',
		'',
	]) {
		it(`reads nothing in "${text}"`, () => {
			assert.equal(readIssueUrl(text), undefined);
		});
	}
});
