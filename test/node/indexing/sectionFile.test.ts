import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SectionFile, writeSectionFile } from '../../../src/node/indexing/sectionFile';
import { TestFolder } from '../../support/testFolder';

describe('a file of sections', () => {
	const folder = new TestFolder();
	const key = { version: 1, fingerprint: 'a' };
	const large = Uint8Array.from({ length: 200_003 }, (_, at) => (at * 31) % 251);
	const file = () => folder.path('in/a.sections');
	const write = () =>
		writeSectionFile(file(), { ...key, facts: { n: 3 } }, [
			['small', Uint8Array.of(1, 2, 3)],
			['large', large],
			['empty', new Uint8Array()],
		]);

	it('returns its facts, its sections, and any part of them', async () => {
		await write();
		const opened = SectionFile.open(file(), key, ['small', 'large', 'empty']);
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
			assert.deepEqual(opened.read('large', start, end), large.slice(start, end), `${start} to ${end}`);
		}
	});

	it('is read after it was replaced, and refuses parts of blocks that are damaged', async () => {
		await write();
		const bytes = readFileSync(file());
		const opened = SectionFile.open(file(), key, []);
		await writeSectionFile(file(), { ...key, facts: 0 }, []);
		assert.deepEqual(opened.read('large'), large);
		// In the third block of the large section, which ends before the padding.
		bytes[bytes.length - 50_000] = (bytes.at(-50_000) ?? 0) ^ 1;
		writeFileSync(file(), bytes);
		const damaged = SectionFile.open(file(), key, []);
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
		for (const length of [0, 7, 16, 100, bytes.length - 1]) {
			writeFileSync(file(), bytes.subarray(0, length));
			assert.throws(() => open({}), /it is damaged/, `${length} bytes`);
		}
	});
});
