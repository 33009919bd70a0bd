import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenSectionFiles } from '../../code/node/savedFiles/openSectionFiles';
import { type SectionFile, UnusableFileError, writeSectionFile } from '../../code/node/savedFiles/sectionFile';
import { ClosedIndexError } from '../../code/pure/index/tables/damagedIndex';
import { errorText } from '../../system/pure/errors/errorText';
import type { Log } from '../../system/pure/log';
import {
	type SegmentData,
	type SegmentFacts,
	type SegmentSection,
	type SegmentSource,
	segmentSections,
} from '../pure/index/segmentData';

/** Increment when the meaning of a part changes, or commits are read in another way. */
const version = 1;

/** A segment in a file. */
export interface SavedSegment {
	/** Of the file, without its folder. */
	readonly name: string;
	readonly source: SegmentSource;
}

export interface SegmentUse {
	readonly fingerprint: string;
	/** Closes them. */
	readonly opened: OpenSectionFiles;
}

/**
 * The segments in a folder, by their names, or those that are named. Files that cannot be used are removed. Throws
 * `ClosedIndexError`.
 */
export async function loadSegments(
	folder: string,
	{ fingerprint, opened, names, log }: SegmentUse & { readonly names?: readonly string[]; readonly log: Log },
): Promise<SavedSegment[]> {
	const all = names ?? (await readdir(folder).catch(() => []));
	const found: SavedSegment[] = [];
	for (const name of all.filter(each => each.endsWith(ending)).sort()) {
		const file = join(folder, name);
		try {
			found.push({
				name,
				source: new SegmentFile(opened.open(file, { version, fingerprint }, segmentSections)),
			});
		} catch (error) {
			if (error instanceof ClosedIndexError) {
				throw error;
			}
			if (error instanceof UnusableFileError) {
				log.info(`The saved commits ${file} are not used, as ${error.message}.`);
				await rm(file, { force: true });
			} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
				log.warn(`The saved commits ${file} cannot be read: ${errorText(error)}`);
			}
		}
	}
	return found;
}

/** Writes a segment, all or nothing, and opens it. */
export async function saveSegment(
	folder: string,
	{ facts, sections }: SegmentData,
	{ fingerprint, opened }: SegmentUse,
): Promise<SavedSegment> {
	const name = `${randomUUID()}${ending}`;
	const file = join(folder, name);
	const parts = segmentSections.map(each => [each, sections[each]] as const);
	await writeSectionFile(file, { version, fingerprint, facts }, parts);
	return { name, source: new SegmentFile(opened.open(file, { version, fingerprint }, segmentSections)) };
}

export async function removeSegment(folder: string, name: string): Promise<void> {
	await rm(join(folder, name), { force: true }).catch(() => undefined);
}

const ending = '.commits';

class SegmentFile implements SegmentSource {
	readonly facts: SegmentFacts;

	constructor(private readonly saved: SectionFile) {
		this.facts = saved.facts as SegmentFacts;
	}

	sizeOf(section: SegmentSection): number {
		return this.saved.sizeOf(section);
	}

	read(section: SegmentSection, start?: number, end?: number): Uint8Array<ArrayBuffer> {
		return this.saved.read(section, start, end);
	}
}
