import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { SampleProject, sampleIssueFile } from '../../../../src/code/node/sample/sampleProject';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

describe('SampleProject', () => {
	const folder = new TestFolder();

	it('is copied from the package, in place of an earlier copy', async () => {
		const sample = new SampleProject(repoRoot, folder.path('storage', 'tally'));
		assert.equal(await sample.exists(), false);
		await sample.copy();
		assert.equal(await sample.exists(), true);
		assert.match(await sample.issue(), /after midnight/);
		const issue = readFileSync(folder.path('storage', 'tally', sampleIssueFile), 'utf8');
		folder.write({ 'storage/tally/new.txt': '', [`storage/tally/${sampleIssueFile}`]: 'changed' });
		await sample.copy();
		assert.equal(await sample.issue(), issue);
		assert.ok(!existsSync(folder.path('storage', 'tally', 'new.txt')));
	});
});
