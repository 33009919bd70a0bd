import assert from 'node:assert/strict';
import { jobId, jobOf, readJob } from '../../../../src/research/node/queue/queueJob';
import { readName, writtenName } from '../../../../src/research/node/queue/queueName';

describe('a job of a queue', () => {
	const commit = '0123456789abcdef0123456789abcdef01234567';
	const job = {
		...{ instance: 'acme__tally-1', repository: 'acme/tally', commit, strategy: 'rover', issue: 'Hours are wrong.\n' },
	};

	it('is read as it was written', () => {
		assert.deepEqual(readJob(JSON.parse(JSON.stringify(job))), job);
	});

	const wrong: [what: string, data: unknown][] = [
		['nothing', null],
		['a list', [job]],
		['a missing field', { ...job, commit: undefined }],
		['another type', { ...job, issue: ['Hours are wrong.'] }],
		['another field', { ...job, command: 'rm -rf /' }],
		['a repository outside of the clones', { ...job, repository: '../../etc' }],
		['an absolute repository', { ...job, repository: '/etc' }],
		['a server as repository', { ...job, repository: 'ext::sh -c id' }],
		['an option as commit', { ...job, commit: '--upload-pack=id' }],
		['a branch', { ...job, commit: 'main' }],
		['part of a hash', { ...job, commit: commit.slice(0, 12) }],
		['an unknown strategy', { ...job, strategy: '__proto__' }],
		['an empty issue', { ...job, issue: ' \n' }],
		['a huge issue', { ...job, issue: 'x'.repeat(1_000_001) }],
		['a name with an escape', { ...job, instance: 'a\u001b[2J' }],
		['a name of two lines', { ...job, instance: 'a\nb' }],
		['a huge name', { ...job, instance: 'x'.repeat(201) }],
		['an empty name', { ...job, instance: ' ' }],
	];
	for (const [what, data] of wrong) {
		it(`is none with ${what}`, () => {
			assert.equal(typeof readJob(data), 'string');
		});
	}

	it('is made of an instance, without its secrets', () => {
		const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const made = jobOf({ id: 'a', issue: `Log in with ${token}.`, code: { repo: 'o/n', commit }, row: {} }, 'tree');
		assert.ok(!JSON.stringify(made).includes(token));
		assert.equal(made.removed.length, 1);
		assert.deepEqual(Object.keys(made.job), ['instance', 'repository', 'commit', 'strategy', 'issue']);
	});

	it('is not made of what workers elsewhere would not find', () => {
		const made = (code: Parameters<typeof jobOf>[0]['code']) => () =>
			jobOf({ id: 'a', issue: 'x', code, row: {} }, 'rover');
		assert.throws(made({ folder: '/home/me/code' }), { name: 'UserError', message: /a names a folder/ });
		assert.throws(made({ repo: 'o/n', commit: 'HEAD' }), { name: 'UserError', message: /not the whole hash/ });
	});

	it('is the same for an instance, a commit and a build, and another one for each other of them', () => {
		const ids = [
			jobId(job, '1'),
			jobId({ ...job, issue: 'Edited.', strategy: 'tree' }, '1'),
			jobId({ ...job, instance: 'b' }, '1'),
			jobId({ ...job, commit: commit.replace('0', '1') }, '1'),
			jobId(job, '2'),
		];
		assert.equal(ids[0], ids[1]);
		assert.equal(new Set(ids).size, 4);
	});
});

describe('the name of a queue', () => {
	it('is read as it was written', () => {
		const name = { name: 'issues', goal: 'fix', build: '0.2.0 (build 1a2b3c4d)' } as const;
		assert.deepEqual(readName(writtenName(name)), name);
		for (const other of ['', 'a~fix~1', 'a~eval~1~2', 'a~fix~1~2~3', '\u001b~fix~1~2']) {
			assert.equal(readName(other), undefined, other);
		}
	});
});
