import type { CodeSymbol } from '../../../runs/pure/model/symbol';
import type { FileEntry, FileUnreadableError } from '../../../system/pure/files';

/** The index entry of one text file. */
export interface IndexedFile {
	readonly path: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
	/** Language id; absent if no grammar claims the file. Then its symbols are blocks of a text. */
	readonly language?: string;
	readonly isTest: boolean;
	/**
	 * `parsed`: no syntax error in the definitions. `partial`: the parser met errors there; the symbols of the readable
	 * parts are present. `text`: no symbols (no grammar, or too large to parse), but the text can be searched.
	 */
	readonly state: 'parsed' | 'partial' | 'text';
	/** Why a text that has a grammar was not parsed; it would fail in the same way again. */
	readonly problem?: string;
	/** In source order. */
	readonly symbols: readonly CodeSymbol[];
}

/** Whether a file has no grammar, and its symbols are blocks. */
export function isDividedText({ language, state }: Pick<IndexedFile, 'language' | 'state'>): boolean {
	return language === undefined && state !== 'text';
}

/** A file without readable text. */
export interface LeftOutFile extends FileEntry {
	readonly reason: FileUnreadableError['reason'];
}
