import type { Files } from '../../../system/pure/files';
import type { CodeWorkspace } from '../codeWorkspace';
import { embeddedCode } from '../definitions/embedded/embeddedCode';
import { type IndexedFile, isDividedText } from '../index/indexedFile';
import type { SymbolIndex } from '../index/symbolIndex';
import type { UnitTable } from '../index/units/unitTable';
import { StopWords } from '../index/words/stopWords';
import type { WordFile } from '../index/words/wordData';
import type { WordIndex } from '../index/words/wordIndex';
import { WorkspaceWords } from '../index/words/workspaceWords';
import type { EmbeddedData } from '../languages/embeddedData';
import type { LanguageData } from '../languages/languageData';
import { CodeModel } from './codeModel';

/** The code of a workspace with its words, without generated files. */
export interface CodeWords {
	readonly model: CodeModel;
	/** Without the texts, unless they count like code. */
	readonly index: SymbolIndex;
	/** Absent if there are none, or if they count like code. */
	readonly texts?: TextModels;
	readonly words: WordIndex;
}

/** The blocks of texts that have no grammar. */
export interface TextModels {
	readonly own: CodeModel;
	/** The code, at the same positions as without them, and then the texts. */
	readonly all: CodeModel;
}

/** If the texts have more than so many times the blocks that the code has functions, the texts count like code. */
const mostTexts = 4;

/** Throws when the signal is aborted; files that cannot be read have no words. */
export async function readCodeWords(workspace: CodeWorkspace, signal?: AbortSignal): Promise<CodeWords> {
	const { files, isText } = rankedFiles(workspace);
	const { index } = workspace;
	const units = index.units(files);
	const words = await (workspace.words ?? new WorkspaceWords()).index({
		files: files.map((file, at) => wordFile(file, cutsOf(units, at))),
		texts: codeTexts(workspace),
		stopWords: new StopWords(workspace.parser.languages),
		...(signal && { signal }),
	});
	const kept = files.flatMap(({ path, isTest }, at) => (words.isGenerated(path) ? [] : [{ path, isTest, at }]));
	const suspects = kept.filter(({ isTest }) => !isTest).map(({ at }) => at);
	const tests = kept.filter(({ isTest, at }) => isTest && !isText(at)).map(({ path }) => path);
	const code = suspects.filter(at => !isText(at));
	const texts = suspects.filter(isText);
	const nBlocks = (positions: readonly number[]) =>
		positions.reduce((sum, at) => sum + (units.first[at + 1] ?? 0) - (units.first[at] ?? 0), 0);
	if (texts.length === 0 || nBlocks(texts) > mostTexts * nBlocks(code)) {
		return { words, model: new CodeModel(units, suspects, tests), index: texts.length === 0 ? index.code : index };
	}
	const all = new CodeModel(units, [...code, ...texts], tests);
	return {
		words,
		index: index.code,
		model: new CodeModel(units, code, tests),
		texts: { own: new CodeModel(units, texts), all },
	};
}

interface RankedFiles {
	/** In the order of their paths. */
	readonly files: readonly IndexedFile[];
	/** Whether the file at a position counts less than code. */
	readonly isText: (at: number) => boolean;
}

/**
 * Notebooks mostly show how code is used, so they count if there is no other code. If no language is known, texts with
 * blocks count like code; if there are none either, the issue may be about any text.
 */
function rankedFiles({ index, parser }: CodeWorkspace): RankedFiles {
	const all = index.files();
	const notebooks = notebookData(parser.languages);
	const isPlain = ({ language }: IndexedFile) => language !== undefined && !notebooks.has(language);
	const hasPlain = all.some(isPlain);
	const isCode = (file: IndexedFile) => (hasPlain ? isPlain(file) : file.language !== undefined);
	const files = all.filter(file => isCode(file) || isDividedText(file));
	const hasCode = files.some(isCode);
	return {
		files: files.length === 0 ? all : files,
		isText: at => hasCode && files[at]?.language === undefined,
	};
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

function wordFile(file: IndexedFile, cuts: readonly number[]): WordFile {
	const { path, language, sizeBytes, modifiedMs } = file;
	return { path, language, sizeBytes, modifiedMs, cuts, ...(modifiedMs === 0 && { version: file }) };
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
