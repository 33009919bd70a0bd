import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { type Measured, type MeasuredCommand, measure } from './measured';

/**
 * Times whole commands in fresh processes, each once a round, in turn: the index made and opened again, a search, and
 * beside them `node -e 0`, a listing, and universal-ctags over the same files. Wall time, CPU time and memory of all
 * processes; medians. The sources are in the page cache.
 */
const usage = `npm run bench -- commands --project DIR [--rounds N] [--all] [--ctags ID] [--search TEXT]
  --project  a folder with code
  --rounds   default 5
  --all      words and trigrams too
  --ctags    a language of bench/commands/ctags.json, whose files universal-ctags reads
  --search   what search_code is given`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		all: { type: 'boolean', default: false },
		ctags: { type: 'string' },
		search: { type: 'string' },
		/** Internal: lists and stats the files. */
		list: { type: 'boolean', default: false },
	},
});

const packageRoot = process.cwd();
const faultline = join(packageRoot, 'dist', 'cli.js');

if (options.project === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else if (options.list) {
	void new DiskFiles([{ name: 'listed', dir: resolve(options.project) }]).list();
} else {
	void compare(resolve(options.project), Number(options.rounds));
}

interface Step extends MeasuredCommand {
	readonly name: string;
	/** Before each round. */
	readonly prepare?: () => void;
}

async function compare(project: string, nRounds: number): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	try {
		const storage = join(folder, 'storage');
		const steps = await stepsOf(project, folder, storage);
		const measured = new Map<Step, Measured[]>(steps.map(step => [step, []]));
		for (let round = 0; round < nRounds; round++) {
			for (const step of steps) {
				step.prepare?.();
				measured.get(step)?.push(await measure(step));
			}
			console.error(`round ${round + 1} of ${nRounds}`);
		}
		report(measured);
		reportSizes(storage);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function stepsOf(project: string, folder: string, storage: string): Promise<Step[]> {
	const ours = (...args: string[]): MeasuredCommand => ({
		command: process.execPath,
		args: [faultline, ...args, '--workspace', project],
		env: { FAULTLINE_STORAGE: storage, FAULTLINE_ALONE: '1' },
	});
	const self = process.argv[1] ?? '';
	const search = options.search === undefined ? [] : [ours('search', 'search_code', options.search)];
	return [
		{ name: 'node -e 0', command: process.execPath, args: ['-e', '0'] },
		{ name: 'list and stat', command: process.execPath, args: [self, '--list', '--project', project] },
		...(options.ctags === undefined ? [] : [await ctags(project, folder, options.ctags)]),
		{
			name: 'index, cold',
			...ours('index'),
			prepare: () => clearIndex(storage),
		},
		{ name: 'index, warm', ...ours('index') },
		...(options.all ? [{ name: 'words and trigrams', ...ours('index', '--all') }] : []),
		...search.map(step => ({ name: 'search_code, warm', ...step })),
		...search.map(step => servedStep(step, ours('serve'))),
	];
}

/** The same search when a server has the index open. */
function servedStep(step: MeasuredCommand, serve: MeasuredCommand): Step {
	const env = { ...step.env, FAULTLINE_ALONE: '' };
	const run = ({ command, args }: MeasuredCommand) => execFileSync(command, args, { env: { ...process.env, ...env } });
	const prepare = () => {
		run(serve);
		run(step);
	};
	return { name: 'search_code, by a server', ...step, env, prepare };
}

/** ctags over the files of one language that our own listing has. */
async function ctags(project: string, folder: string, id: string): Promise<Step> {
	const table = JSON.parse(readFileSync(join(packageRoot, 'bench', 'commands', 'ctags.json'), 'utf8'));
	const args: readonly string[] | undefined = table[id];
	if (args === undefined) {
		throw new Error(`bench/commands/ctags.json has no "${id}", but ${Object.keys(table).join(', ')}.`);
	}
	const languages = new LanguageTable(openGrammarFolder(packageRoot).languages);
	const files = await new DiskFiles([{ name: basename(project), dir: project }]).list();
	const paths = files.map(({ path }) => path).filter(path => languages.of(path)?.id === id);
	const list = join(folder, 'files');
	writeFileSync(list, `${paths.join('\n')}\n`);
	const bytes = paths.reduce((sum, path) => sum + statSync(join(project, path)).size, 0);
	console.log(`${files.length} files; ctags reads ${paths.length}, ${megabytes(bytes)}`);
	return {
		name: `ctags, ${id}`,
		command: 'ctags',
		args: [...args, '--fields=+ne', '-L', list, '-f', join(folder, 'tags')],
		cwd: project,
	};
}

function report(measured: ReadonlyMap<Step, readonly Measured[]>): void {
	const rows = [...measured].map(([{ name }, runs]) => {
		const of = (key: keyof Measured) => median(runs.map(run => run[key]));
		return { name, wall: of('wall'), cpu: of('cpu'), peak: of('peak') };
	});
	const wallOf = (start: string) => rows.find(({ name }) => name.startsWith(start))?.wall;
	console.log(`\n| | wall, s | CPU, s | peak, MB | of ctags | of cold | of node -e 0 |\n|---|---|---|---|---|---|---|`);
	for (const { name, wall, cpu, peak } of rows) {
		const shares = ['ctags', 'index, cold', 'node'].map(wallOf).map(other => (other ? (wall / other).toFixed(2) : ''));
		console.log(`| ${[name, wall.toFixed(2), cpu.toFixed(2), peak.toFixed(0), ...shares].join(' | ')} |`);
	}
}

/** The folder stays, as Node's compiled code is kept where it is there. */
function clearIndex(storage: string): void {
	for (const path of indexFilesIn(storage)) {
		rmSync(path, { recursive: true });
	}
}

function reportSizes(storage: string): void {
	for (const path of indexFilesIn(storage)) {
		console.log(`${extname(path).slice(1)}: ${megabytes(statSync(path).size)}`);
	}
}

function indexFilesIn(storage: string): string[] {
	const folder = join(storage, 'index');
	return existsSync(folder) ? readdirSync(folder).flatMap(name => (/^\w/.test(name) ? [join(folder, name)] : [])) : [];
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
