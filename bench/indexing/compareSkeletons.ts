import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageData } from '../../src/core/index/languageData';
import { LanguageTable } from '../../src/core/index/languageTable';
import { skeletonOf } from '../../src/core/index/skeleton/skeletonOf';
import { SourceParser } from '../../src/core/index/sourceParser';
import type { CodeSymbol } from '../../src/core/model/symbol';
import { openGrammarFolder } from '../../src/node/languages/grammarFolder';

export interface SkeletonComparison {
	readonly language: string;
	readonly nFiles: number;
	readonly nBytes: number;
	/** Definitions of the full parse; those that the skeleton's symbols equal in all fields; those it adds. */
	readonly nFull: number;
	readonly nEqual: number;
	readonly nAdded: number;
	/** Files whose skeleton was not used: it could not be made, or has syntax errors. */
	readonly nWhole: number;
	/** CPU time of a warm pass over all files. */
	readonly fullMs: number;
	readonly skeletonMs: number;
	readonly differences: readonly string[];
}

interface Source {
	readonly path: string;
	readonly text: string;
}

/**
 * Compares the symbols read from skeletons with those of the full parse, by language, over all files below a folder; both
 * are timed in turn in this process, after a pass of each.
 */
export async function compareSkeletons(
	folder: string,
	packageRoot: string,
	extensions: readonly string[],
): Promise<SkeletonComparison[]> {
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
	const results: SkeletonComparison[] = [];
	for (const [language, files] of sources) {
		if (language.skeleton !== undefined) {
			results.push(await compareLanguage(parser, language, files));
		}
	}
	return results;
}

async function compareLanguage(
	parser: SourceParser,
	language: LanguageData,
	sources: readonly Source[],
): Promise<SkeletonComparison> {
	const { skeleton: _skeleton, ...whole } = language;
	// A parser keeps what it loaded by id.
	const fullLanguage: LanguageData = { ...whole, id: `${language.id} whole` };
	const skeleton = language.skeleton && skeletonOf(language.skeleton);
	const differences: string[] = [];
	const counts = { nFull: 0, nEqual: 0, nAdded: 0, nWhole: 0 };
	const time = { full: 0, skeleton: 0 };
	for (const round of [0, 1]) {
		for (const { path, text } of sources) {
			const start = cpuMs();
			const full = await parser.symbols(fullLanguage, path, text);
			const between = cpuMs();
			const own = await parser.symbols(language, path, text);
			const end = cpuMs();
			if (round === 1) {
				time.full += between - start;
				time.skeleton += end - between;
				continue;
			}
			const ownLines = new Set(own.symbols.map(describe));
			const fullLines = new Set(full.symbols.map(describe));
			counts.nFull += fullLines.size;
			const reduced = skeleton?.(text);
			const isWhole = reduced === undefined || (await parser.syntaxErrors(fullLanguage, reduced)).length > 0;
			counts.nWhole += isWhole ? 1 : 0;
			if (isWhole && !full.hasErrors) {
				differences.push(`${path}: read whole`);
			}
			for (const line of fullLines) {
				if (ownLines.has(line)) {
					counts.nEqual++;
				} else {
					differences.push(`${path}: missing ${line}${full.hasErrors ? ' (syntax errors)' : ''}`);
				}
			}
			for (const line of ownLines) {
				if (!fullLines.has(line)) {
					counts.nAdded++;
					differences.push(`${path}: added ${line}${full.hasErrors ? ' (syntax errors)' : ''}`);
				}
			}
		}
	}
	const nBytes = sources.reduce((sum, { text }) => sum + text.length, 0);
	const result = { language: language.id, nFiles: sources.length, nBytes, ...counts, differences };
	return { ...result, fullMs: time.full, skeletonMs: time.skeleton };
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
