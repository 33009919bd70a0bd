import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { FieldedDocuments, Query } from '../lexical/bm25f';
import { bestFirst } from './rankFusion';

/** How many of the best test files are read and traced to the files they test. */
const testLimit = 40;

export interface TracedTests {
	/** By position of the file: 0 if the tests do not lead to it. */
	readonly files: Float64Array;
	/** The names that the tests contain. */
	readonly names: ReadonlyMap<string, NameInTests>;
}

export interface NameInTests {
	/** The best score of a test with the name, as a share of all tests' best: 0..1. */
	readonly best: number;
	readonly nTests: number;
}

/**
 * Traces the words of an issue to the tests that share them, and from these to the files they test: files of the same
 * name, and files they import. A file that most of them import gets a low score. `documents` are the tests; `readText`
 * returns the text of one.
 */
export async function testTraceability(
	model: CodeModel,
	documents: FieldedDocuments,
	query: Query,
	readText: (path: string) => Promise<string>,
): Promise<TracedTests> {
	const paths = model.tests;
	const scores = documents.score(query);
	const best = bestFirst(scores, testLimit);
	const traced = new Float64Array(model.files.length);
	const importers = new Map<number, number[]>();
	const names = new Map<string, NameInTests>();
	const top = scores[best[0] ?? -1] ?? 1;
	for (const at of best) {
		const path = paths[at] ?? '';
		const score = scores[at] ?? 0;
		const namesakes = model.filesOfModule(testedName(path));
		for (const file of namesakes.map(namesake => model.filePosition(namesake))) {
			traced[file] = (traced[file] ?? 0) + score / namesakes.length;
		}
		const text = await readText(path);
		for (const name of new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])) {
			const known = names.get(name) ?? { best: 0, nTests: 0 };
			names.set(name, { best: Math.max(known.best, score / top), nTests: known.nTests + 1 });
		}
		for (const file of importedFiles(text, model)) {
			importers.set(file, [...(importers.get(file) ?? []), score]);
		}
	}
	for (const [file, importing] of importers) {
		const sum = importing.reduce((total, score) => total + score, 0);
		traced[file] = (traced[file] ?? 0) + sum / importing.length / Math.sqrt(importing.length);
	}
	return { files: traced, names };
}

function testedName(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
	const tested = name.replace(/^tests?[_-]?(?=\w{2})|[._-]?(?:tests?|spec)$/gi, '');
	return tested === '' ? (path.split('/').at(-2) ?? '') : tested;
}

/**
 * Files whose module is named in a line, as `a.b`, `a/b` or `a::b`, optionally followed by a member: `from a import b`.
 */
function importedFiles(text: string, model: CodeModel): Set<number> {
	const found = new Set<number>();
	for (const line of text.split('\n')) {
		if (line.length > 300 || !importLine.test(line)) {
			continue;
		}
		for (const name of namesImported(line)) {
			const files = model.filesOfModule(name);
			for (const file of files.length <= 2 ? files : []) {
				found.add(model.filePosition(file));
			}
		}
	}
	return found;
}

function namesImported(line: string): string[] {
	const words = line.match(/[\w$]+(?:(?:\.|::|\/)[\w$]+)*/g) ?? [];
	const modules = words.map(word => word.replaceAll(/::|\./g, '/'));
	const parts = modules.flatMap((module, at) => words.slice(at + 1).map(part => `${module}/${part}`));
	return [...modules, ...parts].filter(name => name.includes('/'));
}

const importLine = /^\s*(?:import|from|use|using|pub use|require|#\s*include|export|const|let|var)\b/;
