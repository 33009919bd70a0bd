import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Language, Parser, Query, type Tree } from 'web-tree-sitter';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { LanguageRules } from '../../src/code/pure/definitions/languageRules';
import { walkSymbols } from '../../src/code/pure/definitions/symbolWalk';
import type { LanguageData } from '../../src/code/pure/languages/languageData';
import { decodeText } from '../../src/system/pure/text/decodeText';
import { type FoundDefinition, queriedSymbols } from './queriedSymbols';
import { ruleLines } from './ruleLines';

/**
 * Reads the definitions of the same syntax trees twice: by the rules of `language.json`, and by a tree-sitter query for
 * definitions. Compares kind, name, container and lines, and the CPU time.
 */
const usage = `npm run bench -- definitionQueries --project DIR --language ID [--rounds N] [--list N]
  --language  one with a query in bench/definitionQueries
  --list N    print so many of the differences`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		language: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		list: { type: 'string', default: '0' },
	},
});

const packageRoot = resolve(process.cwd());
/** So many trees are in memory at a time. */
const nTreesAtOnce = 40;

interface Prepared {
	readonly parser: Parser;
	readonly rules: LanguageRules;
	readonly query: Query;
}

interface Source {
	readonly path: string;
	readonly text: string;
}

interface CpuMs {
	parse: number;
	rules: number;
	query: number;
}

if (options.project === undefined || options.language === undefined) {
	console.error(`There is nothing to compare.\n${usage}`);
	process.exitCode = 2;
} else {
	void compare(resolve(options.project), options.language);
}

async function compare(folder: string, id: string): Promise<void> {
	const grammars = openGrammarFolder(packageRoot);
	const language = grammars.languages.find(each => each.id === id);
	const queryText = readFileSync(join(packageRoot, 'bench', 'definitionQueries', `${id}.scm`), 'utf8');
	if (language === undefined) {
		throw new Error(`There is no language ${id}.`);
	}
	await Parser.init({ wasmBinary: await grammars.runtimeWasm() });
	const grammar = await Language.load(await grammars.grammarWasm(language));
	const prepared = { parser: new Parser(), rules: new LanguageRules(language), query: new Query(grammar, queryText) };
	prepared.parser.setLanguage(grammar);
	const sources = sourcesBelow(folder, language);
	const nBytes = sources.reduce((sum, { text }) => sum + text.length, 0);
	console.log(`${language.name}: ${sources.length} files, ${(nBytes / 1e6).toFixed(1)} MB`);
	printDifferences(prepared, sources);
	printTimes(prepared, sources);
	const nQueryLines = queryText.split('\n').filter(line => line.trim() !== '').length;
	console.log(`lines of data: rules ${ruleLines(packageRoot, id)}, query ${nQueryLines}`);
}

function sourcesBelow(folder: string, { extensions }: LanguageData): Source[] {
	return globSync(`**/*{${extensions.join(',')},}`, { cwd: folder })
		.filter(path => extensions.some(extension => path.endsWith(extension)))
		.sort()
		.map(path => ({ path, text: decodeText(readFileSync(join(folder, path))) ?? '' }));
}

function printDifferences({ parser, rules, query }: Prepared, sources: readonly Source[]): void {
	let [nRules, nQuery, nSame] = [0, 0, 0];
	const differences: string[] = [];
	for (const { path, text } of sources) {
		const tree = parsed(parser, rules, text);
		const byRules = linesOf(walkSymbols({ file: path, text, root: tree.rootNode }, rules));
		const byQuery = linesOf(queriedSymbols(query, tree.rootNode, rules));
		const hint = tree.rootNode.hasError ? ' (syntax errors)' : '';
		tree.delete();
		nRules += byRules.size;
		nQuery += byQuery.size;
		nSame += [...byRules].filter(line => byQuery.has(line)).length;
		const only = (lines: Set<string>, others: Set<string>, who: string) =>
			[...lines].filter(line => !others.has(line)).map(line => `  only by ${who}: ${path}:${line}${hint}`);
		differences.push(...only(byRules, byQuery, 'rules'), ...only(byQuery, byRules, 'query'));
	}
	console.log(`definitions: ${nRules} by rules, ${nQuery} by query, ${nSame} the same`);
	for (const difference of differences.slice(0, Number(options.list))) {
		console.log(difference);
	}
}

function linesOf(definitions: readonly FoundDefinition[]): Set<string> {
	return new Set(
		definitions.map(
			({ kind, name, container, nameLine, startLine, endLine }) =>
				`${nameLine} ${kind} ${container}.${name} [${startLine}..${endLine}]`,
		),
	);
}

function printTimes(prepared: Prepared, sources: readonly Source[]): void {
	const rounds = Array.from({ length: Number(options.rounds) + 1 }, () => timeRound(prepared, sources)).slice(1);
	const of = (read: (ms: CpuMs) => number) => median(rounds.map(read));
	const [parse, byRules, byQuery] = [of(ms => ms.parse), of(ms => ms.rules), of(ms => ms.query)];
	const ratio = of(ms => ms.query / ms.rules).toFixed(2);
	const withParse = of(ms => (ms.parse + ms.query) / (ms.parse + ms.rules)).toFixed(2);
	console.log(
		`CPU, medians of ${rounds.length}: parse ${parse.toFixed(0)} ms, rules ${byRules.toFixed(0)} ms, query ${byQuery.toFixed(0)} ms`,
	);
	console.log(`query / rules: ${ratio}, with the parse ${withParse}`);
}

/** The two take turns in going first. */
function timeRound({ parser, rules, query }: Prepared, sources: readonly Source[]): CpuMs {
	const ms = { parse: 0, rules: 0, query: 0 };
	for (let start = 0; start < sources.length; start += nTreesAtOnce) {
		const some = sources.slice(start, start + nTreesAtOnce);
		let trees: Tree[] = [];
		ms.parse += timed(() => {
			trees = some.map(({ text }) => parsed(parser, rules, text));
		});
		const walk = () => {
			ms.rules += timed(() => {
				for (const [idx, { path, text }] of some.entries()) {
					const root = trees[idx]?.rootNode;
					root && walkSymbols({ file: path, text, root }, rules);
				}
			});
		};
		const ask = () => {
			ms.query += timed(() => {
				for (const tree of trees) {
					queriedSymbols(query, tree.rootNode, rules);
				}
			});
		};
		for (const run of (start / nTreesAtOnce) % 2 === 0 ? [walk, ask] : [ask, walk]) {
			run();
		}
		for (const tree of trees) {
			tree.delete();
		}
	}
	return ms;
}

function parsed(parser: Parser, rules: LanguageRules, text: string): Tree {
	const tree = parser.parse(rules.readable(text));
	if (tree === null) {
		throw new Error('The parser has no language.');
	}
	return tree;
}

function timed(action: () => void): number {
	const start = process.cpuUsage();
	action();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
