import { closeSync, fstatSync, readSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { UserError } from '../../core/util/userError';
import { openRegularFile } from '../regularFile';
import { makePrivateFolder } from '../storageFolder';
import { draftProcess, writeAtomically } from '../writeAtomically';

/** Begins the file. */
const magic = Buffer.from('FAULTLNX', 'latin1');
/** The magic, and the length and the checksum of the header, 4 bytes each. */
const prefixBytes = 16;
/** Sections begin at multiples of it. */
const alignment = 8;
/** A checksum is for so many bytes of a section. */
const blockBytes = 64 * 1024;

/** What a file must have to be used: else it was made by another Faultline, or for other languages. */
export interface SectionFileKey {
	/** Increment when the meaning of a section changes. */
	readonly version: number;
	/** Covers everything the content depends on besides the workspace's files. */
	readonly fingerprint: string;
}

/** JSON after the prefix. */
interface Header extends SectionFileKey {
	readonly facts: unknown;
	readonly sections: readonly SavedSection[];
}

interface SavedSection {
	readonly name: string;
	readonly nBytes: number;
	/** CRC-32 of each block. */
	readonly checksums: readonly number[];
}

/** The file cannot be used; the message continues "as ...". */
export class UnusableFileError extends Error {
	override readonly name = 'UnusableFileError';
}

/**
 * Writes named sections of bytes into one file, all or nothing, and makes its folder. `facts` are plain JSON data that is
 * known without reading a section.
 */
export async function writeSectionFile(
	file: string,
	header: SectionFileKey & { readonly facts: unknown },
	sections: readonly (readonly [name: string, bytes: Uint8Array])[],
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

function* chunks(
	{ version, fingerprint, facts }: SectionFileKey & { readonly facts: unknown },
	sections: readonly (readonly [name: string, bytes: Uint8Array])[],
): Generator<Uint8Array> {
	const saved = sections.map(([name, bytes]) => ({ name, nBytes: bytes.length, checksums: checksumsOf(bytes) }));
	const text = Buffer.from(JSON.stringify({ version, fingerprint, facts, sections: saved } satisfies Header));
	const prefix = Buffer.alloc(prefixBytes);
	prefix.set(magic);
	prefix.writeUInt32LE(text.length, 8);
	prefix.writeUInt32LE(crc32(text), 12);
	yield* [prefix, text, padding(text.length)];
	for (const [, bytes] of sections) {
		yield* [bytes, padding(bytes.length)];
	}
}

/** A file of sections, which stays open, and usable after it was replaced, as long as this object is in use. */
export class SectionFile {
	private static readonly unused = new FinalizationRegistry<number>(closeSync);

	private constructor(
		/** As written; checked by its checksum only. */
		readonly facts: unknown,
		private readonly places: ReadonlyMap<string, SavedSection & { readonly at: number }>,
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
			const { header, nBytes } = readHeader(descriptor);
			checkKey(header, key);
			const places = new Map<string, SavedSection & { readonly at: number }>();
			let at = prefixBytes + aligned(nBytes);
			for (const section of header.sections) {
				places.set(section.name, { ...section, at });
				at += aligned(section.nBytes);
			}
			if (at !== fstatSync(descriptor).size || names.some(name => !places.has(name))) {
				throw new UnusableFileError('it is damaged');
			}
			const opened = new SectionFile(header.facts, places, file, descriptor);
			SectionFile.unused.register(opened, descriptor);
			return opened;
		} catch (error) {
			closeSync(descriptor);
			throw error;
		}
	}

	/** 0 where there is no such section. */
	sizeOf(name: string): number {
		return this.places.get(name)?.nBytes ?? 0;
	}

	/** A section, or some bytes of it. Throws `UserError` where they are damaged; the file is then removed. */
	read(name: string, start = 0, end = this.sizeOf(name)): Uint8Array<ArrayBuffer> {
		const place = this.places.get(name);
		const firstBlock = Math.floor(start / blockBytes);
		const [from, to] = [firstBlock * blockBytes, Math.min(place?.nBytes ?? 0, aligned(end, blockBytes))];
		const bytes = place && readAt(this.descriptor, place.at + from, to - from);
		if (place === undefined || bytes === undefined || !areWhole(bytes, place.checksums.slice(firstBlock))) {
			rmSync(this.file, { force: true });
			throw new UserError('The saved index was damaged and has been removed. Try again: it is rebuilt.', {
				cures: [{ kind: 'retry' }],
			});
		}
		return start === 0 && end === to ? bytes : bytes.slice(start - from, end - from);
	}
}

function checkKey(header: SectionFileKey, { version, fingerprint }: SectionFileKey): void {
	if (header.version !== version) {
		throw new UnusableFileError(`it has version ${header.version}, not ${version}`);
	}
	if (header.fingerprint !== fingerprint) {
		throw new UnusableFileError('it was made with other languages or another Faultline');
	}
}

function checksumsOf(bytes: Uint8Array): number[] {
	const checksums: number[] = [];
	for (let at = 0; at < bytes.length; at += blockBytes) {
		checksums.push(crc32(bytes.subarray(at, at + blockBytes)));
	}
	return checksums;
}

function areWhole(bytes: Uint8Array, checksums: readonly number[]): boolean {
	return checksumsOf(bytes).every((checksum, block) => checksum === checksums[block]);
}

function padding(nBytes: number): Uint8Array {
	return new Uint8Array(aligned(nBytes) - nBytes);
}

function aligned(nBytes: number, to = alignment): number {
	return Math.ceil(nBytes / to) * to;
}

function readHeader(descriptor: number): { readonly header: Header; readonly nBytes: number } {
	const prefix = readAt(descriptor, 0, prefixBytes);
	if (prefix === undefined || !magic.equals(prefix.subarray(0, magic.length))) {
		throw new UnusableFileError('it is damaged');
	}
	const view = new DataView(prefix.buffer);
	const nBytes = view.getUint32(8, true);
	const text = nBytes < fstatSync(descriptor).size ? readAt(descriptor, prefixBytes, nBytes) : undefined;
	if (text === undefined || crc32(text) !== view.getUint32(12, true)) {
		throw new UnusableFileError('it is damaged');
	}
	// Of another version, or its checksum would not fit.
	return { header: JSON.parse(Buffer.from(text).toString()) as Header, nBytes };
}

/** Undefined where the file is shorter. */
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
