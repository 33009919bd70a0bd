import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareCtags } from './compareCtags';
import { compareReaders } from './compareReaders';
import { compareTables, type PeerIndex, type TableComparison } from './compareTables';
import { compareTruth } from './compareTruth';
import { indexTheseFiles, type OurIndex } from './indexTheseFiles';

/**
 * Times our index beside a peer's on the same files in the same run, and counts which of the peer's classes, methods and
 * functions ours holds. Each build runs in a separate process, the two in turn; the time covers the build alone, not
 * the start of Node or Python.
 */
const usage = `npm run bench -- indexing --project DIR [--peer DIR] [--all] [--rounds N]
  --project  a Python project, checked out
  --peer     a checkout of AutoCodeRover; without it, a walk of the same tables with Python's ast
  --all      test files too
  --readers EXTENSION,...  compare the definitions read without the parser with the full parse instead, of any language
  --ctags LANGUAGE  compare with universal-ctags instead, which has to be installed
  --truth FILE  compare with the definitions in it instead, as the programs in bench/indexing/truth print them
  --list N   print so many of the differences`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		peer: { type: 'string' },
		all: { type: 'boolean', default: false },
		ctags: { type: 'string' },
		truth: { type: 'string' },
		readers: { type: 'string' },
		list: { type: 'string', default: '0' },
		rounds: { type: 'string', default: '3' },
		/** Internal: build ours once over the file list on standard input and print it. */
		ours: { type: 'boolean', default: false },
	},
});

const packageRoot = resolve(process.cwd());

if (options.project === undefined || !existsSync(options.project)) {
	console.error(`There is no project to index.\n${usage}`);
	process.exitCode = 2;
} else if (options.ours) {
	void printOurs(resolve(options.project));
} else if (options.readers !== undefined) {
	void compareWithFullParse(resolve(options.project), options.readers.split(','));
} else if (options.ctags !== undefined) {
	void compareWithCtags(resolve(options.project), options.ctags);
} else if (options.truth !== undefined) {
	void compareWithTruth(resolve(options.project), options.truth);
} else {
	compare(resolve(options.project), Number(options.rounds));
}

async function compareWithFullParse(project: string, extensions: readonly string[]): Promise<void> {
	for (const { differences, ...result } of await compareReaders(project, packageRoot, extensions)) {
		const { language, nFiles, nBytes, nFull, nEqual, nAdded, nWhole, fullMs, readerMs } = result;
		const { nWithoutErrors, nDifferentWithoutErrors } = result;
		const share = ((100 * nEqual) / nFull).toFixed(3);
		console.log(`${language}: ${nFiles} files, ${(nBytes / 1e6).toFixed(1)} MB, ${nWhole} of them parsed`);
		console.log(`  ${nEqual} of ${nFull} definitions equal (${share} %), ${nAdded} more`);
		console.log(`  where the full parse meets no error: all but ${nDifferentWithoutErrors} of ${nWithoutErrors}`);
		console.log(`  ${(fullMs / readerMs).toFixed(1)}x as fast as the full parse (CPU, warm)`);
		for (const difference of differences.slice(0, Number(options.list))) {
			console.log(`  ${difference}`);
		}
	}
}

async function compareWithCtags(project: string, language: string): Promise<void> {
	const { tables, nFiles, nBytes, nSymbols, ctagsMs, ourMs } = await compareCtags(project, packageRoot, language);
	printTables(tables, Number(options.list));
	console.log(`${nFiles} files with tags, ${(nBytes / 1e6).toFixed(1)} MB, ${nSymbols} symbols of ours`);
	console.log(
		`ctags ${ctagsMs.toFixed(0)} ms, ours ${ourMs.toFixed(0)} ms, ${(ourMs / ctagsMs).toFixed(2)} of its time (median of 3)`,
	);
}

async function compareWithTruth(project: string, file: string): Promise<void> {
	const { tables, nFiles, otherEnds, added } = await compareTruth(project, packageRoot, file);
	const nListed = Number(options.list);
	printTables(tables, nListed);
	const nTrue = tables.reduce((sum, table) => sum + table.nPeer, 0);
	const nFound = tables.reduce((sum, table) => sum + table.nFound, 0);
	const share = ((100 * nFound) / nTrue).toFixed(2);
	console.log(
		`${nFiles} files: ${nFound} of ${nTrue} found (${share} %), ${otherEnds.length} of them end in another line`,
	);
	console.log(`${added.length} symbols of ours are not among them`);
	for (const symbol of added.slice(0, nListed)) {
		console.log(`  added ${symbol}`);
	}
	for (const end of otherEnds.slice(0, nListed)) {
		console.log(`  end ${end}`);
	}
}

async function printOurs(project: string): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) {
		chunks.push(chunk as Buffer);
	}
	const paths = JSON.parse(Buffer.concat(chunks).toString('utf8')) as string[];
	process.stdout.write(JSON.stringify(await indexTheseFiles({ project, packageRoot, paths })));
}

function compare(project: string, nRounds: number): void {
	const ratios: number[] = [];
	let last: { peer: PeerIndex; ours: OurIndex } | undefined;
	for (let round = 1; round <= nRounds; round++) {
		const peer = runPeer(project);
		const ours = runOurs(project, peer.files);
		ratios.push(peer.ms / ours.ms);
		console.log(
			`round ${round}: ${peer.peer} ${peer.ms.toFixed(0)} ms, ours ${ours.ms.toFixed(0)} ms, ratio ${(peer.ms / ours.ms).toFixed(1)}`,
		);
		last = { peer, ours };
	}
	if (last === undefined) {
		return;
	}
	const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
	console.log(`${last.peer.files.length} files; ours is ${median.toFixed(1)}x faster (median of ${nRounds})`);
	printTables(compareTables(last.peer, last.ours), 10);
	console.log(`ours also has ${last.ours.symbols.length} symbols in all, with tests and nested definitions`);
}

function printTables(rows: readonly TableComparison[], nListed: number): void {
	for (const row of rows) {
		console.log(`${row.kind}: ${row.nFound} of ${row.nPeer} found (${((100 * row.nFound) / row.nPeer).toFixed(2)} %)`);
		for (const missing of row.missing.slice(0, nListed)) {
			console.log(`  missing ${missing}`);
		}
	}
}

function runPeer(project: string): PeerIndex {
	const script = join(packageRoot, 'bench', 'indexing', 'peer_index.py');
	const peer = options.peer === undefined ? [] : ['--peer', resolve(options.peer)];
	return runJson('python3', [script, project, ...peer, ...(options.all ? ['--all'] : [])], '') as PeerIndex;
}

function runOurs(project: string, paths: readonly string[]): OurIndex {
	const self = process.argv[1] ?? '';
	return runJson(process.execPath, [self, '--ours', '--project', project], JSON.stringify(paths)) as OurIndex;
}

function runJson(command: string, args: readonly string[], input: string): unknown {
	const result = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 });
	if (result.status !== 0) {
		throw new Error(
			`${command} ${args.join(' ')} ended with ${result.status ?? result.error?.message}\n${result.stderr}`,
		);
	}
	return JSON.parse(result.stdout);
}
