import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { decodeText } from '../../src/system/pure/text/decodeText';
import { groupBy } from '../support/groupBy';
import type { TableComparison } from './compareTables';

/** A line of a file of truth, as the programs in `truth/` print it. */
interface TrueDefinition {
	readonly path: string;
	readonly kind: string;
	readonly name: string;
	/** 1-based line of the name. */
	readonly line: number;
	readonly endLine: number;
}

export interface TruthComparison {
	readonly tables: readonly TableComparison[];
	readonly nFiles: number;
	/** Those found that end in another line. */
	readonly otherEnds: readonly string[];
	/** Symbols of ours that are not among the true ones. */
	readonly added: readonly string[];
}

/** Compares our symbols with the definitions that a language's own parser finds in the same files, by name and line. */
export async function compareTruth(folder: string, packageRoot: string, file: string): Promise<TruthComparison> {
	const byPath = groupBy(readTruth(file), ({ path }) => path);
	const grammars = openGrammarFolder(packageRoot);
	const languages = new LanguageTable(grammars.languages);
	const parser = new SourceParser(grammars);
	const rows = new Map<string, { nPeer: number; nFound: number; missing: string[] }>();
	const added: string[] = [];
	const otherEnds: string[] = [];
	for (const [path, definitions] of byPath) {
		const text = decodeText(readFileSync(join(folder, path))) ?? '';
		const language = languages.of(path, text);
		const symbols = language === undefined ? [] : (await parser.symbols(language, path, text)).symbols;
		const ours = groupBy(symbols, ({ nameLine, name }) => `${nameLine} ${name}`);
		for (const { kind, name, line, endLine } of definitions) {
			const row = rows.get(kind) ?? { nPeer: 0, nFound: 0, missing: [] };
			rows.set(kind, row);
			row.nPeer++;
			const found = ours.get(`${line} ${name}`);
			if (found === undefined) {
				row.missing.push(`${path}:${line} ${name}`);
			} else {
				row.nFound++;
				if (!found.some(symbol => symbol.endLine === endLine)) {
					otherEnds.push(`${path}:${line} ${name} ends in ${endLine}, not ${found[0]?.endLine}`);
				}
			}
		}
		const isTrue = new Set(definitions.map(({ line, name }) => `${line} ${name}`));
		const others = symbols.filter(({ nameLine, name }) => !isTrue.has(`${nameLine} ${name}`));
		added.push(...others.map(({ nameLine, kind, name }) => `${path}:${nameLine} ${kind} ${name}`));
	}
	return { tables: [...rows].map(([kind, row]) => ({ kind, ...row })), nFiles: byPath.size, otherEnds, added };
}

function readTruth(file: string): TrueDefinition[] {
	const lines = readFileSync(file, 'utf8').split('\n');
	return lines.filter(line => line !== '').map(line => JSON.parse(line));
}
