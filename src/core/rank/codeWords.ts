import type { IndexedFile } from '../index/indexedFile';
import type { Workspace } from '../workspace';
import { stopWords } from './lexical/stopWords';
import { TermTable } from './lexical/termTable';
import { TokenCorpus } from './lexical/tokenCorpus';
import { readIfText } from './readIfText';

/** Every word of the workspace's code. */
export interface CodeWords {
	readonly terms: TermTable;
	readonly corpus: TokenCorpus;
	/** Files of a known language (any text where there is none) in the order of their paths, without generated ones. */
	readonly code: readonly IndexedFile[];
	/** Test files, likewise. */
	readonly tests: readonly IndexedFile[];
	/** Number of files that were left out as there is too much to read. */
	readonly nUnread: number;
}

const batchSize = 16;
/** Maximum number of characters of all texts together: their words take about as many bytes of memory. */
const sizeLimit = 400_000_000;
/** Lines of generated code are longer on average than handwritten ones. */
const meanLineLimit = 250;

/** Reads the code once. Throws when the signal is aborted; files that cannot be read have no words. */
export async function readCodeWords(workspace: Workspace, signal?: AbortSignal): Promise<CodeWords> {
	const files = codeFiles(workspace);
	const terms = new TermTable(meaninglessWords(workspace, files));
	const corpus = new TokenCorpus(terms);
	const generated = new Set<string>();
	let nCharacters = 0;
	let nRead = 0;
	for (; nRead < files.length && nCharacters < sizeLimit; nRead += batchSize) {
		signal?.throwIfAborted();
		const batch = files.slice(nRead, nRead + batchSize);
		const texts = await Promise.all(batch.map(file => readIfText(workspace.files, file.path)));
		for (const [at, text] of texts.entries()) {
			const path = batch[at]?.path ?? '';
			nCharacters += text.length;
			if (isGenerated(text)) {
				generated.add(path);
			} else {
				corpus.add(path, text);
			}
		}
	}
	const kept = files.filter(file => !generated.has(file.path));
	return {
		terms,
		corpus,
		code: kept.filter(file => !file.isTest),
		tests: kept.filter(file => file.isTest),
		nUnread: Math.max(0, files.length - nRead),
	};
}

/** Where no language is known, any text may be what the issue is about. */
function codeFiles({ index }: Workspace): readonly IndexedFile[] {
	const files = index.files();
	const code = files.filter(file => file.language !== undefined);
	return code.length > 0 ? code : files;
}

/** Words of everyday language, and the reserved words of the languages that occur. */
function meaninglessWords({ parser }: Workspace, files: readonly IndexedFile[]): Set<string> {
	const met = new Set(files.map(file => file.language));
	const keywords = parser.languages.filter(({ id }) => met.has(id)).flatMap(({ keywords }) => keywords);
	return new Set([...stopWords, ...keywords.map(word => word.toLowerCase())]);
}

function isGenerated(text: string): boolean {
	if (text.length < 4 * meanLineLimit) {
		return false;
	}
	let nLines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		nLines++;
	}
	return text.length / nLines > meanLineLimit;
}
