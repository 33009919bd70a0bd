import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { type Measured, measure } from '../commands/measured';
import { type KernelRun, readKernelRun } from './readKernelRun';

/**
 * Locates issues written from fixes of the Linux kernel in its sources, each in a fresh process, with the index and the words
 * saved before, and takes the time of universal-ctags over the same C files. Wall time, CPU time and memory of all processes.
 */
const usage = `npm run bench -- kernel --project DIR --storage DIR [--only ID] [--no-ctags] [--reports DIR]
  --project  the sources of Linux 6.1
  --storage  where the index is kept; it is made before anything is measured
  --reports  a folder for what each run found`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		storage: { type: 'string' },
		only: { type: 'string' },
		ctags: { type: 'boolean', default: true },
		reports: { type: 'string' },
	},
	allowNegative: true,
});

const packageRoot = process.cwd();
const faultline = join(packageRoot, 'dist', 'cli.js');

interface KernelIssue {
	readonly id: string;
	/** What the changelog of the package calls the fix. The sources have it already: its place is what counts. */
	readonly fix: string;
	readonly gold: { readonly file: string; readonly functions: readonly string[] };
	readonly title: string;
	readonly body: string;
}

if (options.project === undefined || options.storage === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void compare(resolve(options.project), resolve(options.storage));
}

async function compare(project: string, storage: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	const all: readonly KernelIssue[] = JSON.parse(
		readFileSync(join(packageRoot, 'bench', 'kernel', 'issues.json'), 'utf8'),
	);
	try {
		await ours(storage, 'index', '--all', '--workspace', project);
		console.log('| | wall, s | CPU, s | peak, MB | opened | words weighed | rounds | named | file | function |');
		console.log('|---|---|---|---|---|---|---|---|---|---|');
		for (const issue of all.filter(({ id }) => options.only === undefined || id === options.only)) {
			const text = join(folder, `${issue.id}.md`);
			writeFileSync(text, `${issue.title}\n\n${issue.body}\n`);
			const startedAt = Date.now();
			const measured = await ours(storage, 'locate', '--workspace', project, '--issue', text);
			report(issue, measured, readKernelRun(lastRun(storage), startedAt));
		}
		if (options.ctags) {
			row('ctags', await ctags(project, folder));
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function ours(storage: string, ...args: readonly string[]): Promise<Measured> {
	return measure({ command: process.execPath, args: [faultline, ...args], env: { FAULTLINE_STORAGE: storage } });
}

/** The log of the run that was made last. */
function lastRun(storage: string): string {
	const runs = join(storage, 'runs');
	return join(runs, readdirSync(runs).sort().at(-1) ?? '', 'run.jsonl');
}

function report({ id, gold }: KernelIssue, measured: Measured, { phases, ranking }: KernelRun): void {
	const functions = gold.functions.map(name => ranking.functions.indexOf(`${gold.file}:${name}`)).filter(at => at >= 0);
	const ranks = [ranking.files.indexOf(gold.file), Math.min(...functions, Number.POSITIVE_INFINITY)];
	const seconds = [phases.opened, phases.weighed, phases.rounds, phases.named].map(ms => (ms / 1000).toFixed(2));
	row(id, measured, [...seconds, ...ranks.map(at => (at >= 0 && Number.isFinite(at) ? `${at + 1}` : '–'))]);
	if (options.reports !== undefined && existsSync(options.reports)) {
		writeFileSync(join(options.reports, `${id}.json`), JSON.stringify(ranking, undefined, '\t'));
	}
}

function row(name: string, { wall, cpu, peak }: Measured, more: readonly string[] = []): void {
	console.log(`| ${[name, wall.toFixed(2), cpu.toFixed(2), peak.toFixed(0), ...more].join(' | ')} |`);
}

/** Over the C files that our own listing has, with the kinds of definitions that our index has. */
async function ctags(project: string, folder: string): Promise<Measured> {
	const table: Readonly<Record<string, readonly string[]>> = JSON.parse(
		readFileSync(join(packageRoot, 'bench', 'commands', 'ctags.json'), 'utf8'),
	);
	const languages = new LanguageTable(openGrammarFolder(packageRoot).languages);
	const files = await new DiskFiles([{ name: 'linux', dir: project }]).list();
	const list = join(folder, 'files');
	const paths = files.map(({ path }) => path).filter(path => languages.of(path)?.id === 'c');
	writeFileSync(list, `${paths.join('\n')}\n`);
	const args = [...(table.c ?? []), '--fields=+ne', '-L', list, '-f', join(folder, 'tags')];
	return measure({ command: 'ctags', args, cwd: project });
}
