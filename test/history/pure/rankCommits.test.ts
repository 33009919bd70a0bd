import assert from 'node:assert/strict';
import { commitQuery } from '../../../src/history/pure/commitQuery';
import { rankCommits } from '../../../src/history/pure/rankCommits';
import { indexOf, type MadeCommit } from './historyProject';

const lock = {
	'net/socket.c': '@@ -5 +5 @@ int sock_release(struct socket *sock)\n-\tlock_sock(sk);\n+\ttry_lock(sk);',
};
const other = { 'docs/notes.txt': '@@ -1 +1 @@\n-a word\n+another word' };

function ranked(commits: readonly MadeCommit[], query: string, perSegment?: number): string[] {
	const index = indexOf(commits, perSegment === undefined ? {} : { perSegment });
	return rankCommits(index, commitQuery(query)).map(commit => index.messageOf(commit).split('\n')[0] ?? '');
}

describe('rankCommits', () => {
	it('finds words of messages, paths, changed lines and the functions around them', () => {
		const commits = [
			{ message: 'Tidy', changes: lock },
			{ message: 'Locking of sockets' },
			{ message: 'x', changes: other },
		];
		assert.deepEqual(ranked(commits, 'try_lock'), ['Tidy', 'Locking of sockets']);
		assert.deepEqual(ranked(commits, 'sock_release'), ['Tidy']);
		assert.deepEqual(ranked(commits, 'notes'), ['x']);
		assert.deepEqual(ranked(commits, 'nothing of this'), []);
	});

	it('finds a name by its parts and in any spelling', () => {
		const commits = [{ message: 'a', changes: lock }];
		for (const query of ['lock_sock', 'LockSock', 'locks', 'SOCK']) {
			assert.deepEqual(ranked(commits, query), ['a'], query);
		}
	});

	it('finds the number of an issue, and not one of two digits', () => {
		const commits = [{ message: 'Fixed #31415 -- it' }, { message: 'Release 42' }];
		assert.deepEqual(ranked(commits, '#31415'), ['Fixed #31415 -- it']);
		assert.deepEqual(ranked(commits, '42'), []);
	});

	it('prefers commits with more of the query, and recent ones', () => {
		const same = { message: 'Cache keys' };
		const commits = [
			{ ...same, message: 'Cache keys, new', daysAgo: 1 },
			{ ...same, message: 'Cache keys, old', daysAgo: 3000 },
			{ message: 'Cache keys of sessions', daysAgo: 2000 },
		];
		assert.deepEqual(ranked(commits, 'cache key'), ['Cache keys, new', 'Cache keys of sessions', 'Cache keys, old']);
		assert.equal(ranked(commits, 'cache key session')[0], 'Cache keys of sessions');
	});

	it('finds what good commits refer to', () => {
		const commits = [
			{ message: 'Fixed crash of widgets in the admin\n\nRegression in 00000003abab.' },
			{ message: 'Crash tests' },
			{ message: 'Refactored rendering' },
			{ message: 'Unrelated' },
		];
		const found = rankCommits(indexOf(commits), commitQuery('widget crash'));
		const culprit = found.find(({ commit }) => commit === 2);
		assert.equal(culprit?.referredBy?.kind, 'regression');
		assert.ok(!found.some(({ commit }) => commit === 3));
	});

	it('ranks the same however the commits are divided into segments', () => {
		const commits = Array.from({ length: 40 }, (_, at) => ({
			message: `Change ${at} of ${['cache', 'session', 'router'][at % 3]} and ${['key', 'value'][at % 2]}`,
			changes: at % 4 === 0 ? lock : other,
		}));
		for (const query of ['cache key', 'session value lock_sock', 'router']) {
			assert.deepEqual(ranked(commits, query, 7), ranked(commits, query), query);
		}
	});

	it('finds only commits before a given one', () => {
		const index = indexOf([{ message: 'cache a' }, { message: 'cache b' }, { message: 'cache c' }], { perSegment: 2 });
		const [before] = index.find('00000002');
		const found = rankCommits(index, commitQuery('cache'), { before });
		assert.deepEqual(
			found.map(each => index.messageOf(each)),
			['cache c'],
		);
	});
});

describe('a commit index without hidden files', () => {
	const commits = [
		{
			message: 'Open and hidden',
			changes: { 'vault.txt': '@@ -1 +1 @@\n+combination', 'door.c': '@@ -1 +1 @@\n+knock' },
		},
		{ message: 'Hidden only', changes: { 'vault.txt': '@@ -1 +1 @@\n+combination' } },
	];
	const index = indexOf(commits).without(path => path === 'vault.txt');
	const found = (query: string) => rankCommits(index, commitQuery(query)).map(each => index.messageOf(each));

	it('finds nothing by their lines or their names', () => {
		assert.deepEqual([found('combination'), found('vault')], [[], []]);
	});

	it('finds commits that change others, too, by their messages', () => {
		assert.deepEqual(found('hidden'), ['Open and hidden']);
	});

	it('does not have commits that change no other file', () => {
		assert.deepEqual(index.find('00000002'), []);
	});
});
