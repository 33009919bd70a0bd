import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { indexCacheFile } from '../../src/code/node/indexing/indexCacheFile';
import { loadTrigrams, trigramFile, updateTrigrams } from '../../src/code/node/indexing/trigramFile';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { OpenSectionFiles } from '../../src/code/node/savedFiles/openSectionFiles';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { SymbolIndex } from '../../src/code/pure/index/symbolIndex';
import { type SearchContext, searchContext } from '../../src/code/pure/search/searchContext';
import { codePatterns } from '../../src/code/pure/search/text/codeQuery';
import { everywhere } from '../../src/code/pure/search/text/scanOrder';
import type { TextHit } from '../../src/code/pure/search/text/textHit';
import { streamHits } from '../../src/code/pure/search/text/textScan';
import { KeptTexts } from '../../src/code/pure/texts/keptTexts';
import type { Workspace } from '../../src/history/pure/workspace';
import { searchCode } from '../../src/models/pure/tools/search/searchCodeTool';
import type { RootFolder } from '../../src/system/node/files/rootFolder';
import { seededOrder } from '../support/seededOrder';

/**
 * Times searches for pieces of code in one process, beside ripgrep, which is started for each, and compares the lines
 * that are found. The pieces are drawn from the files by a seed. Each piece is searched once by each, in turn. A peer is
 * AutoCodeRover's search_code, which reads Python files only.
 */
const usage = `npm run bench -- search --project DIR --storage DIR [--queries N] [--seed N] [--peer DIR]
           [--texts-only] [--without-trigrams]
  --project           a folder with code
  --storage           where the index and the trigrams are saved; they are made where they are missing
  --peer              a checkout of AutoCodeRover
  --texts-only        nothing is indexed: the answer of search_code names no definitions
  --without-trigrams  only texts are kept`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		storage: { type: 'string' },
		peer: { type: 'string' },
		queries: { type: 'string', default: '40' },
		seed: { type: 'string', default: '14' },
		'texts-only': { type: 'boolean', default: false },
		'without-trigrams': { type: 'boolean', default: false },
	},
});

const packageRoot = process.cwd();
const log = { info: () => undefined, warn: console.warn, error: console.error };
/** As our own listing. Larger files are not searched. */
const sameFiles = ['--hidden', '--glob', '!.git', '--max-filesize', '20M'];

if (options.project === undefined || options.storage === undefined || !existsSync(options.project)) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void compare(resolve(options.project), resolve(options.storage));
}

async function compare(project: string, storage: string): Promise<void> {
	const roots = [{ name: basename(project), dir: project }];
	const workspace = options['texts-only']
		? openTexts(roots)
		: (await openWorkspace({ roots, packageRoot, log, storage })).workspace;
	const file = trigramFile(indexCacheFile(storage, roots));
	if (!options['without-trigrams']) {
		await updateTrigrams({ files: workspace.files, file, opened: new OpenSectionFiles(), log });
	}
	const kept = () =>
		new KeptTexts(options['without-trigrams'] ? undefined : loadTrigrams(file, new OpenSectionFiles(), log));
	const searches = { tool: kept(), first: kept(), all: kept() };
	const listed = new Set((await workspace.files.list()).map(({ path }) => path));
	const byRipgrep = runRipgrep(['--files', ...sameFiles], project)
		.trimEnd()
		.split('\n');
	const inBoth = new Set(byRipgrep.filter(path => listed.has(path)));
	console.log(
		`${listed.size} files here, ${byRipgrep.length} by ripgrep, ${inBoth.size} of them the same, which are compared`,
	);
	const peer = options.peer === undefined ? undefined : await startPeer(project, resolve(options.peer));
	const rows: Row[] = [];
	for (const query of await drawQueries(workspace, Number(options.queries), Number(options.seed))) {
		const row = await searchOnce(query, { workspace, searches, project, inBoth, ...(peer && { peer }) });
		rows.push(row);
		const times = Object.entries(row.ms).map(([kind, ms]) => `${kind} ${ms.toFixed(0)}`);
		console.log(
			`${JSON.stringify(query)}: ${row.nLines} lines${row.isEqual ? '' : ', NOT EQUAL'}; ms: ${times.join(', ')}`,
		);
	}
	peer?.end();
	report(rows);
}

interface Peer {
	/** Milliseconds that it takes for a search. */
	readonly search: (query: string) => Promise<number>;
	readonly end: () => void;
}

async function startPeer(project: string, checkout: string): Promise<Peer> {
	const script = join(packageRoot, 'bench', 'indexing', 'peer_search.py');
	const child = spawn('python3', [script, project, checkout], { stdio: ['pipe', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const answer = async (): Promise<{ readonly ms: number; readonly files: number }> => {
		const line = await lines.next();
		if (line.done) {
			throw new Error('The peer ended.');
		}
		return JSON.parse(line.value);
	};
	console.log(`AutoCodeRover reads ${(await answer()).files} files`);
	return {
		search: async query => {
			child.stdin.write(`${JSON.stringify(query)}\n`);
			return (await answer()).ms;
		},
		end: () => child.stdin.end(),
	};
}

function openTexts(roots: readonly RootFolder[]): Workspace {
	const grammars = openGrammarFolder(packageRoot);
	const languages = new LanguageTable(grammars.languages);
	return { index: new SymbolIndex(), files: new DiskFiles(roots), languages, parser: new SourceParser(grammars) };
}

interface Row {
	readonly nLines: number;
	readonly isEqual: boolean;
	/** Milliseconds: a listing, which counts for the next searches, the tool's whole answer, the first 200 hits, all hits; 0 without a peer. */
	readonly ms: Readonly<Record<'list' | 'tool' | 'first' | 'all' | 'rg' | 'peer', number>>;
}

async function searchOnce(
	query: string,
	given: {
		readonly workspace: Workspace;
		readonly searches: Readonly<Record<'tool' | 'first' | 'all', KeptTexts>>;
		readonly project: string;
		readonly inBoth: ReadonlySet<string>;
		readonly peer?: Peer;
	},
): Promise<Row> {
	const contextOf = (texts: KeptTexts): SearchContext => searchContext({ ...given.workspace, texts });
	const [list] = await timed(() => given.workspace.files.list());
	const [tool] = await timed(() => searchCode(contextOf(given.searches.tool), query));
	const [first] = await timed(() => firstHits(contextOf(given.searches.first), query, 200));
	const [all, hits] = await timed(() => firstHits(contextOf(given.searches.all), query));
	const [rg, found] = await timed(async () => ripgrep(query, given.project));
	const peer = (await given.peer?.search(query)) ?? 0;
	const theirs = new Set([...found].filter(each => given.inBoth.has(each.slice(0, each.lastIndexOf(':')))));
	const ours = new Set(hits.filter(({ file }) => given.inBoth.has(file)).map(hit => `${hit.file}:${hit.startLine}`));
	const different = [...ours].filter(each => !theirs.has(each)).concat([...theirs].filter(each => !ours.has(each)));
	const isEqual = different.length === 0;
	different.slice(0, 3).forEach(each => {
		console.log(`  only ${ours.has(each) ? 'here' : 'by ripgrep'}: ${each}`);
	});
	return { nLines: ours.size, isEqual, ms: { list, tool, first, all, rg, peer } };
}

async function firstHits(context: SearchContext, query: string, limit = Number.POSITIVE_INFINITY): Promise<TextHit[]> {
	const found: TextHit[] = [];
	const limits = { nHits: Number.MAX_SAFE_INTEGER, sizeBytes: Number.MAX_VALUE };
	for await (const { hits } of streamHits(context, everywhere(context), codePatterns(query).slice(0, 1), limits)) {
		for (const hit of hits) {
			found.push(hit);
		}
		if (found.length >= limit) {
			break;
		}
	}
	return found;
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
	const startedAt = performance.now();
	const result = await work();
	return [performance.now() - startedAt, result];
}

/** `path:line` of each line with the text, in the files that ours searches too. */
function ripgrep(query: string, project: string): ReadonlySet<string> {
	const args = ['-F', '-n', '--no-heading', '--null', '--color', 'never', ...sameFiles];
	const stdout = runRipgrep([...args, '--', query, '.'], project);
	const lines = stdout.split('\n').flatMap(line => /^\.\/([^\0]*)\0(\d+):/.exec(line) ?? []);
	return new Set(Array.from({ length: lines.length / 3 }, (_, at) => `${lines[3 * at + 1]}:${lines[3 * at + 2]}`));
}

function runRipgrep(args: readonly string[], project: string): string {
	const { stdout, error } = spawnSync('rg', args, { cwd: project, encoding: 'latin1', maxBuffer: 2 ** 30 });
	if (error !== undefined) {
		throw error;
	}
	return stdout;
}

/** The longest name, call, or piece of a line of code, of as many files. */
async function drawQueries({ files, languages }: Workspace, nQueries: number, seed: number): Promise<string[]> {
	const entries = await files.list();
	const paths = entries.flatMap(({ path }) => (languages.of(path) === undefined ? [] : [path]));
	const queries = new Set<string>();
	for (const path of seededOrder(paths, each => each, seed)) {
		const text = await files.readText(path);
		const [line = ''] = seededOrder(
			text.split('\n').filter(each => /^[\x20-\x7e\t]{12,120}$/.test(each) && /[a-z]{5}/i.test(each)),
			each => path + each,
			seed,
		);
		const kinds = [/\w{6,}/g, /\w{5,}\(/g, /\w{4,}[ .>-]+\w{4,}/g, /\S.{8,30}\S/g];
		const found = line.match(kinds[queries.size % kinds.length] ?? '') ?? [];
		const query = [...found].sort((a, b) => b.length - a.length)[0];
		query !== undefined && queries.add(query);
		if (queries.size === nQueries) {
			break;
		}
	}
	return [...queries];
}

function report(rows: readonly Row[]): void {
	const quantile = (kind: keyof Row['ms'], share: number) => {
		const sorted = rows.map(({ ms }) => ms[kind]).sort((a, b) => a - b);
		return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
	};
	console.log(
		`\n${rows.length} queries, ${rows.filter(({ isEqual }) => isEqual).length} with equal lines; ms, p50 / p95`,
	);
	for (const [kind, name] of [
		['list', 'listing'],
		['tool', 'search_code'],
		['first', 'first 200 hits'],
		['all', 'all hits'],
		['rg', 'ripgrep, all hits'],
		['peer', 'AutoCodeRover'],
	] as const) {
		console.log(`${name.padEnd(18)} ${quantile(kind, 0.5)} / ${quantile(kind, 0.95)}`);
	}
}
