import assert from 'node:assert/strict';
import { addressOfReference, readIssueReference } from '../../../../src/history/node/servers/issueReference';

describe('issue references', () => {
	const github = { origin: 'https://github.com', project: 'some/tally' };
	const gitlab = { origin: 'https://git.example.org', project: 'group/sub/tally' };
	const urlOf = (text: string, remote?: typeof github) => {
		const reference = readIssueReference(text) ?? assert.fail(`${text} is no reference`);
		return addressOfReference(reference, remote)?.url;
	};

	it('mean the issue of the repository at hand', () => {
		assert.equal(urlOf(' #12\n', github), 'https://github.com/some/tally/issues/12');
		assert.equal(urlOf('#12', gitlab), 'https://git.example.org/group/sub/tally/-/issues/12');
	});

	it('may name another project of the same server', () => {
		assert.equal(urlOf('other/name#12', github), 'https://github.com/other/name/issues/12');
		assert.equal(urlOf('group/sub/name#12', gitlab), 'https://git.example.org/group/sub/name/-/issues/12');
	});

	it('lead to GitHub unless a repository states otherwise, and nowhere without a project', () => {
		assert.equal(urlOf('other/name#12'), 'https://github.com/other/name/issues/12');
		assert.equal(urlOf('#12'), undefined);
		assert.equal(urlOf('a/b/c#12', github), undefined);
	});

	it('state which service to ask', () => {
		const reference = { number: 3 };
		assert.equal(addressOfReference(reference, github)?.service, 'github');
		assert.equal(addressOfReference(reference, gitlab)?.service, 'gitlab');
	});

	for (const text of ['12', '# 12', '#12 crashes', 'see #12', 'name#12', '../name#12', 'a/..#12', '#', '#12a', '']) {
		it(`are not seen in "${text}"`, () => {
			assert.equal(readIssueReference(text), undefined);
		});
	}
});
