import { errorText } from '../util/errorText';
import type { IndexedFile } from './indexedFile';
import type { KnownFiles, LeftOutFile } from './indexer';

/**
 * The index as saved between windows: a header, then one file per line, all JSON. The fingerprint covers everything the
 * symbols depend on besides the files: the languages, their grammars and our own code.
 */
export interface IndexCacheHeader {
	readonly kind: typeof cacheKind;
	readonly version: typeof cacheVersion;
	readonly fingerprint: string;
	readonly nFiles: number;
	readonly nLeftOut: number;
}

const cacheKind = 'faultline-index';
/** Increment when the shape of a line changes. */
const cacheVersion = 2;

/** The cache as lines without line ends. */
export function* indexCacheLines({ files, leftOut }: KnownFiles, fingerprint: string): Generator<string> {
	const header: IndexCacheHeader = {
		kind: cacheKind,
		version: cacheVersion,
		fingerprint,
		nFiles: files.length,
		nLeftOut: leftOut.length,
	};
	yield JSON.stringify(header);
	for (const file of [...files, ...leftOut]) {
		yield JSON.stringify(file);
	}
}

/** Parses the lines, or returns why they cannot be used: torn, of another version, or with another fingerprint. */
export function readIndexCache(
	lines: Iterable<string>,
	fingerprint: string,
): KnownFiles | { readonly problem: string } {
	try {
		return readLines(lines, fingerprint);
	} catch (error) {
		return { problem: `it is damaged: ${errorText(error)}` };
	}
}

function readLines(lines: Iterable<string>, fingerprint: string): KnownFiles | { readonly problem: string } {
	const files: IndexedFile[] = [];
	const leftOut: LeftOutFile[] = [];
	let header: Partial<IndexCacheHeader> | undefined;
	for (const line of lines) {
		const data: unknown = JSON.parse(line);
		if (header === undefined) {
			header = data as Partial<IndexCacheHeader>;
			const problem = headerProblem(header, fingerprint);
			if (problem !== undefined) {
				return { problem };
			}
		} else if (isLeftOut(data)) {
			leftOut.push(data);
		} else if (isIndexedFile(data)) {
			files.push(data);
		} else {
			return { problem: 'it contains something else' };
		}
	}
	const isWhole = files.length === header?.nFiles && leftOut.length === header.nLeftOut;
	return isWhole ? { files, leftOut } : { problem: 'it ends too early' };
}

function headerProblem(header: Partial<IndexCacheHeader> | null, fingerprint: string): string | undefined {
	if (header?.kind !== cacheKind) {
		return 'it is not an index';
	}
	if (header.version !== cacheVersion) {
		return `it has version ${header.version}, not ${cacheVersion}`;
	}
	return header.fingerprint === fingerprint ? undefined : 'it was made with other languages or another Faultline';
}

function isIndexedFile(data: unknown): data is IndexedFile {
	const { state, symbols } = (data ?? {}) as Partial<IndexedFile>;
	return isFile(data) && typeof state === 'string' && Array.isArray(symbols);
}

function isLeftOut(data: unknown): data is LeftOutFile {
	return isFile(data) && typeof (data as Partial<LeftOutFile>).reason === 'string';
}

function isFile(data: unknown): boolean {
	const { path, sizeBytes, modifiedMs } = (data ?? {}) as Partial<IndexedFile>;
	return typeof path === 'string' && typeof sizeBytes === 'number' && typeof modifiedMs === 'number';
}
