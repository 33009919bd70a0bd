import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { OpenSectionFiles } from '../../../../src/code/node/savedFiles/openSectionFiles';
import { writeSectionFile } from '../../../../src/code/node/savedFiles/sectionFile';
import { TestFolder } from '../../../support/testFolder';

describe('open section files', () => {
	const folder = new TestFolder();
	const key = { version: 1, fingerprint: 'a' };
	const write = (name: string, text: string) =>
		writeSectionFile(folder.path(name), { ...key, facts: null }, [['text', Buffer.from(text)]]);
	const open = (files: OpenSectionFiles, name: string) => files.open(folder.path(name), key, ['text']);
	const textOf = (file: { read(name: string): Uint8Array }) => Buffer.from(file.read('text')).toString();

	it('are opened once, and closed when another has replaced them', async () => {
		await write('a', 'first');
		using files = new OpenSectionFiles();
		const first = open(files, 'a');
		assert.equal(open(files, 'a'), first);
		await write('a', 'second');
		assert.equal(textOf(first), 'first');
		assert.equal(textOf(open(files, 'a')), 'second');
		assert.throws(() => first.read('text'), /removed or replaced while it was read/);
		assertOpen(folder.path('a'), 1);
	});

	it('are closed together, after which none is opened', async () => {
		await write('a', 'a');
		await write('b', 'b');
		const files = new OpenSectionFiles();
		const [a, b] = [open(files, 'a'), open(files, 'b')];
		files.keepOnly(new Set([folder.path('b')]));
		assert.throws(() => a.read('text'), /removed or replaced/);
		assert.equal(textOf(b), 'b');
		files[Symbol.dispose]();
		assert.throws(() => b.read('text'), /removed or replaced/);
		assert.throws(() => open(files, 'a'), /removed or replaced/);
		assertOpen(folder.path(''), 0);
	});

	it('are not open where they cannot be used', async () => {
		await write('a', 'a');
		using files = new OpenSectionFiles();
		assert.throws(() => files.open(folder.path('a'), key, ['other']), /damaged/);
		assertOpen(folder.path('a'), 0);
	});
});

/** So many descriptors of files whose path begins so; nothing is asserted where the system does not list them. */
function assertOpen(start: string, nExpected: number): void {
	if (process.platform === 'linux') {
		const files = readdirSync('/proc/self/fd').map(fd => {
			try {
				return readlinkSync(`/proc/self/fd/${fd}`);
			} catch {
				return '';
			}
		});
		assert.equal(files.filter(file => file.startsWith(start)).length, nExpected);
	}
}
