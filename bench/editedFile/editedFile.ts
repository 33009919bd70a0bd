import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { readCodeWords } from '../../src/code/pure/calls/codeWords';
import { indexText } from '../../src/code/pure/index/indexText';
import type { Workspace } from '../../src/history/pure/workspace';
import type { FileEntry, Files } from '../../src/system/pure/files';
import { seededOrder } from '../support/seededOrder';

/**
 * Times one edit: the edited file is indexed, and the words of the workspace are read as at the begin of a run. Beside it the
 * index of everything, cold and opened again, without the start of a process.
 */
const usage = `npm run bench -- editedFile --project DIR [--files N] [--rounds N]
  --project  a folder with code
  --files    so many files, drawn by a seed among those of up to 100 KB; default 100
  --rounds   of the whole index; default 5`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		files: { type: 'string', default: '100' },
		rounds: { type: 'string', default: '5' },
		seed: { type: 'string', default: '14' },
	},
});

const packageRoot = process.cwd();
const log = { info: () => undefined, warn: console.warn, error: console.error };
const largestBytes = 100_000;

if (options.project === undefined || !existsSync(options.project)) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void compare(resolve(options.project));
}

async function compare(project: string): Promise<void> {
	const storage = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	const open = () => openWorkspace({ roots: [{ name: basename(project), dir: project }], packageRoot, log, storage });
	try {
		const [symbols, words, warm]: [Cost[], Cost[], Cost[]] = [[], [], []];
		for (let round = 0; round < Number(options.rounds); round++) {
			rmSync(storage, { recursive: true, force: true });
			const { cost, result } = await measured(open);
			symbols.push(cost);
			words.push((await measured(() => readCodeWords(result.workspace))).cost);
			warm.push((await measured(open)).cost);
		}
		const edits = await editFiles((await open()).workspace);
		const full = [symbols, symbols.map((cost, at) => sum(cost, words[at]))] as const;
		print('symbols of all files', symbols, 0.5, full);
		print('symbols and words of all files', full[1], 0.5, full);
		print('opened again: load, list, stat', warm, 0.5, full);
		for (const [name, costs] of Object.entries(edits)) {
			print(`${name}, p50`, costs, 0.5, full);
			print(`${name}, p95`, costs, 0.95, full);
		}
	} finally {
		rmSync(storage, { recursive: true, force: true });
	}
}

interface Cost {
	readonly ms: number;
	/** Of all threads. */
	readonly cpuMs: number;
}

function sum(a: Cost, b: Cost | undefined): Cost {
	return { ms: a.ms + (b?.ms ?? 0), cpuMs: a.cpuMs + (b?.cpuMs ?? 0) };
}

/** `full`: of the index, twice, of which the shares are printed. */
function print(name: string, costs: readonly Cost[], share: number, full: readonly (readonly Cost[])[]): void {
	const of = (each: readonly Cost[], at: number, kind: keyof Cost) =>
		quantile(
			each.map(cost => cost[kind]),
			at,
		);
	const ms = of(costs, share, 'ms');
	const percent = full.map(each => `${((100 * ms) / of(each, 0.5, 'ms')).toFixed(1).padStart(7)} %`);
	const cpu = of(costs, share, 'cpuMs').toFixed(1).padStart(8);
	console.log(`${name.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms ${cpu} ms of CPU ${percent.join('')}`);
}

/** By what was measured. */
async function editFiles(workspace: Workspace): Promise<Readonly<Record<string, readonly Cost[]>>> {
	const entries = (await workspace.files.list()).filter(
		({ path, sizeBytes }) => sizeBytes <= largestBytes && workspace.languages.of(path) !== undefined,
	);
	const edited = seededOrder(entries, ({ path }) => path, Number(options.seed)).slice(0, Number(options.files));
	const [both, words, unchanged]: [Cost[], Cost[], Cost[]] = [[], [], []];
	await readCodeWords(workspace);
	for (const entry of edited) {
		const edit = await editFile(workspace, entry);
		both.push(sum(edit.symbols, edit.words));
		words.push(edit.words);
		unchanged.push((await measured(() => readCodeWords(workspace))).cost);
	}
	return { 'an edited file': both, 'of that, words': words, 'words once more, without an edit': unchanged };
}

/** A comment in front of the first line, as in an editor that is not saved. */
async function editFile(workspace: Workspace, { path, sizeBytes }: FileEntry): Promise<{ symbols: Cost; words: Cost }> {
	const text = `# edited in a bench\n${await workspace.files.readText(path)}`;
	const { cost: symbols } = await measured(async () => {
		const { file } = await indexText({ path, sizeBytes: sizeBytes + 20, modifiedMs: 0 }, text, workspace);
		workspace.index.update(file);
	});
	const edited = { ...workspace, files: new EditedFiles(workspace.files, path, text) };
	const { cost: words } = await measured(() => readCodeWords(edited));
	return { symbols, words };
}

class EditedFiles implements Files {
	constructor(
		private readonly files: Files,
		private readonly path: string,
		private readonly text: string,
	) {}

	list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return this.files.list(signal);
	}

	readText(path: string): Promise<string> {
		return path === this.path ? Promise.resolve(this.text) : this.files.readText(path);
	}

	unsaved(): ReadonlySet<string> {
		return new Set([this.path]);
	}
}

async function measured<T>(work: () => Promise<T>): Promise<{ readonly cost: Cost; readonly result: T }> {
	const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
	const result = await work();
	const ms = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { cost: { ms, cpuMs: (user + system) / 1000 }, result };
}

function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
