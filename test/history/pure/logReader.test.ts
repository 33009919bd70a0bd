import assert from 'node:assert/strict';
import { gitPath, LogReader } from '../../../src/history/pure/logReader';
import { idOf, logText } from './historyProject';

/** What the reader reports of a text that arrives in pieces. */
function read(text: string, pieceBytes = 1e9): string[] {
	const found: string[] = [];
	const decoder = new TextDecoder();
	const textOf = (bytes: Uint8Array, start: number, end: number) => decoder.decode(bytes.subarray(start, end));
	const reader = new LogReader({
		commit: ({ id, message }) => found.push(`commit ${id.slice(0, 8)} ${JSON.stringify(message)}`),
		file: ({ path, oldPath, status }) =>
			found.push(`file ${status} ${path}${oldPath === undefined ? '' : ` < ${oldPath}`}`),
		patch: () => found.push('patch'),
		side: (side, path) => found.push(`${side} ${path}`),
		hunk: (...bytes) => found.push(textOf(...bytes)),
		line: (...bytes) => found.push(textOf(...bytes)),
	});
	const bytes = new TextEncoder().encode(text);
	for (let at = 0; at < bytes.length; at += pieceBytes) {
		reader.add(bytes.subarray(at, at + pieceBytes));
	}
	reader.end();
	return found;
}

describe('LogReader', () => {
	const commits = [
		{ message: 'First\n\nbody', changes: { 'a.py': '@@ -1 +1 @@ def f\n-old\n+new' } },
		{
			message: '',
			changes: { 'b c.py': '@@ -1,0 +2 @@\n+--- not a side\n+@@ not a hunk\n\\ No newline', 'd.png': '' },
		},
		{ message: 'A merge' },
	];
	const expected = [
		...['commit 00000001 "First\\n\\nbody"', 'file M a.py', 'patch', 'old a.py', 'new a.py'],
		...['@@ -1 +1 @@ def f', '-old', '+new', 'commit 00000002 ""', 'file M b c.py', 'file M d.png'],
		...['patch', 'old b c.py', 'new b c.py', '@@ -1,0 +2 @@', '+--- not a side', '+@@ not a hunk', '\\ No newline'],
		...['patch', 'commit 00000003 "A merge"'],
	];

	it('reports commits, files, hunks and lines', () => {
		assert.deepEqual(read(logText(commits)), expected);
	});

	for (const pieceBytes of [1, 2, 7, 64]) {
		it(`reports the same when it arrives in pieces of ${pieceBytes} bytes`, () => {
			assert.deepEqual(read(logText(commits), pieceBytes), expected);
		});
	}

	it('takes nothing in a message for structure', () => {
		const message = 'Title\ndiff --git a/x b/x\n:100644 100644 0 1 M\tx\n@@ -1 +1 @@\n+line';
		assert.deepEqual(read(logText([{ message }])), [`commit ${idOf(0).slice(0, 8)} ${JSON.stringify(message)}`]);
	});

	it('cuts lines and messages that are too long, and continues behind them', () => {
		const long = 'x'.repeat(300_000);
		const changes = { a: `@@ -1 +1 @@\n+${long}\n+short` };
		const found = read(logText([{ message: `one line ${long}`, changes }, { message: 'next' }]), 50_000);
		assert.ok(found.every(line => line.length < 300_000));
		assert.deepEqual(found.slice(-2), ['+short', 'commit 00000002 "next"']);
	});

	it('reads renames, and paths in quotes', () => {
		const text = [idOf(0), 1, 'A', 'm']
			.map(field => `\0${field}`)
			.join('')
			.concat(`\0\n\n:1 1 2 3 R090\told name\t"new\\tn\\303\\244me"\n`);
		assert.deepEqual(read(text).at(-1), 'file R new\tnäme < old name');
	});
});

describe('a path as git writes it', () => {
	it('has no escapes without quotes', () => {
		assert.equal(gitPath('a\\n b'), 'a\\n b');
	});

	it('has those of C in quotes', () => {
		assert.equal(gitPath('"a\\n\\"b\\\\ \\001ü"'), 'a\n"b\\ \u0001ü');
	});
});
