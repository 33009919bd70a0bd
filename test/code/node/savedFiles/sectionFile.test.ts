import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { SectionFile, writeSectionFile } from '../../../../src/code/node/savedFiles/sectionFile';
import { TestFolder } from '../../../support/testFolder';

describe('a file of sections', () => {
	const folder = new TestFolder();
	const key = { version: 1, fingerprint: 'a' };
	/** Cannot be compressed. */
	const large = noise(200_003);
	/** Much smaller as differences. */
	const numbers = new Uint8Array(Uint32Array.from({ length: 50_000 }, (_, at) => at * 70_001).buffer);
	const words = Buffer.from('def function_of_a_class(self):\n'.repeat(7000));
	const file = () => folder.path('in/a.sections');
	const write = () =>
		writeSectionFile(file(), { ...key, facts: { n: 3 } }, [
			['small', Uint8Array.of(1, 2, 3)],
			['words', words],
			['numbers', numbers],
			['numbers and a byte', Uint8Array.of(...numbers.subarray(0, 100_000), 7)],
			['large', large],
			['empty', new Uint8Array()],
		]);
	const names = ['small', 'words', 'numbers', 'numbers and a byte', 'large', 'empty'];

	it('returns its facts, its sections, and any part of them', async () => {
		await write();
		using opened = SectionFile.open(file(), key, names);
		assert.deepEqual(opened.facts, { n: 3 });
		assert.deepEqual([...opened.read('small')], [1, 2, 3]);
		assert.deepEqual(opened.read('large'), large);
		assert.deepEqual([...opened.read('empty')], []);
		for (const [start, end] of [
			[0, 10],
			[65_530, 65_540],
			[65_536, 131_072],
			[131_071, 200_003],
			[5, 5],
		] as const) {
			for (const [name, bytes] of [
				['large', large],
				['words', words],
				['numbers', numbers],
			] as const) {
				const expected = new Uint8Array(bytes).slice(start, end);
				assert.deepEqual(opened.read(name, start, end), expected, `${name} ${start} to ${end}`);
			}
		}
		assert.deepEqual(opened.read('numbers and a byte'), Uint8Array.of(...numbers.subarray(0, 100_000), 7));
	});

	it('takes little more space than what cannot be compressed', async () => {
		await write();
		const { size } = statSync(file());
		assert.ok(size < large.length + (numbers.length + words.length) / 20, `${size} bytes`);
	});

	it('has a section as it is, where that is asked for', async () => {
		await writeSectionFile(file(), { ...key, facts: 0 }, [
			['plain', words, { isPlain: true }],
			['numbers', numbers, { isPlain: true }],
		]);
		assert.ok(readFileSync(file()).includes(Buffer.concat([words, numbers])));
		using opened = SectionFile.open(file(), key, ['plain', 'numbers']);
		assert.deepEqual(opened.read('plain', 65_530, 140_000), new Uint8Array(words).slice(65_530, 140_000));
		assert.deepEqual(opened.read('numbers'), numbers);
	});

	it('is read after it was replaced, and refuses parts of blocks that are damaged', async () => {
		await write();
		const bytes = readFileSync(file());
		using opened = SectionFile.open(file(), key, []);
		await writeSectionFile(file(), { ...key, facts: 0 }, []);
		assert.deepEqual(opened.read('large'), large);
		// In the third block of the large section.
		const at = bytes.indexOf(large.subarray(150_000, 150_100));
		bytes[at] = (bytes[at] ?? 0) ^ 1;
		writeFileSync(file(), bytes);
		using damaged = SectionFile.open(file(), key, []);
		assert.deepEqual(damaged.read('large', 0, 65_000), large.slice(0, 65_000));
		assert.throws(() => damaged.read('large', 140_000, 190_000), /was damaged and has been removed/);
		assert.equal(existsSync(file()), false);
	});

	it('removes the drafts of processes that were killed while they wrote, and no others', async () => {
		const uuid = '01234567-89ab-cdef-0123-456789abcdef';
		const dead = spawnSync(process.execPath, ['-e', '']).pid;
		const names = [`b.index.${dead}-${uuid}.tmp`, `c.index.${process.pid}-${uuid}.tmp`, 'd.tmp'];
		folder.write(Object.fromEntries(names.map(name => [`in/${name}`, ''])));
		await write();
		const left = readdirSync(folder.path('in')).filter(name => name.endsWith('.tmp'));
		assert.deepEqual(left, names.slice(1));
	});

	it('is not opened with another key, without a section, or torn', async () => {
		await write();
		const open = (more: object, names: string[] = []) => SectionFile.open(file(), { ...key, ...more }, names);
		assert.throws(() => open({ version: 2 }), /^UnusableFileError: it has version 1, not 2/);
		assert.throws(() => open({ fingerprint: 'b' }), /other languages/);
		assert.throws(() => open({}, ['other']), /it is damaged/);
		const bytes = readFileSync(file());
		for (const length of [0, 7, 8, 16, 24, 100, bytes.length - 1]) {
			writeFileSync(file(), bytes.subarray(0, length));
			assert.throws(() => open({}), /it is damaged/, `${length} bytes`);
		}
		bytes[bytes.length - 30] = (bytes.at(-30) ?? 0) ^ 1;
		writeFileSync(file(), bytes);
		assert.throws(() => open({}), /it is damaged/);
	});

	it('is not opened in the form of an older version', () => {
		const header = Buffer.from(JSON.stringify({ ...key, facts: null, sections: [] }));
		folder.write({ 'in/a.sections': '' });
		writeFileSync(file(), Buffer.concat([Buffer.from('FAULTLNX'), Buffer.alloc(8), header, Buffer.alloc(8)]));
		assert.throws(() => SectionFile.open(file(), key, []), /^UnusableFileError: .*an older Faultline/);
	});
});

/** Bytes that are the same each time and have no pattern. */
function noise(nBytes: number): Uint8Array {
	const hashes = Array.from({ length: Math.ceil(nBytes / 32) }, (_, at) =>
		createHash('sha256').update(`${at}`).digest(),
	);
	return new Uint8Array(Buffer.concat(hashes).subarray(0, nBytes));
}
