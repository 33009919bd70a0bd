import type { Files } from '../../../system/pure/files';
import type { CodeWorkspace } from '../codeWorkspace';
import { embeddedCode } from '../definitions/embedded/embeddedCode';
import type { IndexedFile } from '../index/indexedFile';
import type { UnitTable } from '../index/units/unitTable';
import { stopWords } from '../index/words/stopWords';
import type { WordFile } from '../index/words/wordData';
import type { WordIndex } from '../index/words/wordIndex';
import { WorkspaceWords } from '../index/words/workspaceWords';
import type { EmbeddedData } from '../languages/embeddedData';
import type { LanguageData } from '../languages/languageData';
import { CodeModel } from './codeModel';

/** The code of a workspace with its words. */
export interface CodeWords {
	/** Without generated files. */
	readonly model: CodeModel;
	readonly words: WordIndex;
}

/** Throws when the signal is aborted; files that cannot be read have no words. */
export async function readCodeWords(workspace: CodeWorkspace, signal?: AbortSignal): Promise<CodeWords> {
	const files = codeFiles(workspace);
	const units = workspace.index.units(files);
	const words = await (workspace.words ?? new WorkspaceWords()).index({
		files: files.map((file, at) => wordFile(file, cutsOf(units, at))),
		texts: codeTexts(workspace),
		stopWords: meaninglessWords(workspace, files),
		...(signal && { signal }),
	});
	const kept = files.flatMap(({ path, isTest }, at) => (words.isGenerated(path) ? [] : [{ path, isTest, at }]));
	const suspects = kept.filter(({ isTest }) => !isTest).map(({ at }) => at);
	const tests = kept.filter(({ isTest }) => isTest).map(({ path }) => path);
	return { words, model: new CodeModel(units, suspects, tests) };
}

/**
 * In the order of their paths. Notebooks mostly show how code is used, so they count if there is no other. If no
 * language is known, the issue may be about any text.
 */
function codeFiles({ index, parser }: CodeWorkspace): readonly IndexedFile[] {
	const files = index.files();
	const code = files.filter(file => file.language !== undefined);
	const notebooks = notebookData(parser.languages);
	const plain = code.filter(({ language }) => !notebooks.has(language ?? ''));
	return [plain, code].find(({ length }) => length > 0) ?? files;
}

/** Leaves out the output and pictures of notebooks; in other files all words count. */
function codeTexts({ files, index, parser }: CodeWorkspace): Pick<Files, 'readText'> {
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
function meaninglessWords({ parser }: CodeWorkspace, files: readonly IndexedFile[]): Set<string> {
	const met = new Set(files.map(file => file.language));
	const keywords = parser.languages.filter(({ id }) => met.has(id)).flatMap(({ keywords }) => keywords);
	return new Set([...stopWords, ...keywords.map(word => word.toLowerCase())]);
}

function wordFile(file: IndexedFile, cuts: readonly number[]): WordFile {
	const { path, sizeBytes, modifiedMs } = file;
	return { path, sizeBytes, modifiedMs, cuts, ...(modifiedMs === 0 && { version: file }) };
}

/** Returns the lines at which functions begin, or have ended. */
function cutsOf(units: UnitTable, file: number): readonly number[] {
	const lines: number[] = [];
	let isSorted = true;
	const add = (line: number) => {
		const last = lines.at(-1) ?? 1;
		isSorted &&= line >= last;
		if (line > 1 && line !== last) {
			lines.push(line);
		}
	};
	for (let row = units.first[file] ?? 0; row < (units.first[file + 1] ?? 0); row++) {
		units.forEachRange(row, file, (startLine, endLine) => {
			add(startLine);
			add(endLine + 1);
		});
	}
	// Only nested units are out of order.
	return isSorted ? lines : lines.sort((a, b) => a - b).filter((line, at) => line !== lines[at - 1]);
}
