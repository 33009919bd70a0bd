import { embeddedCode } from '../index/embedded/embeddedCode';
import type { EmbeddedData } from '../index/embedded/embeddedData';
import type { IndexedFile } from '../index/indexedFile';
import type { LanguageData } from '../index/languageData';
import type { WordFile } from '../index/words/wordData';
import type { WordIndex } from '../index/words/wordIndex';
import { WorkspaceWords } from '../index/words/workspaceWords';
import type { Files } from '../ports';
import type { Workspace } from '../workspace';
import { codeUnits } from './codeUnits';
import { stopWords } from './lexical/stopWords';

/** The code of a workspace with its words. */
export interface CodeWords {
	readonly words: WordIndex;
	/** Files of a known language (any text where there is none) in the order of their paths, without generated ones. */
	readonly code: readonly IndexedFile[];
	/** Test files, likewise. */
	readonly tests: readonly IndexedFile[];
}

/** Throws when the signal is aborted; files that cannot be read have no words. */
export async function readCodeWords(workspace: Workspace, signal?: AbortSignal): Promise<CodeWords> {
	const files = codeFiles(workspace);
	const words = await (workspace.words ?? new WorkspaceWords()).index({
		files: files.map(wordFile),
		texts: codeTexts(workspace),
		stopWords: meaninglessWords(workspace, files),
		...(signal && { signal }),
	});
	const kept = files.filter(file => !words.isGenerated(file.path));
	return { words, code: kept.filter(file => !file.isTest), tests: kept.filter(file => file.isTest) };
}

/**
 * Notebooks mostly show how code is used, so they count where there is no other. Where no language is known, any text may
 * be what the issue is about.
 */
function codeFiles({ index, parser }: Workspace): readonly IndexedFile[] {
	const files = index.files();
	const code = files.filter(file => file.language !== undefined);
	const notebooks = notebookData(parser.languages);
	const plain = code.filter(({ language }) => !notebooks.has(language ?? ''));
	return [plain, code].find(({ length }) => length > 0) ?? files;
}

/** What a notebook printed, and its pictures, are none of its words; of other files all words count. */
function codeTexts({ files, index, parser }: Workspace): Pick<Files, 'readText'> {
	const notebooks = notebookData(parser.languages);
	return {
		readText: async path => {
			const text = await files.readText(path);
			const notebook = notebooks.get(index.file(path)?.language ?? '');
			return notebook === undefined ? text : embeddedCode(notebook, text);
		},
	};
}

/** By the id of their language. */
function notebookData(languages: readonly LanguageData[]): ReadonlyMap<string, EmbeddedData> {
	return new Map(
		languages.flatMap(({ id, embedded }) =>
			embedded !== undefined && 'notebook' in embedded ? [[id, embedded] as const] : [],
		),
	);
}

/** Words of everyday language, and the reserved words of the languages that occur. */
function meaninglessWords({ parser }: Workspace, files: readonly IndexedFile[]): Set<string> {
	const met = new Set(files.map(file => file.language));
	const keywords = parser.languages.filter(({ id }) => met.has(id)).flatMap(({ keywords }) => keywords);
	return new Set([...stopWords, ...keywords.map(word => word.toLowerCase())]);
}

function wordFile(file: IndexedFile): WordFile {
	const { path, sizeBytes, modifiedMs } = file;
	const symbols = codeUnits([file]).functions.flatMap(unit => unit.symbols);
	const lines = new Set(symbols.flatMap(({ startLine, endLine }) => [startLine, endLine + 1]));
	const cuts = [...lines].filter(line => line > 1).sort((a, b) => a - b);
	return { path, sizeBytes, modifiedMs, cuts, ...(modifiedMs === 0 && { version: file }) };
}
