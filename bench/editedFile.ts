import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { indexText } from '../src/core/index/indexText';
import type { FileEntry, Files } from '../src/core/ports';
import { readCodeWords } from '../src/core/rank/codeWords';
import type { Workspace } from '../src/core/workspace';
import { openWorkspace } from '../src/node/openWorkspace';
import { seededOrder } from './support/seededOrder';

/**
 * Times what follows one edit: the edited file is indexed, then the words of the workspace are read again, as at the begin
 * of a run. Beside it the index of everything, cold and opened again, without the start of a process.
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
		const [cold, warm]: [number[], number[]] = [[], []];
		for (let round = 0; round < Number(options.rounds); round++) {
			rmSync(storage, { recursive: true, force: true });
			cold.push((await timed(open)).ms);
			warm.push((await timed(open)).ms);
		}
		const { workspace, buildTexts } = (await timed(open)).result;
		const texts = (await timed(buildTexts)).ms;
		const edits = await editFiles(workspace);
		const full = quantile(cold, 0.5);
		const row = (name: string, ms: number) =>
			console.log(`${name.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms ${((100 * ms) / full).toFixed(1).padStart(6)} %`);
		row('symbols of all files', full);
		row('opened again: load, list, stat', quantile(warm, 0.5));
		row('words and trigrams of all files (once)', texts);
		for (const [name, of] of [
			['its symbols', (edit: Edit) => edit.symbolsMs],
			['all words read again', (edit: Edit) => edit.wordsMs],
			['the same without an edit', (edit: Edit) => edit.unchangedMs],
		] as const) {
			row(`an edited file, ${name}, p50`, quantile(edits.map(of), 0.5));
			row(`an edited file, ${name}, p95`, quantile(edits.map(of), 0.95));
		}
	} finally {
		rmSync(storage, { recursive: true, force: true });
	}
}

interface Edit {
	readonly symbolsMs: number;
	/** Of all that is read at the begin of a run: for each file is checked whether it is the known one. */
	readonly wordsMs: number;
	/** The same once more, when nothing changed since. */
	readonly unchangedMs: number;
}

async function editFiles(workspace: Workspace): Promise<Edit[]> {
	const entries = (await workspace.files.list()).filter(
		({ path, sizeBytes }) => sizeBytes <= largestBytes && workspace.languages.of(path) !== undefined,
	);
	const edited = seededOrder(entries, ({ path }) => path, Number(options.seed)).slice(0, Number(options.files));
	const edits: Edit[] = [];
	await readCodeWords(workspace);
	for (const entry of edited) {
		edits.push(await editFile(workspace, entry));
	}
	return edits;
}

/** A comment in front of the first line, as in an editor that is not saved. */
async function editFile(workspace: Workspace, { path, sizeBytes }: FileEntry): Promise<Edit> {
	const text = `# edited in a bench\n${await workspace.files.readText(path)}`;
	const { ms: symbolsMs } = await timed(async () => {
		const { file } = await indexText({ path, sizeBytes: sizeBytes + 20, modifiedMs: 0 }, text, workspace);
		workspace.index.update(file);
	});
	const edited = { ...workspace, files: new EditedFiles(workspace.files, path, text) };
	const { ms: wordsMs } = await timed(() => readCodeWords(edited));
	const { ms: unchangedMs } = await timed(() => readCodeWords(workspace));
	return { symbolsMs, wordsMs, unchangedMs };
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

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
	const startedAt = performance.now();
	const result = await work();
	return { ms: performance.now() - startedAt, result };
}

function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
