import { closeSync, fstatSync, readSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openRegularFile } from '../../../system/node/files/regularFile';
import { makePrivateFolder } from '../../../system/node/files/storageFolder';
import { draftProcess, writeAtomically } from '../../../system/node/files/writeAtomically';
import { ClosedIndexError, DamagedIndexError } from '../../pure/index/tables/damagedIndex';
import { blockBytes, contentOf, type SectionToStore, type StoredSection, storeSections } from './storedBlocks';

/** Begins and ends the file. Another one when the form of the file changes, which its versions do not cover. */
const magic = Buffer.from('FAULTLN2', 'latin1');
/** After the blocks of all sections and the header: its length and its checksum, 4 bytes each, and the magic. */
const endBytes = 8 + magic.length;

/** The values a file must have to be used: else it was made by another Faultline, or for other languages. */
export interface SectionFileKey {
	/** Increment when the meaning of a section changes. */
	readonly version: number;
	/** Covers everything the content depends on except the workspace's files. */
	readonly fingerprint: string;
}

/** JSON after the sections. */
interface Header extends SectionFileKey {
	readonly facts: unknown;
	readonly sections: readonly StoredSection[];
}

/** `starts`: the start of each block in the file, and the end of the last one. */
type PlacedSection = StoredSection & { readonly starts: readonly number[] };

/** The file cannot be used; the message continues "as ...". */
export class UnusableFileError extends Error {
	override readonly name = 'UnusableFileError';
}

/**
 * Writes named sections of bytes into one file, all or nothing, and makes its folder. `facts` are plain JSON data that
 * is known without reading a section.
 */
export async function writeSectionFile(
	file: string,
	header: SectionFileKey & { readonly facts: unknown },
	sections: readonly SectionToStore[],
): Promise<void> {
	await makePrivateFolder(dirname(file));
	await removeAbandonedDrafts(dirname(file));
	await writeAtomically(file, chunks(header, sections));
}

/** A process that is killed while it writes leaves its draft behind. */
async function removeAbandonedDrafts(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		const pid = draftProcess(name);
		if (pid !== undefined && !isRunning(pid)) {
			await rm(join(folder, name), { force: true });
		}
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

async function* chunks(
	{ version, fingerprint, facts }: SectionFileKey & { readonly facts: unknown },
	sections: readonly SectionToStore[],
): AsyncGenerator<Uint8Array, void, undefined> {
	yield magic;
	const stored = yield* storeSections(sections);
	const header = Buffer.from(JSON.stringify({ version, fingerprint, facts, sections: stored } satisfies Header));
	const end = Buffer.alloc(endBytes);
	end.writeUInt32LE(header.length, 0);
	end.writeUInt32LE(crc32(header), 4);
	end.set(magic, 8);
	yield* [header, end];
}

/**
 * The facts of a file with any key. Throws `UnusableFileError` for a file that is torn, and the errors of the file
 * system.
 */
export function readFacts(file: string): unknown {
	const descriptor = openRegularFile(file);
	try {
		return readHeader(descriptor).header.facts;
	} finally {
		closeSync(descriptor);
	}
}

/** A file of sections, which is open, and usable after it was replaced, until it is disposed. */
export class SectionFile implements Disposable {
	private isOpen = true;

	private constructor(
		/** As written; checked by its checksum only. */
		readonly facts: unknown,
		private readonly sections: ReadonlyMap<string, PlacedSection>,
		private readonly file: string,
		private readonly descriptor: number,
	) {}

	/**
	 * Throws `UnusableFileError` for a file that is torn, has another key, or lacks one of the sections, and the errors of
	 * the file system.
	 */
	static open(file: string, key: SectionFileKey, names: readonly string[]): SectionFile {
		const descriptor = openRegularFile(file);
		try {
			const { header, start } = readHeader(descriptor);
			checkKey(header, key);
			const sections = placed(header.sections);
			if (sections.end !== start || names.some(name => !sections.byName.has(name))) {
				throw new UnusableFileError('it is damaged');
			}
			return new SectionFile(header.facts, sections.byName, file, descriptor);
		} catch (error) {
			closeSync(descriptor);
			throw error;
		}
	}

	/** Whether both are open and read the same file. */
	isSame(other: SectionFile): boolean {
		if (!this.isOpen || !other.isOpen) {
			return false;
		}
		const [own, { dev, ino }] = [fstatSync(this.descriptor), fstatSync(other.descriptor)];
		return own.dev === dev && own.ino === ino;
	}

	[Symbol.dispose](): void {
		if (this.isOpen) {
			this.isOpen = false;
			closeSync(this.descriptor);
		}
	}

	/** 0 if there is no such section. */
	sizeOf(name: string): number {
		return this.sections.get(name)?.nBytes ?? 0;
	}

	/**
	 * A section, or some bytes of it. Throws `DamagedIndexError` if they are damaged; the file is then removed. Throws
	 * `ClosedIndexError` once this is disposed.
	 */
	read(name: string, start = 0, end = this.sizeOf(name)): Uint8Array<ArrayBuffer> {
		if (!this.isOpen) {
			throw new ClosedIndexError();
		}
		const first = Math.floor(start / blockBytes);
		const content = this.blocks(name, first, Math.ceil(end / blockBytes));
		if (content === undefined) {
			rmSync(this.file, { force: true });
			throw new DamagedIndexError();
		}
		const from = first * blockBytes;
		return start === from && end - from === content.length ? content : content.slice(start - from, end - from);
	}

	/** Undefined if they are damaged, or not there. */
	private blocks(name: string, first: number, end: number): Uint8Array<ArrayBuffer> | undefined {
		const section = this.sections.get(name);
		const [from, to] = [section?.starts[first], section?.starts[end]];
		if (section === undefined || from === undefined || to === undefined) {
			return undefined;
		}
		const bytes = readAt(this.descriptor, from, to - from);
		return bytes && contentOf(section, first, bytes);
	}
}

function placed(sections: readonly StoredSection[]): {
	readonly byName: ReadonlyMap<string, PlacedSection>;
	/** Of the last one in the file. */
	readonly end: number;
} {
	const byName = new Map<string, PlacedSection>();
	let end = magic.length;
	for (const section of sections) {
		const starts = [end];
		for (const size of section.sizes) {
			end += size;
			starts.push(end);
		}
		byName.set(section.name, { ...section, starts });
	}
	return { byName, end };
}

function checkKey(header: SectionFileKey, { version, fingerprint }: SectionFileKey): void {
	if (header.version !== version) {
		throw new UnusableFileError(`it has version ${header.version}, not ${version}`);
	}
	if (header.fingerprint !== fingerprint) {
		throw new UnusableFileError('it was made with other languages or another Faultline');
	}
}

/** Returns the header and its position in the file. */
function readHeader(descriptor: number): { readonly header: Header; readonly start: number } {
	const { size } = fstatSync(descriptor);
	const begin = readAt(descriptor, 0, magic.length);
	if (begin === undefined || !magic.equals(begin)) {
		throw new UnusableFileError('it is damaged, or was made by an older Faultline');
	}
	const end = readAt(descriptor, Math.max(0, size - endBytes), endBytes);
	if (end === undefined || !magic.equals(end.subarray(8))) {
		throw new UnusableFileError('it is damaged');
	}
	const view = new DataView(end.buffer);
	const start = size - endBytes - view.getUint32(0, true);
	const text = start < magic.length ? undefined : readAt(descriptor, start, size - endBytes - start);
	if (text === undefined || crc32(text) !== view.getUint32(4, true)) {
		throw new UnusableFileError('it is damaged');
	}
	// Of another version, or its checksum would not fit.
	return { header: JSON.parse(Buffer.from(text).toString()) as Header, start };
}

/** Undefined if the file is shorter. */
function readAt(descriptor: number, at: number, nBytes: number): Uint8Array<ArrayBuffer> | undefined {
	const bytes = new Uint8Array(nBytes);
	for (let nRead = 0; nRead < nBytes; ) {
		const n = readSync(descriptor, bytes, nRead, nBytes - nRead, at + nRead);
		if (n === 0) {
			return undefined;
		}
		nRead += n;
	}
	return bytes;
}
