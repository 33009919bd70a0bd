import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { SymbolTable } from '../core/index/tables/symbolTable';
import {
	type SectionName,
	sectionNames,
	sectionTypes,
	type TableData,
	type TableFacts,
	type TableSource,
} from '../core/index/tables/tableData';
import type { Log } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';
import { openRegularFile } from './regularFile';
import type { RootFolder } from './rootFolder';
import { makePrivateFolder } from './storageFolder';
import { writeAtomically } from './writeAtomically';

/** Path of the saved index of a workspace. */
export function indexCacheFile(storage: string, roots: readonly RootFolder[]): string {
	const hash = createHash('sha256').update(JSON.stringify(roots.map(({ name, dir }) => [name, dir])));
	return join(storage, 'index', `${hash.digest('hex').slice(0, 32)}.index`);
}

/** Begins the file. */
const magic = Buffer.from('FAULTLNX', 'latin1');
/** Increment when the meaning of a part changes. */
const cacheVersion = 3;
/** The magic, and the length and the checksum of the header, 4 bytes each. */
const prefixBytes = 16;
/** Parts begin at multiples of it. */
const alignment = 8;

/** JSON after the prefix. The fingerprint covers everything the symbols depend on besides the files. */
interface Header {
	readonly version: number;
	readonly fingerprint: string;
	readonly facts: TableFacts;
	readonly sections: readonly SavedSection[];
}

interface SavedSection {
	readonly name: SectionName;
	readonly nBytes: number;
	/** CRC-32. */
	readonly checksum: number;
}

/**
 * The saved index; undefined where there is none or it cannot be used, which is logged: the index is then rebuilt. Its
 * parts are read from the file when they are first needed, also after the file was replaced.
 */
export function loadIndexCache(file: string, fingerprint: string, log: Log): SymbolTable | undefined {
	let descriptor: number | undefined;
	try {
		descriptor = openRegularFile(file);
		return new SymbolTable(SavedTable.open(file, descriptor, fingerprint));
	} catch (error) {
		if (descriptor !== undefined) {
			closeSync(descriptor);
		}
		if (error instanceof UnusableIndexError) {
			log.info(`The saved index ${file} is not used, as ${error.message}.`);
		} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			log.warn(`The saved index ${file} cannot be read: ${errorText(error)}`);
		}
		return undefined;
	}
}

/** A cache that cannot be written only costs time: the failure is logged. */
export async function saveIndexCache(file: string, data: TableData, options: SaveOptions): Promise<void> {
	try {
		await makePrivateFolder(dirname(file));
		await writeAtomically(file, cacheChunks(data, options.fingerprint));
	} catch (error) {
		options.log.warn(`The index could not be saved, the next start takes longer: ${errorText(error)}`);
	}
}

interface SaveOptions {
	readonly fingerprint: string;
	readonly log: Log;
}

function* cacheChunks({ facts, sections }: TableData, fingerprint: string): Generator<Uint8Array> {
	const parts = sectionNames.map(name => ({ name, bytes: new Uint8Array(sections[name]) }));
	const header: Header = {
		...{ version: cacheVersion, fingerprint, facts },
		sections: parts.map(({ name, bytes }) => ({ name, nBytes: bytes.length, checksum: crc32(bytes) })),
	};
	const text = Buffer.from(JSON.stringify(header));
	const prefix = Buffer.alloc(prefixBytes);
	prefix.set(magic);
	prefix.writeUInt32LE(text.length, 8);
	prefix.writeUInt32LE(crc32(text), 12);
	yield* [prefix, text, padding(text.length)];
	for (const { bytes } of parts) {
		yield* [bytes, padding(bytes.length)];
	}
}

function padding(nBytes: number): Uint8Array {
	return new Uint8Array(aligned(nBytes) - nBytes);
}

function aligned(nBytes: number): number {
	return Math.ceil(nBytes / alignment) * alignment;
}

class UnusableIndexError extends Error {}

/** An index in a file. */
class SavedTable implements TableSource {
	/** The file stays open as long as the table is in use. */
	private static readonly unused = new FinalizationRegistry<number>(closeSync);

	private constructor(
		readonly facts: TableFacts,
		private readonly parts: ReadonlyMap<SectionName, SavedSection & { readonly at: number }>,
		private readonly file: string,
		private readonly descriptor: number,
	) {}

	/** Throws `UnusableIndexError`: it is torn, of another version, or with another fingerprint. */
	static open(file: string, descriptor: number, fingerprint: string): SavedTable {
		const { header, nBytes } = readHeader(descriptor);
		const parts = new Map<SectionName, SavedSection & { readonly at: number }>();
		let at = prefixBytes + aligned(nBytes);
		for (const section of header.sections) {
			parts.set(section.name, { ...section, at });
			at += aligned(section.nBytes);
		}
		if (header.fingerprint !== fingerprint) {
			throw new UnusableIndexError('it was made with other languages or another Faultline');
		}
		if (at !== fstatSync(descriptor).size || sectionNames.some(name => !parts.has(name))) {
			throw new UnusableIndexError('it is damaged');
		}
		const table = new SavedTable(header.facts, parts, file, descriptor);
		SavedTable.unused.register(table, descriptor);
		return table;
	}

	/** Throws `UserError` for a damaged part; the file is then removed, so that the index is rebuilt. */
	section(name: SectionName): ArrayBuffer {
		const part = this.parts.get(name);
		const bytes = part && readAt(this.descriptor, part.at, part.nBytes);
		if (bytes === undefined || crc32(bytes) !== part?.checksum || !isWhole(name, bytes)) {
			rmSync(this.file, { force: true });
			throw new UserError('The saved index was damaged and has been removed. Try again: it is rebuilt.', {
				cures: [{ kind: 'retry' }],
			});
		}
		return bytes.buffer;
	}

	read(): TableData {
		const sections = Object.fromEntries(sectionNames.map(name => [name, this.section(name)]));
		return { facts: this.facts, sections: sections as TableData['sections'] };
	}
}

function isWhole(name: SectionName, bytes: Uint8Array): boolean {
	return bytes.length % sectionTypes[name].BYTES_PER_ELEMENT === 0;
}

function readHeader(descriptor: number): { readonly header: Header; readonly nBytes: number } {
	const prefix = readAt(descriptor, 0, prefixBytes);
	if (prefix === undefined || !magic.equals(prefix.subarray(0, magic.length))) {
		throw new UnusableIndexError('it is damaged');
	}
	const view = new DataView(prefix.buffer);
	const nBytes = view.getUint32(8, true);
	const text = nBytes < fstatSync(descriptor).size ? readAt(descriptor, prefixBytes, nBytes) : undefined;
	if (text === undefined || crc32(text) !== view.getUint32(12, true)) {
		throw new UnusableIndexError('it is damaged');
	}
	// Of another version, or its checksum would not fit.
	const header = JSON.parse(Buffer.from(text).toString()) as Header;
	if (header.version !== cacheVersion) {
		throw new UnusableIndexError(`it has version ${header.version}, not ${cacheVersion}`);
	}
	return { header, nBytes };
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
