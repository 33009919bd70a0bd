import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { indexCacheLines, readIndexCache } from '../core/index/indexCache';
import type { KnownFiles } from '../core/index/indexer';
import type { Log } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { readRegularFile } from './regularFile';
import type { RootFolder } from './rootFolder';
import { makePrivateFolder } from './storageFolder';
import { writeAtomically } from './writeAtomically';

/** Path of the saved index of a workspace. */
export function indexCacheFile(storage: string, roots: readonly RootFolder[]): string {
	const hash = createHash('sha256').update(JSON.stringify(roots.map(({ name, dir }) => [name, dir])));
	return join(storage, 'index', `${hash.digest('hex').slice(0, 32)}.jsonl`);
}

/**
 * The content of the cache; undefined where there is none or it cannot be used, which is logged: the index is then
 * rebuilt.
 */
export function loadIndexCache(file: string, fingerprint: string, log: Log): KnownFiles | undefined {
	const bytes = readIfThere(file, log);
	if (bytes === undefined) {
		return undefined;
	}
	const content = checked(bytes);
	const known = content === undefined ? { problem: 'it is damaged' } : readIndexCache(linesOf(content), fingerprint);
	if ('problem' in known) {
		log.info(`The saved index ${file} is not used, as ${known.problem}.`);
		return undefined;
	}
	return known;
}

/** A cache that cannot be written only costs time: the failure is logged. */
export async function saveIndexCache(file: string, known: KnownFiles, options: SaveOptions): Promise<void> {
	try {
		await makePrivateFolder(dirname(file));
		await writeAtomically(file, withChecksum(inChunks(indexCacheLines(known, options.fingerprint))));
	} catch (error) {
		options.log.warn(`The index could not be saved, the next start takes longer: ${errorText(error)}`);
	}
}

interface SaveOptions {
	readonly fingerprint: string;
	readonly log: Log;
}

function readIfThere(file: string, log: Log): Buffer | undefined {
	try {
		return readRegularFile(file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			log.warn(`The saved index ${file} cannot be read: ${errorText(error)}`);
		}
		return undefined;
	}
}

/** Adds a last line: the hash of all before it. A changed byte would otherwise go unnoticed wherever it is still JSON. */
function* withChecksum(chunks: Iterable<string>): Generator<string> {
	const hash = createHash('sha256');
	for (const chunk of chunks) {
		hash.update(chunk);
		yield chunk;
	}
	yield `${hash.digest('hex')}\n`;
}

/** The bytes before the checksum; undefined where it does not fit. */
function checked(bytes: Buffer): Buffer | undefined {
	const length = 65;
	const content = bytes.subarray(0, Math.max(0, bytes.length - length));
	const written = bytes.toString('latin1', content.length, bytes.length - 1);
	return createHash('sha256').update(content).digest('hex') === written ? content : undefined;
}

/** Line by line, as the whole file may be longer than the maximum string length. */
function* linesOf(bytes: Buffer): Generator<string> {
	for (let start = 0; start < bytes.length; ) {
		const end = bytes.indexOf('\n', start);
		yield bytes.toString('utf8', start, end === -1 ? bytes.length : end);
		start = end === -1 ? bytes.length : end + 1;
	}
}

const chunkCharacters = 1024 * 1024;

function* inChunks(lines: Iterable<string>): Generator<string> {
	let chunk: string[] = [];
	let nCharacters = 0;
	for (const line of lines) {
		chunk.push(line, '\n');
		nCharacters += line.length;
		if (nCharacters > chunkCharacters) {
			yield chunk.join('');
			chunk = [];
			nCharacters = 0;
		}
	}
	yield chunk.join('');
}
