import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ChatSessions } from '../../src/editor/chats/chatSessions';
import { diskFolders, RememberedTrees } from '../../src/editor/chats/rememberedTrees';
import { commitAll, git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { chatToken, memoryMemento } from './runParts';

const day = 24 * 60 * 60 * 1000;

describe('the remembered working trees', () => {
	const folder = () => diskFolders()[0]?.fsPath ?? assert.fail('no folder is open');
	const path = () => join(folder(), 'remembered.txt');
	let memory: vscode.Memento;
	let nowMs: number;
	let log: RecordedLog;

	/** Of a window: another one has the same memory. */
	const window = (isTrusted = true) => {
		const clock = { now: () => ++nowMs, wait: () => assert.fail('nothing is waited for') };
		const trees = new RememberedTrees({ memory, clock, log, isTrusted: () => isTrusted });
		return { trees, chats: new ChatSessions(trees) };
	};
	const commits = ({ trees }: ReturnType<typeof window>) => trees.of(folder()).map(({ commit }) => commit);

	beforeEach(() => {
		memory = memoryMemento();
		nowMs = 40 * day;
		log = new RecordedLog();
		writeFileSync(path(), 'one\n');
		commitAll(folder());
		writeFileSync(path(), 'two\n');
	});
	afterEach(() => {
		rmSync(join(folder(), '.git'), { recursive: true });
		rmSync(path());
	});

	it('are made once a chat, at its beginning, also over a reload of the window', async () => {
		const first = window();
		await Promise.all([first.chats.begin(chatToken('a')), first.chats.begin(chatToken('a'))]);
		const [begun] = commits(first);
		assert.equal(git(folder(), 'show', `${begun}:remembered.txt`), 'two');
		writeFileSync(path(), 'three\n');
		await first.chats.begin(chatToken('a'));
		const reloaded = window();
		await reloaded.chats.begin(chatToken('a'));
		assert.deepEqual(commits(reloaded), [begun]);
		await reloaded.chats.begin(chatToken('b'));
		const [second, ...others] = commits(reloaded);
		assert.deepEqual(others, [begun]);
		assert.equal(git(folder(), 'show', `${second}:remembered.txt`), 'three');
	});

	it('are made for a chat that VS Code does not identify with its first request, and for no call outside of chats', async () => {
		const own = window();
		await own.chats.begin(undefined);
		assert.deepEqual(commits(own), []);
		await own.chats.begin(undefined, true);
		await own.chats.begin(undefined, true);
		assert.equal(commits(own).length, 2);
	});

	it('are made when the user asks, the newest first and at most ten, and dropped after a week', async () => {
		const { trees } = window();
		for (let at = 0; at < 12; at++) {
			writeFileSync(path(), `${at}\n`);
			await trees.remember(diskFolders());
		}
		const kept = trees.of(folder());
		assert.equal(kept.length, 10);
		assert.equal(git(folder(), 'show', `${kept[0]?.commit}:remembered.txt`), '11');
		assert.equal(kept[0]?.chat, undefined);
		assert.deepEqual(trees.of('/elsewhere'), []);
		nowMs += 8 * day;
		assert.deepEqual(trees.of(folder()), []);
	});

	it('are made for no chat in Restricted Mode', async () => {
		const own = window(false);
		await own.chats.begin(chatToken('a'));
		assert.deepEqual([commits(own), log.lines], [[], []]);
	});

	it('are none without a repository, which is no failure of a chat', async () => {
		rmSync(join(folder(), '.git'), { recursive: true });
		const own = window();
		await own.chats.begin(chatToken('a'));
		assert.deepEqual([commits(own), log.lines], [[], []]);
		await assert.rejects(own.trees.remember(diskFolders()), /is in no git repository/);
		commitAll(folder());
	});

	it('are not made of too many files, which is stated', async () => {
		const many = join(folder(), 'many');
		await vscode.workspace.fs.createDirectory(vscode.Uri.file(many));
		try {
			for (let at = 0; at <= 1000; at++) {
				writeFileSync(join(many, `${at}.txt`), 'x\n');
			}
			const own = window();
			await own.chats.begin(chatToken('a'));
			assert.deepEqual(commits(own), []);
			assert.match(log.lines.join(), /more than 1,000 files differ/);
		} finally {
			rmSync(many, { recursive: true });
		}
	});
});
