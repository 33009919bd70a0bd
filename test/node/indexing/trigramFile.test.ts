import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { trigramSectionNames } from '../../../src/core/index/trigrams/trigramData';
import { loadTrigrams, saveTrigrams, trigramFile } from '../../../src/node/indexing/trigramFile';
import { builtTrigrams } from '../../support/builtTrigrams';
import { MemoryFiles } from '../../support/memoryFiles';
import { RecordedLog } from '../../support/recordedLog';
import { TestFolder } from '../../support/testFolder';

describe('saved trigrams', () => {
	const folder = new TestFolder();
	const texts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.c`, `int name_${at}(void);\n`]));
	const saved = async () => {
		const file = trigramFile(folder.path('index', 'a.index'));
		const { trigrams } = await builtTrigrams(new MemoryFiles(texts));
		await saveTrigrams(file, trigrams.data(), new RecordedLog());
		return { file, trigrams };
	};

	it('are those that were saved, and are read as far as a search needs them', async () => {
		const { file, trigrams } = await saved();
		const log = new RecordedLog();
		const loaded = loadTrigrams(file, log);
		for (const name of trigramSectionNames) {
			assert.deepEqual(loaded?.source.section(name), trigrams.source.section(name), name);
		}
		const found = loadTrigrams(file, log)?.candidates('name_17');
		assert.deepEqual(
			Object.keys(texts).filter((_, row) => found?.has(row)),
			Object.keys(texts).filter((_, row) => trigrams.candidates('name_17')?.has(row)),
		);
		assert.deepEqual(log.lines, []);
	});

	it('are not there before they are made', () => {
		const log = new RecordedLog();
		assert.equal(loadTrigrams(folder.path('none.trigrams'), log), undefined);
		assert.deepEqual(log.lines, []);
	});

	it('are not used when they are torn, and the reason is logged', async () => {
		const { file } = await saved();
		truncateSync(file, 2000);
		const log = new RecordedLog();
		assert.equal(loadTrigrams(file, log), undefined);
		assert.match(log.lines.join(), /trigrams .* are not used, as it is damaged/);
	});

	it('are removed, with a message, when a part that is read is damaged', async () => {
		const { file } = await saved();
		const bytes = readFileSync(file);
		const log = new RecordedLog();
		const loaded = loadTrigrams(file, log);
		bytes.fill(0xff, bytes.length - 64);
		writeFileSync(file, bytes);
		assert.throws(() => loaded?.candidates('name_17'));
		assert.equal(existsSync(file), false);
		assert.match(log.lines.join(), /^warn: The saved trigrams were damaged; they are made again/);
	});

	it('cost nothing but time where they cannot be saved', async () => {
		folder.write({ index: 'a file' });
		const { trigrams } = await builtTrigrams(new MemoryFiles(texts));
		const log = new RecordedLog();
		await saveTrigrams(folder.path('index', 'a.trigrams'), trigrams.data(), log);
		assert.match(log.lines.join(), /^warn: The trigrams could not be saved/);
	});
});
