import assert from 'node:assert/strict';
import type { NeededText } from '../../../../../src/code/pure/index/trigrams/neededText';
import type { TrigramIndex } from '../../../../../src/code/pure/index/trigrams/trigramIndex';
import type { Files } from '../../../../../src/system/pure/files';
import { builtTrigrams } from '../../../../support/builtTrigrams';
import { MemoryFiles } from '../../../../support/memoryFiles';
import { randomNumbers } from '../../../../support/randomNumbers';

describe('trigrams', () => {
	it('tell which files may contain a piece, in any case, and read none', async () => {
		const others = Object.fromEntries([...'defghijk'].map(name => [`${name}.c`, 'see needle']));
		const files = new MemoryFiles({ 'a.c': 'int Needle(void);', 'b.c': 'int other;', ...others });
		const { trigrams } = await builtTrigrams(files);
		files.reads.length = 0;
		assert.deepEqual(await mayContain(trigrams, files, 'NEEDLE'), ['a.c', ...Object.keys(others)]);
		assert.deepEqual(await mayContain(trigrams, files, { all: ['needle', 'void'] }), ['a.c']);
		assert.deepEqual(await mayContain(trigrams, files, { any: ['void', 'other'] }), ['a.c', 'b.c']);
		assert.deepEqual(await mayContain(trigrams, files, { any: ['zzz', { all: ['see', 'zzz'] }] }), []);
		assert.deepEqual(files.reads, []);
	});

	it('exclude nothing by what is too short, or without a condition', async () => {
		const files = new MemoryFiles({ 'a.c': 'x', 'b.c': '' });
		const { trigrams } = await builtTrigrams(files);
		for (const needed of ['ab', '', { all: [] }, { any: ['abc', { all: [] }] }, 'ä\u{1F600}ö'] satisfies NeededText[]) {
			assert.deepEqual(await mayContain(trigrams, files, needed), ['a.c', 'b.c'], JSON.stringify(needed));
		}
	});

	it('find letters that equal others only without case: the long s and the sign of Kelvin', async () => {
		const files = new MemoryFiles({ 'a.c': 'mi\u017fsing 3\u212aelvin', 'b.c': 'none' });
		const { trigrams } = await builtTrigrams(files);
		assert.deepEqual(await mayContain(trigrams, files, 'MISSING'), ['a.c']);
		assert.deepEqual(await mayContain(trigrams, files, '3kelvin'), ['a.c']);
		assert.match('mi\u017fsing', /missing/iu);
	});

	it('take a line end of two characters for one', async () => {
		const files = new MemoryFiles({ 'a.c': 'one\r\ntwo', 'b.c': 'one two' });
		const { trigrams } = await builtTrigrams(files);
		assert.deepEqual(await mayContain(trigrams, files, 'e\nt'), ['a.c', 'b.c']);
		assert.deepEqual(await mayContain(trigrams, files, 'one\ntwo'), ['a.c', 'b.c']);
	});

	it('know a binary file as one without text, and always search one that cannot be read', async () => {
		const files = new MemoryFiles({ 'a.bin': new Uint8Array([0, 1]), 'b.c': 'needle', 'c.c': 'other' });
		const unreadable: Files = {
			list: () => files.list(),
			readText: path => (path === 'c.c' ? Promise.reject(new Error('busy')) : files.readText(path)),
		};
		const { trigrams } = await builtTrigrams(unreadable);
		assert.deepEqual(await mayContain(trigrams, files, 'needle'), ['b.c', 'c.c']);
	});

	it('are the known ones where nothing changed, and read only what did', async () => {
		const files = new MemoryFiles({ 'a.c': 'alpha', 'b.c': 'bravo', 'c.c': 'charlie' });
		const first = await builtTrigrams(files);
		const same = await builtTrigrams(files, first.trigrams);
		assert.equal(same.trigrams, first.trigrams);
		files.reads.length = 0;
		files.write('b.c', 'delta');
		files.write('d.c', 'alpha');
		files.remove('c.c');
		const { trigrams } = await builtTrigrams(files, first.trigrams);
		assert.deepEqual(files.reads, ['b.c', 'd.c']);
		assert.deepEqual(await mayContain(trigrams, files, 'alpha'), ['a.c', 'd.c']);
		assert.deepEqual(await mayContain(trigrams, files, 'bravo'), []);
		assert.deepEqual(await mayContain(trigrams, files, 'delta'), ['b.c']);
		assert.equal(trigrams.nLive, 3);
	});

	it('always search a file that changed since', async () => {
		const files = new MemoryFiles({ 'a.c': 'alpha', 'b.c': 'bravo' });
		const { trigrams } = await builtTrigrams(files);
		files.write('b.c', 'delta');
		files.write('aa.c', 'x');
		assert.deepEqual(await mayContain(trigrams, files, 'alpha'), ['a.c', 'aa.c', 'b.c']);
	});

	it('report their progress in files, and end when they are cancelled', async () => {
		const texts = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}.c`, `text ${at}`]));
		const { progress } = await builtTrigrams(new MemoryFiles(texts));
		assert.deepEqual(progress.at(-1), { done: 500, total: 500, message: '' });
		assert.ok(progress.some(({ done, total }) => done > 0 && done < total));
		const { buildTrigrams } = await import('../../../../../src/code/pure/index/trigrams/buildTrigrams');
		const abort = new AbortController();
		const building = buildTrigrams({ files: new MemoryFiles(texts), signal: abort.signal });
		await building.next();
		abort.abort(new Error('enough'));
		await assert.rejects(async () => {
			while ((await building.next()).done !== true) {
				// Goes to its end.
			}
		}, /enough/);
	});

	it('never exclude a file that has the piece, after any changes, in many blocks', async () => {
		const random = randomNumbers(7);
		const word = () => Array.from({ length: 3 + random(4) }, () => 'abcXYZ_ (9'[random(10)]).join('');
		const text = () => Array.from({ length: random(12) }, word).join(' ');
		const files = new MemoryFiles(
			Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`${(at * 7919) % 9001}.c`, text()])),
		);
		let { trigrams } = await builtTrigrams(files);
		assert.equal(trigrams.nBlocks, 2);
		for (const nChanges of [1, 40, 3000]) {
			for (let change = 0; change < nChanges; change++) {
				random(5) === 0 ? files.remove(`${random(9001)}.c`) : files.write(`${random(9100)}.c`, text());
			}
			({ trigrams } = await builtTrigrams(files, trigrams));
			const entries = await files.list();
			assert.equal(trigrams.nLive, entries.length);
			for (let query = 0; query < 20; query++) {
				const piece = word();
				const found = new Set(await mayContain(trigrams, files, piece));
				const grams = [...piece].slice(2).map((_, at) => piece.slice(at, at + 3).toLowerCase());
				for (const { path } of entries) {
					const content = (await files.readText(path)).toLowerCase();
					const isExpected = grams.every(gram => content.includes(gram));
					assert.ok(found.has(path) || !isExpected, `${piece} in ${path}`);
				}
			}
		}
	});
});

async function mayContain(trigrams: TrigramIndex, files: MemoryFiles, needed: NeededText): Promise<string[]> {
	const entries = await files.list();
	const rows = trigrams.rowsOf(entries);
	const candidates = trigrams.candidates(needed);
	const found = candidates && new Set(candidates);
	return entries
		.filter((_, at) => {
			const row = rows[at] ?? -1;
			return row < 0 || found === undefined || found.has(row);
		})
		.map(({ path }) => path);
}
