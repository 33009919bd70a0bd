import assert from 'node:assert/strict';
import { readAiIgnore } from '../../../src/core/outgoing/aiIgnore';
import { visibleWorkspace } from '../../../src/core/outgoing/visibleWorkspace';
import type { SearchFocus } from '../../../src/core/search/scope/searchScopes';
import { callTool } from '../../../src/core/tools/callTool';
import { historyTools } from '../../../src/core/tools/history/historyTools';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import { type MadeCommit, MadeHistory } from './historyProject';

const files = { 'net/socket.c': 'int a;\n', 'net/tcp.c': 'int b;\n', 'mm/slab.c': 'int c;\n' };

function changed(path: string, message: string, line = 'lock_sock(sk);'): MadeCommit {
	return { message, changes: { [path]: `@@ -5 +5 @@ int f(void)\n-\told();\n+\t${line}` } };
}

async function search(
	commits: readonly MadeCommit[],
	args: Readonly<Record<string, string>>,
	{ focus, texts = files }: { readonly focus?: SearchFocus; readonly texts?: Readonly<Record<string, string>> } = {},
) {
	const history = new MadeHistory(commits);
	const whole = { ...(await memoryWorkspace(texts)), history };
	const workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	const answer = await callTool(historyTools, 'search_commits', args, { workspace, focus });
	const messages = [...answer.text.matchAll(/<message>\n(.*)/g)].map(([, subject]) => subject);
	return { ...answer, messages, history };
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

	it('answers without a history', async () => {
		const workspace = await memoryWorkspace(files);
		const answer = await callTool(historyTools, 'search_commits', { query: 'x' }, { workspace });
		assert.deepEqual([answer.ok, answer.text], [false, 'The history of this workspace is not available.']);
	});
});
