import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import type { FileEntry } from '../../../system/pure/files';
import type { LanguageTable } from '../definitions/languageTable';
import type { SourceParser } from '../definitions/sourceParser';
import type { IndexedFile } from './indexedFile';

/**
 * Larger files are searched as text but not parsed: they are data or generated code. Of a language that is scanned, all
 * are read that can be read as text.
 */
export const parseLimitBytes = 2 * 1024 * 1024;

export interface Parsing {
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
	readonly signal?: AbortSignal;
}

export interface IndexedText {
	readonly file: IndexedFile;
	/** Why a text that has a grammar was not parsed. */
	readonly problem?: string;
}

/** The index entry of one text, for files on disk and for unsaved editors alike. Throws only the signal's reason. */
export async function indexText(
	entry: FileEntry,
	text: string,
	{ languages, parser, signal }: Parsing,
): Promise<IndexedText> {
	const { path, sizeBytes, modifiedMs } = entry;
	const language = languages.of(path, text);
	const known = {
		path,
		sizeBytes,
		modifiedMs,
		isTest: languages.isTest(path),
		...(language !== undefined && { language: language.id }),
	};
	const asText: IndexedFile = { ...known, state: 'text', symbols: [] };
	if (language === undefined || sizeBytes > parseLimitBytes) {
		const scanned = await (language === undefined
			? parser.blocks(path, text, signal)
			: parser.scanned(language, path, text));
		return { file: scanned === undefined ? asText : { ...known, state: 'parsed', symbols: scanned } };
	}
	try {
		const { symbols, hasErrors } = await parser.symbols(language, path, text, signal);
		return { file: { ...known, state: hasErrors ? 'partial' : 'parsed', symbols } };
	} catch (error) {
		signal?.throwIfAborted();
		const problem = `not parsed: ${errorText(error)}`;
		// A missing grammar is a matter of the installation, the rest one of the text: the next time it would fail the same
		// way.
		return { file: error instanceof UserError ? asText : { ...asText, problem }, problem };
	}
}
