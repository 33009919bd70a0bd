import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { commitAll, git } from '../support/gitRepository';
import { repoRoot } from '../support/repoRoot';
import { smoothFix } from '../support/smoothFix';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

describe('faultline verify', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const workspace = () => folder.path('workspace');
	const cli = (...words: string[]) =>
		faultlineCli(words, { cwd: folder.path(), env: { FAULTLINE_STORAGE: folder.path('storage') } });
	const record = () => readFileSync(folder.path('proof.jsonl'), 'utf8');

	/** Fixes the sample, and exports the record of its patch. Returns the digest. */
	const prove = async (...words: string[]): Promise<string> => {
		cpSync(join(repoRoot, 'sample', 'python'), workspace(), { recursive: true });
		folder.write({ 'workspace/.gitignore': '__pycache__/\n' });
		commitAll(workspace());
		server.now.script(smoothFix);
		const issue = ['--workspace', workspace(), '--issue', join(workspace(), 'ISSUE.md')];
		const model = ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools', '--execute'];
		const fixed = await cli('fix', ...issue, ...model, '--out', 'out', ...words);
		assert.equal(fixed.code, 0, fixed.stderr);
		assert.match(fixed.stdout, /Proof: fixed: reproducer fails before, passes after$/m);
		const [, id = ''] = /Kept as run (\S+),/.exec(fixed.stdout) ?? assert.fail(fixed.stdout);
		const { code, stderr } = await cli('runs', 'export', id, '--proof', 'proof.jsonl');
		assert.equal(code, 0, stderr);
		return /sha256:([\da-f]{64})/.exec(stderr)?.[1] ?? assert.fail(stderr);
	};
	const verify = (where: string, ...words: string[]) =>
		cli('verify', 'proof.jsonl', '--workspace', where, '--execute', ...words);

	it('executes a record again in a second clean clone, and refuses it on other files', async () => {
		const digest = await prove();
		assert.equal(readFileSync(folder.path('out', 'patch-1.proof.jsonl'), 'utf8'), record());
		assert.ok(record().includes(`"gitCommit":"${git(workspace(), 'rev-parse', 'HEAD')}"`));
		const clone = folder.path('clone');
		git(folder.path(), 'clone', '--quiet', workspace(), clone);
		const before = folderPicture(clone);
		const { code, stdout, stderr } = await verify(clone, '--digest', `sha256:${digest}`);
		assert.equal(code, 0, stdout + stderr);
		for (const part of [
			'tree',
			'patch',
			'reproducer',
			'environment',
			'before',
			'after',
			'tests before',
			'tests after',
		]) {
			assert.match(stdout, new RegExp(`^holds +${part} `, 'm'));
		}
		assert.match(stdout, /^The record holds: fixed\.$/m);
		assert.deepEqual(folderPicture(clone), before);

		folder.write({ 'clone/tally/more.py': 'MORE = 1\n' });
		const { code: refused, stdout: json } = await verify(clone, '--json');
		const { verified, lines } = JSON.parse(json) as {
			readonly verified: boolean;
			readonly lines: readonly { readonly part: string; readonly state: string; readonly text: string }[];
		};
		assert.deepEqual([refused, verified], [1, false]);
		const states = new Map(lines.map(({ part, state }) => [part, state]));
		assert.deepEqual(
			[states.get('tree'), states.get('patch'), states.get('after')],
			['differs', 'holds', 'notRepeated'],
		);
	});

	it('refuses an altered record, in the line of what was altered', async () => {
		await prove('--no-tests');
		folder.write({ 'proof.jsonl': record().replace('MINUTES_PER_DAY', 'HOURS_PER_DAY') });
		const { code, stdout } = await verify(workspace());
		assert.equal(code, 1);
		assert.match(stdout, /^differs +patch +it is not the one that its digest names$/m);
		assert.match(stdout, /^Refused: /m);
		const other = await verify(workspace(), '--digest', 'sha256:00');
		assert.deepEqual([other.code, /This is another record: its digest is sha256:/.test(other.stderr)], [1, true]);
	});

	it('runs nothing without consent, and reads nothing but a record', async () => {
		folder.write({ 'a.py': 'a = 1\n', 'proof.jsonl': '{}\n' });
		const asked = await cli('verify', 'proof.jsonl');
		assert.deepEqual([asked.code, /add --execute/.test(asked.stderr)], [2, true]);
		const read = await verify('.');
		assert.deepEqual([read.code, /is not a proof record/.test(read.stderr)], [1, true]);
		assert.equal((await cli('verify', '--execute')).code, 2);
	});
});
