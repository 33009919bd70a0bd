import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { SearchFocus } from '../../../src/code/pure/search/scope/searchScopes';
import { searchContext } from '../../../src/code/pure/search/searchContext';
import type { CommitOptions } from '../../../src/history/pure/history';
import { searchCommits } from '../../../src/history/pure/searchCommits';
import { visibleWorkspace } from '../../../src/history/pure/visible/visibleWorkspace';
import { callTool } from '../../../src/models/pure/tools/callTool';
import { historyTools } from '../../../src/models/pure/tools/toolTable';
import { readAiIgnore } from '../../../src/outgoing/pure/gate/aiIgnore';
import type { Commit } from '../../../src/runs/pure/model/commit';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { type IndexingOptions, idOf, type MadeCommit, MadeHistory } from './historyProject';

const files = { 'net/socket.c': 'int a;\n', 'net/tcp.c': 'int b;\n', 'mm/slab.c': 'int c;\n' };

function changed(path: string, message: string, line = 'lock_sock(sk);'): MadeCommit {
	return { message, changes: { [path]: `@@ -5 +5 @@ int f(void)\n-\told();\n+\t${line}` } };
}

interface SearchOptions extends IndexingOptions {
	readonly focus?: SearchFocus;
	readonly texts?: Readonly<Record<string, string>>;
}

async function search(
	commits: readonly MadeCommit[],
	args: Readonly<Record<string, string>>,
	{ focus, texts = files, ...indexing }: SearchOptions = {},
) {
	const history = new MadeHistory(commits, indexing);
	const whole = { ...(await memoryWorkspace(texts)), history };
	const workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	const answer = await callTool(historyTools, 'search_commits', args, { workspace, focus });
	const messages = [...answer.text.matchAll(/<message>\n(.*)/g)].map(([, subject]) => subject);
	return { ...answer, messages, history };
}

/** Its commits do not match what is searched, and take their time. */
class SlowHistory extends MadeHistory {
	readonly limits: (number | undefined)[] = [];

	override async commits(_ids: readonly string[], options?: CommitOptions): Promise<readonly Commit[]> {
		this.limits.push(options?.timeoutMs);
		await setTimeout(100);
		return [];
	}
}

describe('search_commits', () => {
	const commits = [
		changed('mm/slab.c', 'mm: count slabs'),
		changed('net/tcp.c', 'tcp: lock later'),
		changed('net/socket.c', 'socket: lock the socket'),
		changed('drivers/gone.c', 'gone: lock_sock in a driver'),
	];

	it('shows messages and changes', async () => {
		const { ok, text } = await search(commits, { query: 'tcp later' });
		assert.ok(ok);
		assert.match(text, /^Found \d commits?: /);
		assert.match(text, /<commit>00000002[\da-f]{32}<\/commit> \(Ann Author, 2023-11-13\)\n<message>\ntcp: lock later/);
		assert.match(text, /--- net\/tcp\.c\n@@ -5 \+5 @@ int f\(void\)\n-\told\(\);\n\+\tlock_sock\(sk\);/);
	});

	it('begins in the file that is asked for, and names how far it went', async () => {
		const { text, messages } = await search(commits, { query: 'lock_sock', path: 'net/socket.c' });
		assert.deepEqual(messages.slice(0, 2), ['socket: lock the socket', 'tcp: lock later']);
		assert.match(text, /^Found 4 commits: 1 in net\/socket\.c, 1 in net, 2 anywhere\./);
	});

	it('finds commits of files that no longer exist', async () => {
		const { messages } = await search(commits, { query: 'lock', path: 'drivers' });
		assert.equal(messages[0], 'gone: lock_sock in a driver');
	});

	it('begins in the files of the investigation', async () => {
		const focus = { filesInMemory: () => ['net/tcp.c'], reportedLines: [{ file: 'mm/slab.c', line: 1 }] };
		const { text, messages } = await search(commits, { query: 'lock_sock' }, { focus });
		assert.deepEqual(messages.slice(0, 2), ['tcp: lock later', 'mm: count slabs']);
		assert.match(text, /1 in the files in memory, 1 in the files of the report/);
	});

	it('finds what a pattern matches in changed lines and messages, newest first', async () => {
		const { messages } = await search(commits, { query: 'lock_\\w+\\(|count', form: 'regex' });
		assert.deepEqual(messages.slice(0, 2), ['mm: count slabs', 'tcp: lock later']);
		assert.equal((await search(commits, { query: '^int f', form: 'regex' })).text.includes('matches no commit'), true);
	});

	it('reads changes only of commits that can match', async () => {
		const many = Array.from({ length: 200 }, (_, at) =>
			changed('a.c', `change ${at}`, at === 150 ? 'rare_call();' : 'x();'),
		);
		const { messages, history } = await search(many, { query: '\\brare_call\\b', form: 'regex' });
		assert.deepEqual([messages, history.nRead], [['change 150'], 2]);
	});

	it('reads a pattern that is none, and one that matches nothing, as words', async () => {
		const none = await search(commits, { query: 'lock_sock(', form: 'regex' });
		assert.match(none.text, /cannot be read.*searched as words/);
		const nothing = await search(commits, { query: 'lock_sock.never', form: 'regex' });
		assert.match(nothing.text, /matches no commit.*searched as words/);
		assert.ok(none.messages.length > 0 && nothing.messages.length > 0);
	});

	it('finds only older commits than a given one', async () => {
		const { messages } = await search(commits, { query: 'lock', before: '00000002' });
		assert.deepEqual([...messages].sort(), ['gone: lock_sock in a driver', 'socket: lock the socket']);
		const unknown = await search(commits, { query: 'lock', before: 'ffff' });
		assert.deepEqual([unknown.ok, unknown.text], [false, 'No commit begins with ffff.']);
	});

	it('shows the hunks that were asked for of a long commit, and names the others', async () => {
		const hunk = (line: string) =>
			`@@ -1,60 +1,60 @@\n${Array.from({ length: 60 }, (_, at) => `+filler ${at} ${line}`).join('\n')}`;
		const patch = [hunk('one'), hunk('two'), hunk('wanted_call()')].join('\n');
		const { text } = await search([{ message: 'long', changes: { 'a.c': patch, 'b.png': '' } }], {
			query: 'wanted_call',
		});
		assert.ok(text.includes('filler 3 wanted_call()') && text.includes('filler 3 one') && !text.includes('two'));
		assert.match(text, /\(not shown: a\.c \(1 hunk\), b\.png \(no text\)\)/);
		assert.ok(text.split('\n').length < 120);
	});

	it('shows the lines that were asked for of a hunk that is too long', async () => {
		const lines = Array.from({ length: 5000 }, (_, at) => (at === 3000 ? '+wanted_call();' : `+line ${at}`));
		const { text } = await search(
			[{ message: 'long', changes: { 'a.c': `@@ -0,0 +1,5000 @@\n${lines.join('\n')}` } }],
			{
				query: 'wanted_call',
			},
		);
		assert.match(text, /\(2992 lines of this hunk before\)\n\+line 2992\n/);
		assert.ok(text.includes('+wanted_call();') && text.split('\n').length < 120);
	});

	it('shows the hunks of the path that is asked for first', async () => {
		const added = (name: string) =>
			`@@ -0,0 +1,120 @@\n${Array.from({ length: 120 }, (_, at) => `+${name} wanted_call ${at}`).join('\n')}`;
		const long = {
			message: 'long',
			changes: { 'a/test.c': added('test'), 'net/tcp.c': '@@ -5 +5 @@\n-\told();\n+\tnew();', 'z.c': added('last') },
		};
		const { text } = await search([long], { query: 'wanted_call', path: 'net' });
		assert.match(text, /<diff>\n--- net\/tcp\.c\n@@ -5 \+5 @@\n-\told\(\);\n\+\tnew\(\);\n--- a\/test\.c\n/);
		assert.match(text, /not shown: z\.c \(1 hunk\)/);
		assert.doesNotMatch((await search([long], { query: 'wanted_call' })).text, /new\(\);/);
		const pattern = await search([long], { query: 'wanted_c.ll', path: 'net/tcp.c', form: 'regex' });
		assert.match(pattern.text, /<diff>\n--- net\/tcp\.c/);
	});

	it('shows the commits whose hashes are in the query, before those that its words find', async () => {
		const only = await search(commits, { query: '00000002ABAB' });
		assert.deepEqual([only.ok, only.messages], [true, ['tcp: lock later']]);
		assert.match(only.text, /^Found 1 commit: 1 by hash\.\n\n/);
		const asRegex = await search(commits, { query: '00000002abab', form: 'regex', path: 'net/tcp.c' });
		assert.deepEqual(asRegex.messages, ['tcp: lock later']);
		const both = await search(commits, { query: 'count slabs 00000004abab' });
		assert.deepEqual(both.messages.slice(0, 2), ['gone: lock_sock in a driver', 'mm: count slabs']);
		assert.doesNotMatch(both.text, /None of these/);
		assert.equal(new Set(both.messages).size, both.messages.length);
		const older = await search(commits, { query: 'lock 00000001abab', before: '00000002' });
		assert.ok(!older.messages.includes('mm: count slabs'));
		assert.equal((await search(commits, { query: 'fffffff1' })).ok, false);
	});

	it('shows commits last that only change the form of code', async () => {
		const ignored = [idOf(1)];
		const words = await search(commits, { query: 'lock_sock', path: 'net/tcp.c' }, { ignored });
		assert.deepEqual([words.messages.length, words.messages.at(-1)], [4, 'tcp: lock later']);
		const pattern = await search(commits, { query: 'lock_so', form: 'regex' }, { ignored });
		assert.equal(pattern.messages.at(-1), 'tcp: lock later');
		assert.equal((await search(commits, { query: idOf(1) }, { ignored })).messages[0], 'tcp: lock later');
	});

	it('shows no secret that was once committed', async () => {
		const token = ['ghp', 'q7Zk2PdX9vLm4TnB8sWc1RfYh6JgE3uKa5Vt'].join('_');
		const { text } = await search([changed('a.c', `Remove ${token}`, `token = "${token}"`)], { query: 'remove token' });
		assert.ok(!text.includes(token) && text.includes('[removed: '));
	});

	it('shows nothing of hidden files, and says so', async () => {
		const texts = { ...files, '.aiignore': 'vault*\n' };
		const both = {
			message: 'Door and vault',
			changes: { 'vault.c': '@@ -1 +1 @@\n+combination();', 'door.c': '@@ -1 +1 @@\n+knock();' },
		};
		const only = { message: 'Vault only', changes: { 'vault.c': '@@ -1 +1 @@\n+combination();' } };
		const { text, messages } = await search([both, only], { query: 'door vault knock' }, { texts });
		assert.deepEqual(messages, ['Door and vault']);
		assert.ok(text.includes('+knock();') && !text.includes('combination') && !text.includes('vault.c'));
		assert.match(text, /\(1 file of this commit is hidden from models, and left out\)/);
		assert.equal((await search([both, only], { query: 'combination' }, { texts })).ok, false);
		assert.ok(
			!(await search([both], { query: 'combination\\(', form: 'regex' }, { texts })).text.includes('combination()'),
		);
	});

	it('names what refers to a commit, and what it refers to', async () => {
		const linked = [{ message: 'Fix the crash\n\nFixes: 00000002abab' }, { message: 'Cause the crash' }];
		const { text } = await search(linked, { query: 'crash' });
		assert.match(text, /It names \(fixes\): 00000002abab Cause the crash/);
		assert.match(text, /Named by \(fixes\): 00000001abab Fix the crash/);
	});

	it('names the words that none of the shown commits has, as they were written', async () => {
		const { text, ok } = await search(commits, { query: 'no_such_lock_anywhere_zzz Lock the lock_sock count404' });
		assert.ok(ok);
		assert.match(text, /^None of these commits has "no_such_lock_anywhere_zzz", "count404"\.$/m);
		const all = await search(commits, { query: 'Lock_Sock old drivers/gone.c Sockets' });
		assert.doesNotMatch(all.text, /None of these/);
		const pattern = await search(commits, { query: 'lock_sock|zzz', form: 'regex' });
		assert.doesNotMatch(pattern.text, /None of these/);
	});

	it('names no word that may be in what is not indexed of a commit', async () => {
		const long = Array.from({ length: 50_000 }, (_, at) => `+w${at.toString(36)}x`).join('\n');
		const cut = { message: 'long', changes: { 'a.c': `@@ -0,0 +1,50000 @@\n${long}` } };
		const { text } = await search([cut], { query: 'long zzz_later' });
		assert.ok(!text.includes('None of these'));
	});

	it('answers from what is indexed so far, and that there will be more', async () => {
		const state = { nCommits: 30_000, hasNewest: true };
		const found = await search(commits, { query: 'tcp later' }, { state: { ...state, nIndexed: 4 } });
		assert.equal(found.isUnfinished, true);
		assert.match(found.text, /^The newest 4 of 30,000 commits are indexed so far\.$/m);
		const nothing = await search(commits, { query: 'zzz' }, { state: { ...state, nIndexed: 4 } });
		assert.deepEqual([nothing.ok, nothing.isUnfinished], [false, true]);
		assert.match(nothing.text, /None of the 4 indexed commits has any of these words\.$/);
		const none = await search(
			[],
			{ query: 'zzz' },
			{
				state: { nCommits: 0, nIndexed: 0, hasNewest: false, isCounted: false },
			},
		);
		assert.deepEqual([none.ok, none.isUnfinished], [false, true]);
		assert.equal(none.text, 'The commits are being indexed, and none can be found yet: search again later.');
		const uncounted = { nCommits: 4, nIndexed: 4, hasNewest: true, isCounted: false };
		const newest = await search(commits, { query: 'tcp later' }, { state: uncounted });
		assert.equal(newest.isUnfinished, true);
		assert.match(newest.text, /^The newest 4 commits are indexed so far\.$/m);
		const whole = await search(commits, { query: 'zzz' });
		assert.deepEqual([whole.text, whole.isUnfinished], ['No commit has any of these words.', undefined]);
	});

	it('ends at its deadline, with what it found by then', async () => {
		const many = Array.from({ length: 100 }, (_, at) => changed('a.c', `change ${at}`, 'rare_call();'));
		const history = new SlowHistory(many);
		const context = searchContext({ ...(await memoryWorkspace(files)), history });
		const request = { query: 'c.ll.;|.never', isPattern: true, path: '', before: '' };
		const { ok, text } = await searchCommits(context, request, undefined, 300);
		assert.match(text, /^The search was ended after 0 s: not all commits were read\.$/m);
		assert.match(text, /It was searched as words\./);
		assert.equal(ok, false);
		const limits = history.limits.filter(each => each !== undefined);
		assert.equal(limits.length, history.limits.length);
		assert.ok(limits.length >= 2 && limits.every((each, at) => each < (limits[at - 1] ?? 301)), `${limits}`);
	});

	it('answers without a history', async () => {
		const workspace = await memoryWorkspace(files);
		const answer = await callTool(historyTools, 'search_commits', { query: 'x' }, { workspace });
		assert.deepEqual([answer.ok, answer.text], [false, 'The history of this workspace is not available.']);
	});
});
