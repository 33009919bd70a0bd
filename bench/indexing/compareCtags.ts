import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LanguageTable } from '../../src/core/index/languageTable';
import { SourceParser } from '../../src/core/index/sourceParser';
import { openGrammarFolder } from '../../src/node/languages/grammarFolder';
import type { TableComparison } from './compareTables';

const withoutValue = /^[ \t]*#[ \t]*define[ \t]+\w+[ \t]*(?:\/[*/].*)?\r?$/;

interface Tag {
	readonly path: string;
	readonly name: string;
	readonly line: number;
	readonly kind: string;
}

/** Counts which of the tags that universal-ctags finds below a folder, by kind, our symbols hold: file, name and line. */
export async function compareCtags(folder: string, packageRoot: string, language: string): Promise<TableComparison[]> {
	// Headers are of the language, whatever ctags takes them for; a macro without a value is no symbol of ours.
	const options = [
		'-R',
		`--languages=${language}`,
		`--map-${language}=+.h`,
		'--output-format=json',
		'--fields=+n',
		'-f',
		'-',
		'.',
	];
	const result = spawnSync('ctags', options, { cwd: folder, encoding: 'utf8', maxBuffer: 4 * 1024 * 1024 * 1024 });
	if (result.status !== 0) {
		throw new Error(`ctags ended with ${result.status ?? result.error?.message}\n${result.stderr}`);
	}
	const byPath = new Map<string, Tag[]>();
	for (const line of result.stdout.split('\n')) {
		const tag: Tag | undefined = line === '' ? undefined : JSON.parse(line);
		if (tag !== undefined && !tag.name.startsWith('__anon')) {
			byPath.set(tag.path, [...(byPath.get(tag.path) ?? []), tag]);
		}
	}
	return compare(folder, packageRoot, byPath);
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
		const symbols = own === undefined ? [] : (await parser.symbols(own, path, text)).symbols;
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
