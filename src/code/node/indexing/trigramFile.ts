import { setImmediate } from 'node:timers/promises';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Files } from '../../../system/pure/files';
import type { Log } from '../../../system/pure/log';
import type { Progress } from '../../../system/pure/progress';
import { ClosedIndexError } from '../../pure/index/tables/damagedIndex';
import { buildTrigrams } from '../../pure/index/trigrams/buildTrigrams';
import {
	type TrigramData,
	type TrigramSection,
	type TrigramSource,
	trigramSectionNames,
	trigramSections,
} from '../../pure/index/trigrams/trigramData';
import { TrigramIndex } from '../../pure/index/trigrams/trigramIndex';
import type { OpenSectionFiles } from '../savedFiles/openSectionFiles';
import { type SectionFile, UnusableFileError, writeSectionFile } from '../savedFiles/sectionFile';

/** Increment the version when the meaning of a section, or the grams of a text, change. They depend on texts only. */
const key = { version: 1, fingerprint: '' };

/** Path of the saved trigrams of a workspace, beside its saved index. */
export function trigramFile(indexFile: string): string {
	return indexFile.replace(/\.index$/, '.trigrams');
}

/**
 * The saved trigrams; undefined if there are none, or they cannot be used, which is logged. Their parts are read from
 * the file when they are first needed, until it is closed; if one is damaged, the file is removed and the error is
 * logged and thrown.
 */
export function loadTrigrams(file: string, opened: OpenSectionFiles, log: Log): TrigramIndex | undefined {
	try {
		return new TrigramIndex(new SavedTrigrams(opened.open(file, key, trigramSectionNames), log));
	} catch (error) {
		if (error instanceof UnusableFileError) {
			log.info(`The saved trigrams ${file} are not used, as ${error.message}.`);
		} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			log.warn(`The saved trigrams ${file} cannot be read: ${errorText(error)}`);
		}
		return undefined;
	}
}

/**
 * Brings the saved trigrams of some files up to date, reading only changed files, and returns them. Throws as
 * `buildTrigrams` does; the file then stays as it was.
 */
export async function updateTrigrams(
	update: TrigramUpdate,
	onProgress: (progress: Progress) => void = () => undefined,
): Promise<TrigramIndex> {
	const known = loadTrigrams(update.file, update.opened, update.log);
	try {
		return await makeTrigrams(update, known, onProgress);
	} catch (error) {
		update.signal?.throwIfAborted();
		if (known === undefined) {
			throw error;
		}
		// The saved trigrams are damaged.
		return makeTrigrams(update, undefined, onProgress);
	}
}

async function makeTrigrams(
	{ files, file, log, signal }: TrigramUpdate,
	known: TrigramIndex | undefined,
	onProgress: (progress: Progress) => void,
): Promise<TrigramIndex> {
	const building = buildTrigrams({ files, ...(known && { known }), ...(signal && { signal }) });
	let step = await building.next();
	for (; step.done !== true; step = await building.next()) {
		onProgress(step.value);
		await setImmediate();
		signal?.throwIfAborted();
	}
	if (step.value !== known) {
		await saveTrigrams(file, step.value.data(), log);
	}
	return step.value;
}

export interface TrigramUpdate {
	/** As they are on the disk. */
	readonly files: Files;
	/** The file of the saved trigrams. */
	readonly file: string;
	/** Opens the previously saved trigrams. */
	readonly opened: OpenSectionFiles;
	readonly log: Log;
	readonly signal?: AbortSignal;
}

/** Trigrams that cannot be written only cost time: the failure is logged. */
async function saveTrigrams(file: string, data: TrigramData, log: Log): Promise<void> {
	try {
		const sections = trigramSectionNames.map(
			name => [name, bytesOf(data[name]), { isPlain: name === 'grams' }] as const,
		);
		await writeSectionFile(file, { ...key, facts: null }, sections);
	} catch (error) {
		log.warn(`The trigrams could not be saved, searches take longer: ${errorText(error)}`);
	}
}

function bytesOf(array: TrigramData[TrigramSection]): Uint8Array {
	return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

class SavedTrigrams implements TrigramSource {
	private readonly loaded = new Map<TrigramSection, unknown>();

	constructor(
		private readonly saved: SectionFile,
		private readonly log: Log,
	) {}

	section<N extends TrigramSection>(name: N): TrigramData[N] {
		const known = this.loaded.get(name);
		if (known !== undefined) {
			return known as TrigramData[N];
		}
		const section = new trigramSections[name](this.read(name).buffer);
		this.loaded.set(name, section);
		return section as unknown as TrigramData[N];
	}

	grams(start: number, end: number): Uint8Array {
		return this.read('grams', start, end);
	}

	private read(...place: Parameters<SectionFile['read']>): Uint8Array<ArrayBuffer> {
		try {
			return this.saved.read(...place);
		} catch (error) {
			if (!(error instanceof ClosedIndexError)) {
				this.log.warn('The saved trigrams were damaged: all files are searched until they are made again.');
			}
			throw error;
		}
	}
}
