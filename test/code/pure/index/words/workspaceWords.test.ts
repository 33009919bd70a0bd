import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StopWords } from '../../../../../src/code/pure/index/words/stopWords';
import { TermMatchers } from '../../../../../src/code/pure/index/words/termMatchers';
import { type WordData, type WordFile, wordsInMemory } from '../../../../../src/code/pure/index/words/wordData';
import type { WordIndex } from '../../../../../src/code/pure/index/words/wordIndex';
import { WordTable } from '../../../../../src/code/pure/index/words/wordTable';
import { type WordStorage, WorkspaceWords } from '../../../../../src/code/pure/index/words/workspaceWords';
import { MemoryFiles } from '../../../../support/memoryFiles';
import { countedAnew } from './countedAnew';

const terms = ['price', 'check', 'class', 'roundprice', 'größe', 'entry', 'bus', 'file', 'filename', '__the__'];
const words = [
	'price',
	'checks',
	'checking',
	'classes',
	'round_price',
	'roundPrice',
	'größe',
	'entries',
	'the',
	'__the__',
	'_price',
	'buses',
];
const text = fc
	.array(fc.array(fc.constantFrom(...words, 'fileName', 'get_file_names', '12', '\u00e4'), { maxLength: 5 }), {
		maxLength: 12,
	})
	.map(lines => lines.map(line => line.join(' ')).join('\n'));
const cuts = fc
	.uniqueArray(fc.integer({ min: 2, max: 15 }), { maxLength: 4 })
	.map(lines => lines.sort((a, b) => a - b));
const edit = fc.record({
	path: fc.constantFrom('a.py', 'b.py', 'c/d.java', 'c/e.java', 'f.txt'),
	text: fc.option(text, { nil: undefined }),
	cuts,
	isUnsaved: fc.boolean(),
});
const stopWords = new StopWords([
	{ id: 'python', keywords: ['class', 'price'] },
	{ id: 'java', keywords: ['class', 'File'] },
]);
const languages: Readonly<Record<string, string>> = { py: 'python', java: 'java' };
const languageOf = (path: string) => languages[path.slice(path.lastIndexOf('.') + 1)];

describe('the words of a workspace', () => {
	it('are those of a count of everything, after any edits', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 6 }), async rounds => {
				const known = new WorkspaceWords({ storage: memoryStorage() });
				const files = new Map<string, { file: WordFile; text: string }>();
				let time = 1;
				for (const edits of rounds) {
					for (const { path, text, cuts, isUnsaved } of edits) {
						time++;
						const version = isUnsaved ? { version: {}, modifiedMs: 0 } : { modifiedMs: time };
						files.delete(path);
						if (text !== undefined) {
							const file = { path, language: languageOf(path), sizeBytes: text.length, cuts, ...version };
							files.set(path, { text, file });
						}
					}
					await assertCounted(known, files);
				}
			}),
			{ numRuns: 150 },
		);
	});

	it('are read from where they were saved, and only what changed is read again', async () => {
		const storage = memoryStorage();
		const request = requestFor({ 'a.py': 'price', 'b.py': 'checks', 'c.py': 'classes' });
		await new WorkspaceWords({ storage }).index(request);
		const texts = new MemoryFiles({ 'a.py': 'price', 'b.py': 'price', 'c.py': 'classes' });
		const files = request.files.map(file => (file.path === 'b.py' ? { ...file, modifiedMs: 2 } : file));
		const index = await new WorkspaceWords({ storage }).index({ ...request, files, texts });
		assert.deepEqual(texts.reads, ['b.py']);
		assert.deepEqual(await countsOf(index, 'b.py'), [{ length: 1, counts: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] }]);
	});

	it('are counted anew where other words have no meaning', async () => {
		const storage = memoryStorage();
		const request = requestFor({ 'a.py': 'price checks' });
		await new WorkspaceWords({ storage }).index(request);
		const index = await new WorkspaceWords({ storage }).index({
			...request,
			stopWords: new StopWords([{ id: 'python', keywords: ['price'] }]),
		});
		assert.deepEqual(await countsOf(index, 'a.py'), [{ length: 1, counts: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0] }]);
	});

	it('of a file that cannot be read are none, and are tried again', async () => {
		const request = requestFor({ 'a.py': 'price', 'b.py': 'checks' });
		const known = new WorkspaceWords();
		request.texts.remove('b.py');
		const before = await known.index(request);
		assert.equal((await countsOf(before, 'b.py'))[0]?.length, 0);
		request.texts.write('b.py', 'checks');
		assert.equal((await countsOf(await known.index(request), 'b.py'))[0]?.length, 1);
	});

	it('of what is being typed are counted each time, and never saved', async () => {
		const storage = memoryStorage();
		const request = requestFor({ 'a.py': 'price', 'b.py': 'price checks' });
		const unsaved = new Set(['b.py']);
		const texts = Object.assign(request.texts, { unsaved: () => unsaved });
		const known = new WorkspaceWords({ storage });
		assert.equal((await countsOf(await known.index({ ...request, texts }), 'b.py'))[0]?.length, 2);
		texts.write('b.py', 'price');
		assert.equal((await countsOf(await known.index({ ...request, texts }), 'b.py'))[0]?.length, 1);
		unsaved.clear();
		texts.write('b.py', 'price checks classes');
		const next = await new WorkspaceWords({ storage }).index({ ...request, texts });
		assert.equal((await countsOf(next, 'b.py'))[0]?.length, 3);
	});

	it('end when the signal is aborted, at the next pause', async () => {
		const controller = new AbortController();
		const request = requestFor({ 'a.py': 'price '.repeat(100_000), 'b.py': 'checks' });
		let nPauses = 0;
		const pause = async () => {
			nPauses++;
			controller.abort(new Error('enough'));
		};
		await assert.rejects(new WorkspaceWords({ pause }).index({ ...request, signal: controller.signal }), /enough/);
		assert.equal(nPauses, 1);
	});

	it('of generated code are none', async () => {
		const request = requestFor({ 'a.py': `price = ${'x1 '.repeat(1000)}` });
		const index = await new WorkspaceWords().index(request);
		assert.equal(index.isGenerated('a.py'), true);
		assert.deepEqual(await countsOf(index, 'a.py'), [{ length: 0, counts: terms.map(() => 0) }]);
	});
});

function requestFor(texts: Readonly<Record<string, string>>) {
	const files = Object.entries(texts).map(([path, { length }]) => ({
		path,
		language: 'python',
		sizeBytes: length,
		modifiedMs: 1,
		cuts: [],
	}));
	return { files, texts: new MemoryFiles(texts), stopWords: new StopWords([]) };
}

async function assertCounted(
	known: WorkspaceWords,
	files: ReadonlyMap<string, { readonly file: WordFile; readonly text: string }>,
): Promise<void> {
	const sorted = [...files.values()].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
	const texts = new MemoryFiles(Object.fromEntries(sorted.map(({ file, text }) => [file.path, text])));
	const index = await known.index({ files: sorted.map(({ file }) => file), texts, stopWords });
	for (const { file, text } of sorted) {
		assert.deepEqual(
			await countsOf(index, file.path),
			countedAnew(text, { file, stopWords: stopWords.of(file.language) }, terms),
		);
	}
}

async function countsOf(index: WordIndex, path: string) {
	const { rowStarts, slots, counts } = await index.countsOf(new TermMatchers(terms, index.stopWords));
	const { start, end } = index.segmentsOf(path);
	return Array.from({ length: end - start }, (_, at) => {
		const found = terms.map(() => 0);
		for (let entry = rowStarts[start + at] ?? 0; entry < (rowStarts[start + at + 1] ?? 0); entry++) {
			const slot = slots[entry] ?? 0;
			found[slot] = (found[slot] ?? 0) + (counts[entry] ?? 0);
		}
		return { length: index.lengths[start + at], counts: found };
	});
}

function memoryStorage(): WordStorage {
	const saved = new Map<string, WordData>();
	return {
		load: key => {
			const data = saved.get(key);
			return data && new WordTable(wordsInMemory(data));
		},
		save: async (key, data) => {
			saved.clear();
			saved.set(key, data);
		},
	};
}
