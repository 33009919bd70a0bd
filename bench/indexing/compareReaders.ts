import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { readerOf } from '../../src/code/pure/definitions/readerOf';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../src/code/pure/languages/languageData';
import type { CodeSymbol } from '../../src/runs/pure/model/symbol';

export interface ReaderComparison {
	readonly language: string;
	readonly nFiles: number;
	readonly nBytes: number;
	/** Definitions of the full parse; those that the reader's symbols equal in all fields; those it adds. */
	readonly nFull: number;
	readonly nEqual: number;
	readonly nAdded: number;
	/** The same of the files in which the full parse meets no syntax error. */
	readonly nWithoutErrors: number;
	readonly nDifferentWithoutErrors: number;
	/** Files that the reader leaves to the parser. */
	readonly nWhole: number;
	/** CPU time of a warm pass over all files, median. */
	readonly fullMs: number;
	readonly readerMs: number;
	readonly differences: readonly string[];
}

const nRounds = 3;

interface Source {
	readonly path: string;
	readonly text: string;
}

/**
 * Compares the symbols that readers of definitions find with those of the full parse, by language, over all files below a folder; both
 * are timed in turn in this process, after a pass of each.
 */
export async function compareReaders(
	folder: string,
	packageRoot: string,
	extensions: readonly string[],
): Promise<ReaderComparison[]> {
	const grammars = openGrammarFolder(packageRoot);
	const table = new LanguageTable(grammars.languages);
	const sources = new Map<LanguageData, Source[]>();
	for (const path of globSync(`**/*.{${extensions.join(',')},}`, { cwd: folder }).sort()) {
		const text = readFileSync(join(folder, path), 'utf8');
		const language = table.of(path, text);
		if (language !== undefined && text.length < 2 * 1024 * 1024) {
			sources.set(language, [...(sources.get(language) ?? []), { path, text }]);
		}
	}
	const parser = new SourceParser(grammars);
	const results: ReaderComparison[] = [];
	for (const [language, files] of sources) {
		if (language.reader !== undefined) {
			results.push(await compareLanguage(parser, language, files));
		}
	}
	return results;
}

async function compareLanguage(
	parser: SourceParser,
	language: LanguageData,
	sources: readonly Source[],
): Promise<ReaderComparison> {
	const { reader: _reader, ...whole } = language;
	// A parser keeps what it loaded by id.
	const fullLanguage: LanguageData = { ...whole, id: `${language.id} whole` };
	const read = readerOf(language);
	const differences: string[] = [];
	const counts = { nFull: 0, nEqual: 0, nAdded: 0, nWhole: 0, nWithoutErrors: 0, nDifferentWithoutErrors: 0 };
	for (const { path, text } of sources) {
		const full = await parser.symbols(fullLanguage, path, text);
		const own = await parser.symbols(language, path, text);
		const hint = full.hasErrors ? ' (syntax errors)' : '';
		const isWhole = read?.(text, path) === undefined;
		counts.nWhole += isWhole ? 1 : 0;
		const ownLines = new Set(own.symbols.map(describe));
		const fullLines = new Set(full.symbols.map(describe));
		counts.nFull += fullLines.size;
		const missing = [...fullLines].filter(line => !ownLines.has(line));
		const added = [...ownLines].filter(line => !fullLines.has(line));
		counts.nEqual += fullLines.size - missing.length;
		counts.nAdded += added.length;
		counts.nDifferentWithoutErrors += full.hasErrors ? 0 : missing.length;
		counts.nWithoutErrors += full.hasErrors ? 0 : fullLines.size;
		differences.push(...missing.map(line => `${path}: missing ${line}${hint}`));
		differences.push(...added.map(line => `${path}: added ${line}${hint}`));
	}
	const fullMs: number[] = [];
	const readerMs: number[] = [];
	for (let round = 0; round < nRounds; round++) {
		fullMs.push(await passMs(parser, fullLanguage, sources));
		readerMs.push(await passMs(parser, language, sources));
	}
	const nBytes = sources.reduce((sum, { text }) => sum + text.length, 0);
	const result = { language: language.id, nFiles: sources.length, nBytes, ...counts, differences };
	return { ...result, fullMs: median(fullMs), readerMs: median(readerMs) };
}

async function passMs(parser: SourceParser, language: LanguageData, sources: readonly Source[]): Promise<number> {
	const start = cpuMs();
	for (const { path, text } of sources) {
		await parser.symbols(language, path, text);
	}
	return cpuMs() - start;
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

function describe(symbol: CodeSymbol): string {
	const { name, kind, container, nameLine, startLine, headerEndLine, endLine, bases, doc, modifiers } = symbol;
	const place = `${startLine} ${nameLine} ${headerEndLine} ${endLine}`;
	return `${place} ${kind} ${container}.${name} doc[${doc?.startLine}..${doc?.endLine}] ${modifiers} < ${bases}`;
}
