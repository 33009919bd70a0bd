import { statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Log } from '../../../system/pure/log';
import { ClosedIndexError } from '../../pure/index/tables/damagedIndex';
import { SymbolTable } from '../../pure/index/tables/symbolTable';
import {
	inMemory,
	type SectionName,
	sectionNames,
	type TableData,
	type TableFacts,
	type TableSource,
} from '../../pure/index/tables/tableData';
import { workspaceHash } from '../listing/workspaceHash';
import type { OpenSectionFiles } from '../savedFiles/openSectionFiles';
import { type SectionFile, UnusableFileError, writeSectionFile } from '../savedFiles/sectionFile';
import { type IndexFolders, openedMs, removeOldIndexFiles } from './oldIndexFiles';

/** Path of the saved index of a workspace. The name of a single folder is in none of its paths. */
export function indexCacheFile(
	storage: string,
	roots: readonly RootFolder[],
	excludes: readonly string[] = [],
): string {
	return join(storage, 'index', `${workspaceHash(roots, excludes)}.index`);
}

/** Increment when the meaning of a part changes. */
const version = 6;

/**
 * The saved index; undefined if there is none or it cannot be used, which is logged: the index is then rebuilt. Its
 * parts are read from the file when they are first needed, also after the file was replaced, until it is closed.
 */
export function loadIndexCache(file: string, { fingerprint, opened, log }: IndexCacheUse): SymbolTable | undefined {
	try {
		const saved = new SavedTable(opened.open(file, { version, fingerprint }, sectionNames));
		markOpened(file);
		return new SymbolTable(saved);
	} catch (error) {
		if (error instanceof UnusableFileError) {
			log.info(`The saved index ${file} is not used, as ${error.message}.`);
		} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			log.warn(`The saved index ${file} cannot be read: ${errorText(error)}`);
		}
		return undefined;
	}
}

/** Keeps it from being taken for old. A storage that cannot be written is left as it is. */
function markOpened(file: string): void {
	try {
		const now = new Date();
		if (now.getTime() - statSync(file).mtimeMs > openedMs) {
			utimesSync(file, now, now);
		}
	} catch {
		// It was replaced or removed meanwhile, or belongs to another user.
	}
}

/**
 * Whether it was saved: a cache that cannot be written only costs time, and the failure is logged. Old ones of other
 * workspaces are then removed.
 */
export async function saveIndexCache(
	file: string,
	{ facts, sections }: TableData,
	{ fingerprint, folders, log }: IndexFolders & { readonly fingerprint: string; readonly log: Log },
): Promise<boolean> {
	try {
		const parts = sectionNames.map(name => [name, new Uint8Array(sections[name])] as const);
		await writeSectionFile(file, { version, fingerprint, facts: { ...facts, folders } }, parts);
		await removeOldIndexFiles(dirname(file), file);
		return true;
	} catch (error) {
		log.warn(`The index could not be saved, the next start takes longer: ${errorText(error)}`);
		return false;
	}
}

export interface IndexCacheUse {
	/** Fingerprint of the languages: data saved with another one is not used. */
	readonly fingerprint: string;
	/** Closes it. */
	readonly opened: OpenSectionFiles;
	readonly log: Log;
}

/**
 * Returns the index that a process has built: `data`, else its saved file. Throws `ClosedIndexError` if that is gone.
 */
export function readBuilt(data: TableData | undefined, cacheFile: string | undefined, use: IndexCacheUse): SymbolTable {
	const table = data === undefined ? loadIndexCache(cacheFile ?? '', use) : new SymbolTable(inMemory(data));
	if (table === undefined) {
		throw new ClosedIndexError();
	}
	return table;
}

/** An index in a file. */
class SavedTable implements TableSource {
	readonly facts: TableFacts;
	readonly isPaged = true;

	constructor(private readonly saved: SectionFile) {
		this.facts = saved.facts as TableFacts;
	}

	sizeOf(name: SectionName): number {
		return this.saved.sizeOf(name);
	}

	section(name: SectionName, start?: number, end?: number): ArrayBuffer {
		return this.saved.read(name, start, end).buffer;
	}
}
