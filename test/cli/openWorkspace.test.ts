import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type OpenedWorkspace, type OpenWorkspaceOptions, openWorkspace } from '../../src/cli/openWorkspace';
import type { Progress } from '../../src/system/pure/progress';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

describe('openWorkspace', () => {
	const folder = new TestFolder();
	let log: RecordedLog;

	beforeEach(() => {
		log = new RecordedLog();
		folder.write({
			'ws/a.py': 'class A:\n    def run(self):\n        pass\n',
			'ws/b.py': 'def b():\n    pass\n',
			'ws/notes.txt': 'words',
			'ws/image.bin': 'a\0b',
		});
	});

	const open = (options: Partial<OpenWorkspaceOptions> = {}): Promise<OpenedWorkspace> =>
		openWorkspace({
			roots: [{ name: 'ws', dir: folder.path('ws') }],
			packageRoot: repoRoot,
			log,
			storage: folder.path('storage'),
			...options,
		});
	const saved = () => readdirSync(folder.path('storage', 'index')).filter(name => !name.startsWith('.'));
	const cacheFile = () => folder.path('storage', 'index', saved()[0] ?? '');

	it('has files, symbols and figures of a folder on disk', async () => {
		const { workspace, stats, problems } = await open();
		assert.deepEqual(
			workspace.index.methods('A', 'run').map(symbol => `${symbol.file}:${symbol.startLine}`),
			['a.py:2'],
		);
		assert.equal(await workspace.files.readText('notes.txt'), 'words');
		assert.deepEqual(
			{ ...stats, ms: 0 },
			{
				nFiles: 3,
				nSymbols: 3,
				sizeBytes: 64,
				languages: [{ name: 'Python', nFiles: 2 }],
				nFromCache: 0,
				leftOut: { binary: 1 },
				tooLarge: [],
				ms: 0,
			},
		);
		assert.deepEqual(problems, []);
	});

	it('takes everything from the cache the second time, and reads just what was edited after that', async () => {
		const first = await open();
		const second = await open();
		assert.equal(second.stats.nFromCache, 4);
		assert.deepEqual(second.workspace.index.files(), first.workspace.index.files());
		folder.write({ 'ws/b.py': 'def renamed():\n    pass\n', 'ws/c.py': 'def c():\n    pass\n' });
		rmSync(folder.path('ws/notes.txt'));
		const third = await open();
		assert.equal(third.stats.nFromCache, 2);
		assert.deepEqual([...third.workspace.index.names()].sort(), ['A', 'c', 'renamed', 'run']);
		assert.equal((await open()).stats.nFromCache, 4);
	});

	it('keeps the old cache as it was when cancelled', async () => {
		await open();
		const before = readFileSync(cacheFile(), 'latin1');
		folder.write({ 'ws/b.py': 'def renamed():\n    pass\n' });
		await assert.rejects(open({ signal: AbortSignal.abort() }), { name: 'AbortError' });
		const controller = new AbortController();
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		const onProgress = () => controller.abort();
		const options = { roots, packageRoot: repoRoot, log, storage: folder.path('storage'), onProgress };
		await assert.rejects(openWorkspace({ ...options, signal: controller.signal }), { name: 'AbortError' });
		assert.equal(readFileSync(cacheFile(), 'latin1'), before);
		assert.deepEqual(saved().length, 1, 'no draft is left behind');
	});

	it('rebuilds over a damaged, foreign or torn cache, and logs why', async () => {
		await open();
		const sound = readFileSync(cacheFile());
		const header = (change: (header: Record<string, unknown>) => unknown) => withHeader(sound, change);
		const reasons: [content: string | Buffer, reason: RegExp][] = [
			['', /is damaged/],
			['{}\n', /is damaged/],
			['\0\0\0', /is damaged/],
			[sound.subarray(0, -20), /is damaged/],
			[sound.subarray(0, 40), /is damaged/],
			[Buffer.concat([sound, Buffer.alloc(8)]), /is damaged/],
			[header(all => ({ ...all, version: 3 })), /has version 3, not \d/],
			[header(all => ({ ...all, fingerprint: '' })), /other languages/],
		];
		for (const [content, reason] of reasons) {
			writeFileSync(cacheFile(), content);
			const { stats } = await open();
			assert.equal(stats.nFromCache, 0);
			assert.match(log.lines.at(-1) ?? '', reason);
			assert.deepEqual(readFileSync(cacheFile()), sound);
		}
	});

	it('reads no part of a cache in which a single bit has changed, and removes it', async () => {
		await open();
		const sound = readFileSync(cacheFile());
		let nDamaged = 0;
		for (let at = 7; at < sound.length; at += Math.ceil(sound.length / 200)) {
			const flipped = Buffer.from(sound);
			flipped[at] = (flipped[at] ?? 0) ^ 1;
			writeFileSync(cacheFile(), flipped);
			log.lines.length = 0;
			try {
				const { workspace, stats } = await open();
				nDamaged += log.lines.some(line => /damaged and has been removed/.test(line)) ? 1 : 0;
				// The byte is between two parts, or in the header: then nothing is taken from it.
				const isRead = stats.nFromCache > 0;
				assert.deepEqual([...workspace.index.names()].sort(), ['A', 'b', 'run']);
				assert.deepEqual(
					workspace.index.membersOf('A').map(({ nameLine }) => nameLine),
					[2],
				);
				const files = workspace.index.files().map(({ path, symbols }) => `${path} ${symbols.length}`);
				assert.deepEqual(files, ['a.py 2', 'b.py 1', 'notes.txt 0']);
				assert.equal(readFileSync(cacheFile()).equals(isRead ? flipped : sound), true, `byte ${at}`);
			} catch (error) {
				assert.match((error as Error).message, /^The saved index was damaged and has been removed\. Try again/);
				// The open before may save its list of files only now.
				assert.deepEqual(
					saved().filter(name => !name.endsWith('.listing')),
					[],
				);
				nDamaged++;
				await open();
			}
			assert.equal((await open()).stats.nFiles, 3);
		}
		assert.ok(nDamaged > 10, `${nDamaged} damaged`);
	});

	it('indexes in a process of its own, within its memory, where there is much to read', async () => {
		const memory = { megabytes: 20, setBy: '--memory-limit', leftOutBy: '.gitignore' };
		assert.equal((await open({ memory })).stats.nFiles, 3);
		folder.write({ 'ws/long.txt': 'words and more words\n'.repeat(1_300_000) });
		await assert.rejects(open({ memory }), {
			name: 'UserError',
			message: /^The index process needs more .*memory.* Raise --memory-limit, or leave out files with \.gitignore\.$/,
		});
		const opened = await open();
		assert.deepEqual([opened.stats.nFiles, opened.stats.nFromCache], [4, 4]);
		assert.deepEqual([...opened.workspace.index.names()].sort(), ['A', 'b', 'run']);
		assert.equal((await open({ memory })).stats.nFromCache, 5);
	});

	it('prepares a run where there is much to search, and shows it', async () => {
		const line = 'words and more words, of which there are many\n';
		const texts = Array.from({ length: 3 }, (_, at) => [`ws/long${at}.txt`, line.repeat(600_000)]);
		folder.write(Object.fromEntries(texts));
		const messages: string[] = [];
		const onProgress = ({ message }: Progress) => messages.push(message);
		await open({ onProgress });
		assert.deepEqual(
			saved().filter(name => /words|trigrams/.test(name)),
			[],
		);
		const { workspace } = await open({ isForRun: true, onProgress });
		assert.equal(saved().filter(name => /words|trigrams/.test(name)).length, 2);
		assert.ok(
			messages.some(message => /^the words and trigrams of long\d\.txt/.test(message)),
			messages.join(),
		);
		const listing = await workspace.texts?.list(workspace.files);
		assert.deepEqual([listing?.areKept, typeof listing?.mayContain], [true, 'function']);
		messages.length = 0;
		await open({ isForRun: true, onProgress });
		assert.deepEqual(
			messages.filter(message => /trigrams/.test(message)),
			[],
		);
	});

	it('is shared with a window as VS Code brings it, and not with one that leaves out more', async () => {
		folder.write({ 'ws/.DS_Store': 'x', 'ws/found.code-search': 'x', 'ws/CVS/Root': 'x' });
		await open();
		const [name] = saved();
		const usual = ['**/.git', '**/.svn', '**/.hg', '**/CVS', '**/.DS_Store', '**/Thumbs.db'];
		const searched = ['**/node_modules', '**/bower_components', '**/*.code-search'];
		const shared = await open({ excludes: [...usual, ...searched] });
		assert.deepEqual([shared.stats.nFromCache, saved().filter(each => each.endsWith('.index'))], [4, [name]]);
		const less = { excludes: [...usual, 'notes.txt'] };
		assert.deepEqual([(await open(less)).stats.nFiles, (await open()).stats.nFromCache], [2, 4]);
		assert.equal((await open(less)).stats.nFromCache, 3);
		assert.equal(saved().filter(each => each.endsWith('.index')).length, 2);
	});

	it('builds an index again that is damaged where it is opened', async () => {
		await open();
		const sound = readFileSync(cacheFile());
		writeFileSync(
			cacheFile(),
			sound.map((byte, at) => (at > 8 && at < sound.length - 2000 ? byte ^ 1 : byte)),
		);
		folder.write({ 'ws/b.py': 'def other():\n    pass\n' });
		const { workspace } = await open();
		assert.deepEqual([...workspace.index.names()].sort(), ['A', 'other', 'run']);
	});

	it('does not remember what went wrong, as it may go well next time', async () => {
		rmSync(folder.path('ws'), { recursive: true });
		const packageRoot = folder.path('package');
		const language = { id: 'x', name: 'X', extensions: ['.x'], grammar: 'x/missing.wasm' };
		folder.write({ 'package/syntaxes/x/language.json': JSON.stringify(language), 'ws/a.x': 'x', 'ws/b.txt': '' });
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		const { problems, stats } = await openWorkspace({ roots, packageRoot, log, storage: folder.path('storage') });
		assert.equal(stats.nFiles, 2);
		assert.equal(problems[0]?.path, 'a.x');
		const again = await openWorkspace({ roots, packageRoot, log, storage: folder.path('storage') });
		assert.deepEqual([again.problems[0]?.path, again.stats.nFromCache], ['a.x', 1]);
	});

	it('opens although the index cannot be saved, and warns', async () => {
		folder.write({ storage: 'a file where the folder should be' });
		assert.equal((await open()).stats.nFiles, 3);
		assert.match(log.lines.join('\n'), /warn: The index could not be saved/);
	});

	it('writes nothing where no storage is given', async () => {
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		await openWorkspace({ roots, packageRoot: repoRoot, log });
		assert.deepEqual(readdirSync(folder.path()), ['ws']);
	});
});

/** The file with another header, whose checksum fits. Its length, its checksum and 8 bytes that end the file follow it. */
function withHeader(sound: Buffer, change: (header: Record<string, unknown>) => unknown): Buffer {
	const end = Buffer.from(sound.subarray(-16));
	const start = sound.length - end.length - end.readUInt32LE(0);
	const text = Buffer.from(JSON.stringify(change(JSON.parse(sound.subarray(start, -end.length).toString()))));
	end.writeUInt32LE(text.length, 0);
	end.writeUInt32LE(crc32(text), 4);
	return Buffer.concat([sound.subarray(0, start), text, end]);
}
