import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { applyDiff } from '../../../../src/runs/pure/diff/applyDiff';
import { changedLines } from '../../../../src/runs/pure/diff/changedLines';
import { fileChanges } from '../../../../src/runs/pure/diff/fileChanges';
import { parseDiff } from '../../../../src/runs/pure/diff/parseDiff';
import { printDiff } from '../../../../src/runs/pure/diff/printDiff';
import { joinTextLines, textLines } from '../../../../src/runs/pure/diff/textLines';
import { TestFolder } from '../../../support/testFolder';

const folder = new TestFolder();

function gitApply(name: string, diff: string): string | undefined {
	const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
		cwd: folder.path('.'),
		input: diff,
		env: { ...process.env, GIT_CEILING_DIRECTORIES: folder.path('..') },
	});
	assert.equal(status, 0, String(stderr) + diff);
	return existsSync(folder.path(name)) ? readFileSync(folder.path(name), 'utf8') : undefined;
}

/** The changes of a folder according to git, with renames. */
function gitDiff(before: Record<string, string>, after: Record<string, string>): string {
	folder.write({ ...before });
	const git = (...args: readonly string[]) => {
		const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder.path('.'), encoding: 'utf8' });
		assert.equal(status, 0, stderr);
		return stdout;
	};
	git('init', '--quiet');
	git('add', '--all');
	const old = git('write-tree').trim();
	folder.write({ ...after });
	for (const path of Object.keys(before).filter(path => !(path in after))) {
		rmSync(folder.path(path));
	}
	git('add', '--all');
	return git('diff', '--find-renames', old, git('write-tree').trim());
}

describe('renames', () => {
	const text = 'one\ntwo\nthree\nfour\nfive\n';
	const cases: [what: string, from: string, to: string, after: string][] = [
		['without edits', 'old.txt', 'new.txt', text],
		['with edits', 'old.txt', 'new.txt', text.replace('two', 'TWO')],
		['of paths with blanks', 'a b/c b/old.txt', 'a b/d b/new.txt', text],
		['of paths in other letters', 'straße/ä.txt', 'straße/ö.txt', text.replace('two', 'TWO')],
	];
	for (const [what, from, to, after] of cases) {
		it(`are read from git's diff: ${what}`, () => {
			const diff = gitDiff({ [from]: text }, { [to]: after });
			assert.match(diff, /^rename from/m);
			const [parsed, ...others] = parseDiff(diff);
			assert.deepEqual([parsed?.oldPath, parsed?.newPath, others], [from, to, []]);
			assert.equal(applyDiff(text, parsed ?? assert.fail()), after);
		});
	}

	it('are seen in a patch that deletes a file and makes one much like it', () => {
		const old = { path: 'old.txt', before: text };
		const other = { path: 'other.txt', before: 'something\nelse\n' };
		const fresh = { path: 'new.txt', after: text.replace('two', 'TWO') };
		assert.deepEqual(fileChanges([other, old, fresh]), [{ file: other }, { file: fresh, old }]);
		assert.deepEqual(fileChanges([other, fresh]), [{ file: other }, { file: fresh }]);
		assert.deepEqual(changedLines({ file: fresh, old }), { nAdded: 1, nRemoved: 1 });
	});
});

describe('a printed diff', () => {
	const pairs: [what: string, before: string | undefined, after: string | undefined][] = [
		['a changed line', 'a\nb\nc\n', 'a\nB\nc\n'],
		['CRLF and trailing blanks', 'a \r\nb\r\nc\t\r\n', 'a \r\nB\r\nc\t\r\n'],
		['a missing final newline', 'a\nb', 'a\nc'],
		['a final newline that comes', 'a\nb', 'a\nb\n'],
		['a final newline that goes', 'a\nb\n', 'a\nb'],
		['a new file', undefined, 'a\nb\n'],
		['a deleted file', 'a\nb', undefined],
		['a file emptied', 'a\n', ''],
		['a file filled', '', 'a\n'],
		['lines that look like a diff', '--- a\n+++ b\n@@ -1 +1 @@\n', '--- a\n+++ c\n@@ -1 +1 @@\n'],
		['more changes than can be compared', 'old\n'.repeat(9000), `${'new\n'.repeat(9000)}end`],
	];
	for (const [what, before, after] of pairs) {
		it(`is applied by git, and by ours: ${what}`, () => {
			folder.write(before === undefined ? { 'keep.txt': '' } : { 'a b.txt': before });
			const diff = printDiff([
				{ path: 'a b.txt', ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
			]);
			assert.equal(gitApply('a b.txt', diff), after);
			const [parsed, ...others] = parseDiff(diff);
			assert.ok(parsed);
			assert.deepEqual(others, []);
			assert.equal(parsed.oldPath, before === undefined ? undefined : 'a b.txt');
			assert.equal(parsed.newPath, after === undefined ? undefined : 'a b.txt');
			assert.equal(applyDiff(before, parsed), after ?? '');
		});
	}

	it('prints files sorted by path, without unchanged ones', () => {
		const change = (path: string, after: string) => ({ path, before: 'a\n', after });
		const diff = printDiff([change('b.txt', 'b\n'), change('same.txt', 'a\n'), change('a.txt', 'b\n')]);
		assert.deepEqual(diff.match(/^diff .*$/gm), ['diff --git a/a.txt b/a.txt', 'diff --git a/b.txt b/b.txt']);
		assert.equal(printDiff([change('same.txt', 'a\n')]), '');
	});

	it('makes of one text the other, whatever they are', () => {
		const line = fc.oneof(fc.constantFrom('', ' ', '-', '+ x', '\\', '@@', 'é', '\tx', '\r'), fc.string());
		const text = fc.tuple(fc.array(line), fc.constantFrom('\n', '\r\n')).map(([lines, end]) => lines.join(end));
		fc.assert(
			fc.property(text, text, (before, after) => {
				const [parsed] = parseDiff(printDiff([{ path: 'a', before, after }]));
				assert.equal(before === after ? before : parsed && applyDiff(before, parsed), after);
			}),
		);
	});
});

describe('parseDiff', () => {
	it('believes no line numbers and no counts', () => {
		const [file] = parseDiff('--- a/x.py\n+++ b/x.py\n@@ -900,1 +2,77 @@ def f():\n a\n-b\n+c\n d\n');
		assert.deepEqual(file, {
			...{ oldPath: 'x.py', newPath: 'x.py' },
			hunks: [{ oldStart: 900, lines: [' a', '-b', '+c', ' d'] }],
		});
	});

	it('takes hunks without numbers, and context lines whose blank was lost', () => {
		const [file] = parseDiff('--- x.py\n+++ x.py\n@@ ... @@\n a\n\n-b\n+c\n\nThat was it.\n');
		assert.deepEqual(file?.hunks, [{ lines: [' a', ' ', '-b', '+c'] }]);
	});

	it('reads quoted paths', () => {
		const [change] = [{ path: 'é "b"\t.txt', before: 'a\n', after: 'b\n' }];
		assert.equal(parseDiff(printDiff([change]))[0]?.newPath, change.path);
	});

	it('finds several files in prose', () => {
		const text = 'First:\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nThen:\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n';
		assert.deepEqual(
			parseDiff(text).map(({ newPath, hunks }) => [newPath, hunks[0]?.lines]),
			[
				['x', ['-a', '+b']],
				['y', ['-c', '+d']],
			],
		);
	});
});

describe('textLines', () => {
	it('give the text back to the last byte', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', ' ', '\u2028')), parts => {
				assert.equal(joinTextLines(textLines(parts.join(''))), parts.join(''));
			}),
		);
	});
});
