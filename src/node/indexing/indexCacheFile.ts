import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SymbolTable } from '../../core/index/tables/symbolTable';
import {
	type SectionName,
	sectionNames,
	type TableData,
	type TableFacts,
	type TableSource,
} from '../../core/index/tables/tableData';
import type { Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import type { RootFolder } from '../rootFolder';
import { SectionFile, UnusableFileError, writeSectionFile } from './sectionFile';

/** Path of the saved index of a workspace. The name of a single folder is in none of its paths. */
export function indexCacheFile(storage: string, roots: readonly RootFolder[]): string {
	const named = roots.map(({ name, dir }) => [roots.length === 1 ? '' : name, dir]);
	const hash = createHash('sha256').update(JSON.stringify(named));
	return join(storage, 'index', `${hash.digest('hex').slice(0, 32)}.index`);
}

/** Increment when the meaning of a part changes. */
const version = 5;

/**
 * The saved index; undefined where there is none or it cannot be used, which is logged: the index is then rebuilt. Its
 * parts are read from the file when they are first needed, also after the file was replaced.
 */
export function loadIndexCache(file: string, fingerprint: string, log: Log): SymbolTable | undefined {
	try {
		return new SymbolTable(new SavedTable(SectionFile.open(file, { version, fingerprint }, sectionNames)));
	} catch (error) {
		if (error instanceof UnusableFileError) {
			log.info(`The saved index ${file} is not used, as ${error.message}.`);
		} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			log.warn(`The saved index ${file} cannot be read: ${errorText(error)}`);
		}
		return undefined;
	}
}

/** Whether it was saved: a cache that cannot be written only costs time, and the failure is logged. */
export async function saveIndexCache(
	file: string,
	{ facts, sections }: TableData,
	{ fingerprint, log }: { readonly fingerprint: string; readonly log: Log },
): Promise<boolean> {
	try {
		const parts = sectionNames.map(name => [name, new Uint8Array(sections[name])] as const);
		await writeSectionFile(file, { version, fingerprint, facts }, parts);
		return true;
	} catch (error) {
		log.warn(`The index could not be saved, the next start takes longer: ${errorText(error)}`);
		return false;
	}
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
