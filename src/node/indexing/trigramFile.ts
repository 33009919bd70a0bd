import {
	type TrigramData,
	type TrigramSection,
	type TrigramSource,
	trigramSectionNames,
	trigramSections,
} from '../../core/index/trigrams/trigramData';
import { TrigramIndex } from '../../core/index/trigrams/trigramIndex';
import type { Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { SectionFile, UnusableFileError, writeSectionFile } from './sectionFile';

/** Increment the version when the meaning of a section, or the grams of a text, change. They depend on texts only. */
const key = { version: 1, fingerprint: '' };

/** Path of the saved trigrams of a workspace, beside its saved index. */
export function trigramFile(indexFile: string): string {
	return indexFile.replace(/\.index$/, '.trigrams');
}

/**
 * The saved trigrams; undefined where there are none, or they cannot be used, which is logged. Their parts are read from
 * the file when they are first needed; where one is damaged, the file is removed and the error is logged and thrown.
 */
export function loadTrigrams(file: string, log: Log): TrigramIndex | undefined {
	try {
		return new TrigramIndex(new SavedTrigrams(SectionFile.open(file, key, trigramSectionNames), log));
	} catch (error) {
		if (error instanceof UnusableFileError) {
			log.info(`The saved trigrams ${file} are not used, as ${error.message}.`);
		} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			log.warn(`The saved trigrams ${file} cannot be read: ${errorText(error)}`);
		}
		return undefined;
	}
}

/** Trigrams that cannot be written only cost time: the failure is logged. */
export async function saveTrigrams(file: string, data: TrigramData, log: Log): Promise<void> {
	try {
		const sections = trigramSectionNames.map(name => [name, bytesOf(data[name])] as const);
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
			this.log.warn(`The saved trigrams were damaged; they are made again: ${errorText(error)}`);
			throw error;
		}
	}
}
