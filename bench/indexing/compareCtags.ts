import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { decodeText } from '../../src/system/pure/text/decodeText';
import type { TableComparison } from './compareTables';

const withoutValue = /^[ \t]*#[ \t]*define[ \t]+\w+[ \t]*(?:\/[*/].*)?\r?$/;

interface Tag {
	readonly path: string;
	readonly name: string;
	readonly line: number;
	readonly kind: string;
}

export interface CtagsComparison {
	readonly tables: readonly TableComparison[];
	readonly nFiles: number;
	readonly nBytes: number;
	readonly nSymbols: number;
	/** Wall times, medians: ctags as a process whose output is not read, ours reading the files in this process. */
	readonly ctagsMs: number;
	readonly ourMs: number;
}

const nRounds = 3;

/** Counts which of the tags that universal-ctags finds below a folder, by kind, our symbols hold: file, name and line. */
export async function compareCtags(folder: string, packageRoot: string, language: string): Promise<CtagsComparison> {
	// Headers are of the language, whatever ctags takes them for; a macro without a value is no symbol of ours.
	const options = ['-R', `--languages=${language}`, `--map-${language}=+.h`, '--fields=+n'];
	const tags = runCtags(folder, [...options, '--output-format=json', '-f', '-', '.']);
	const byPath = new Map<string, Tag[]>();
	for (const line of tags.split('\n')) {
		const tag: Tag | undefined = line === '' ? undefined : JSON.parse(line);
		if (tag !== undefined && !tag.name.startsWith('__anon')) {
			const known = byPath.get(tag.path);
			if (known === undefined) {
				byPath.set(tag.path, [tag]);
			} else {
				known.push(tag);
			}
		}
	}
	const tables = await compare(folder, packageRoot, byPath);
	const ctagsMs: number[] = [];
	const ourMs: number[] = [];
	let read = { nBytes: 0, nSymbols: 0 };
	for (let round = 0; round < nRounds; round++) {
		let start = performance.now();
		runCtags(folder, [...options, '--sort=no', '-f', '-', '.'], 'ignore');
		ctagsMs.push(performance.now() - start);
		start = performance.now();
		read = await readAll(folder, packageRoot, [...byPath.keys()]);
		ourMs.push(performance.now() - start);
	}
	return { tables, nFiles: byPath.size, ...read, ctagsMs: median(ctagsMs), ourMs: median(ourMs) };
}

function runCtags(folder: string, options: readonly string[], stdout: 'pipe' | 'ignore' = 'pipe'): string {
	const result = spawnSync('ctags', options, {
		cwd: folder,
		encoding: 'utf8',
		maxBuffer: 4 * 1024 * 1024 * 1024,
		stdio: ['ignore', stdout, 'pipe'],
	});
	if (result.status !== 0) {
		throw new Error(`ctags ended with ${result.status ?? result.error?.message}\n${result.stderr}`);
	}
	return result.stdout ?? '';
}

async function readAll(
	folder: string,
	packageRoot: string,
	paths: readonly string[],
): Promise<{ readonly nBytes: number; readonly nSymbols: number }> {
	const grammars = openGrammarFolder(packageRoot);
	const table = new LanguageTable(grammars.languages);
	const parser = new SourceParser(grammars);
	let [nBytes, nSymbols] = [0, 0];
	for (const path of paths) {
		const bytes = readFileSync(join(folder, path));
		const text = decodeText(bytes) ?? '';
		const language = table.of(path, text);
		nBytes += bytes.length;
		nSymbols += language === undefined ? 0 : (await parser.symbols(language, path, text)).symbols.length;
	}
	return { nBytes, nSymbols };
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function compare(
	folder: string,
	packageRoot: string,
	byPath: ReadonlyMap<string, readonly Tag[]>,
): Promise<TableComparison[]> {
	const grammars = openGrammarFolder(packageRoot);
	const table = new LanguageTable(grammars.languages);
	const parser = new SourceParser(grammars);
	const rows = new Map<string, { nPeer: number; nFound: number; missing: string[] }>();
	for (const [path, tags] of byPath) {
		const text = readFileSync(join(folder, path), 'latin1');
		const lines = text.split('\n');
		const own = table.of(path, text);
		if (own === undefined) {
			continue;
		}
		const { symbols } = await parser.symbols(own, path, text);
		const have = new Set(symbols.map(({ name, nameLine }) => `${nameLine} ${name}`));
		// A name in several rows is where it is for one of the two, and where its definition begins for the other.
		const starts = new Set(symbols.map(({ name, startLine }) => `${startLine} ${name}`));
		for (const { name, line, kind } of tags) {
			if (kind === 'macro' && withoutValue.test(lines[line - 1] ?? '')) {
				continue;
			}
			const row = rows.get(kind) ?? { nPeer: 0, nFound: 0, missing: [] };
			rows.set(kind, row);
			row.nPeer++;
			if (have.has(`${line} ${name}`) || starts.has(`${line} ${name}`)) {
				row.nFound++;
			} else {
				row.missing.push(`${path}:${line} ${name}`);
			}
		}
	}
	return [...rows].map(([kind, row]) => ({ kind, ...row }));
}
