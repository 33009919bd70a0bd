import { createHash } from 'node:crypto';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Log } from '../../../system/pure/log';
import { type WordSection, type WordSource, wordSections } from '../../pure/index/words/wordData';
import { WordTable } from '../../pure/index/words/wordTable';
import type { WordStorage } from '../../pure/index/words/workspaceWords';
import type { OpenSectionFiles } from '../savedFiles/openSectionFiles';
import { type SectionFile, UnusableFileError, writeSectionFile } from '../savedFiles/sectionFile';

/** Increment when words are counted or kept in another way. */
const version = 2;

/** Path of the saved words of a workspace, beside its saved index. */
export function wordsFile(indexFile: string): string {
	return indexFile.replace(/(?:\.index)?$/, '.words');
}

/** Keeps the words of a workspace in a file, whose parts are read as they are needed, until it is closed. */
export function wordStorage(file: string, opened: OpenSectionFiles, log: Log): WordStorage {
	return {
		load: key => {
			try {
				const saved = opened.open(file, { version, fingerprint: fingerprint(key) }, wordSections);
				return new WordTable(new SavedWords(saved));
			} catch (error) {
				if (error instanceof UnusableFileError) {
					log.info(`The saved words ${file} are not used, as ${error.message}.`);
				} else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
					log.warn(`The saved words ${file} cannot be read: ${errorText(error)}`);
				}
				return undefined;
			}
		},
		save: async (key, data) => {
			try {
				const sections = wordSections.map(name => [name, data[name]] as const);
				await writeSectionFile(file, { version, fingerprint: fingerprint(key), facts: {} }, sections);
			} catch (error) {
				log.warn(`The words of the code could not be saved, the next run takes longer: ${errorText(error)}`);
			}
		},
	};
}

function fingerprint(key: string): string {
	return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

class SavedWords implements WordSource {
	constructor(private readonly saved: SectionFile) {}

	read(section: WordSection, start?: number, end?: number): Uint8Array<ArrayBuffer> {
		return this.saved.read(section, start, end);
	}
}
