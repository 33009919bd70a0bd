import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { loadTrigrams, trigramFile, updateTrigrams } from '../../../../src/code/node/indexing/trigramFile';
import { OpenSectionFiles } from '../../../../src/code/node/savedFiles/openSectionFiles';
import { trigramSectionNames } from '../../../../src/code/pure/index/trigrams/trigramData';
import { MemoryFiles } from '../../../support/memoryFiles';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';

describe('saved trigrams', () => {
	const folder = new TestFolder();
	let opened: OpenSectionFiles;

	beforeEach(() => {
		opened = new OpenSectionFiles();
	});
	afterEach(() => opened[Symbol.dispose]());

	const texts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.c`, `int name_${at}(void);\n`]));
	const saved = async () => {
		const file = trigramFile(folder.path('index', 'a.index'));
		const files = new MemoryFiles(texts);
		const trigrams = await updateTrigrams({ files, file, opened, log: new RecordedLog() });
		return { file, files, trigrams };
	};

	it('are those that were saved, and are read as far as a search needs them', async () => {
		const { file, trigrams } = await saved();
		const log = new RecordedLog();
		const loaded = loadTrigrams(file, opened, log);
		for (const name of trigramSectionNames) {
			assert.deepEqual(loaded?.source.section(name), trigrams.source.section(name), name);
		}
		const found = loadTrigrams(file, opened, log)?.candidates('name_17');
		assert.deepEqual(
			Object.keys(texts).filter((_, row) => found?.includes(row)),
			Object.keys(texts).filter((_, row) => trigrams.candidates('name_17')?.includes(row)),
		);
		assert.deepEqual(log.lines, []);
	});

	it('are brought up to date by reading what changed, and stay as they are when that is cancelled', async () => {
		const { file, files } = await saved();
		const log = new RecordedLog();
		files.reads.length = 0;
		files.write('7.c', 'int other_name(void);\n');
		const abort = new AbortController();
		const cancelled = updateTrigrams({ files, file, opened, log, signal: abort.signal }, () =>
			abort.abort(new Error('enough')),
		);
		await assert.rejects(cancelled, /enough/);
		assert.equal(loadTrigrams(file, opened, log)?.rowsOf(await files.list())[37], -1);
		await updateTrigrams({ files, file, opened, log });
		await updateTrigrams({ files, file, opened, log });
		assert.deepEqual([...new Set(files.reads)], ['7.c']);
		assert.equal(
			loadTrigrams(file, opened, log)
				?.rowsOf(await files.list())
				.includes(-1),
			false,
		);
		assert.deepEqual(log.lines, []);
	});

	it('are not there before they are made', () => {
		const log = new RecordedLog();
		assert.equal(loadTrigrams(folder.path('none.trigrams'), opened, log), undefined);
		assert.deepEqual(log.lines, []);
	});

	it('are not used when they are torn, and the reason is logged', async () => {
		const { file } = await saved();
		truncateSync(file, 2000);
		const log = new RecordedLog();
		assert.equal(loadTrigrams(file, opened, log), undefined);
		assert.match(log.lines.join(), /trigrams .* are not used, as it is damaged/);
	});

	it('are removed, with a message, when a part that is read is damaged', async () => {
		const { file } = await saved();
		const bytes = readFileSync(file);
		const log = new RecordedLog();
		const loaded = loadTrigrams(file, opened, log);
		bytes.fill(0xff, 8, bytes.length / 2);
		writeFileSync(file, bytes);
		assert.throws(() => loaded?.candidates('name_17'));
		assert.equal(existsSync(file), false);
		assert.match(
			log.lines.join(),
			/^warn: The saved trigrams were damaged: all files are searched until they are made again/,
		);
	});

	it('cost nothing but time where they cannot be saved', async () => {
		folder.write({ index: 'a file' });
		const log = new RecordedLog();
		await updateTrigrams({ files: new MemoryFiles(texts), file: folder.path('index', 'a.trigrams'), opened, log });
		assert.match(log.lines.join(), /warn: The trigrams could not be saved/);
	});
});
