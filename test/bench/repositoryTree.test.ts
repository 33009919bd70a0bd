import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RepositoryTree } from '../../bench/support/repositoryTree';
import { commitAll, git } from '../support/gitRepository';
import { TestFolder } from '../support/testFolder';

describe('the working tree of a benchmark', () => {
	const folder = new TestFolder();

	it('leaves out a file whose contents the repository lacks, and writes nothing into the repository', () => {
		folder.write({ 'a__b/here.txt': 'here', 'a__b/docs/large file.bin': 'large' });
		const repo = folder.path('a__b');
		commitAll(repo);
		const blob = git(repo, 'rev-parse', 'HEAD:docs/large file.bin');
		rmSync(join(repo, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
		const objects = () => readdirSync(join(repo, '.git', 'objects'), { recursive: true }).sort();
		const before = objects();
		const tree = new RepositoryTree(folder.path(), 'a/b');
		try {
			assert.deepEqual(tree.checkOut('HEAD'), ['docs/large file.bin']);
			assert.deepEqual(
				readdirSync(tree.folder).filter(name => name !== '.git'),
				['here.txt'],
			);
			assert.equal(readFileSync(join(tree.folder, 'here.txt'), 'utf8'), 'here');
			assert.deepEqual(objects(), before);
		} finally {
			tree.dispose();
		}
	});
});
