import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchWindow, type IndexState } from './benchWindow';
import { type HostPiece, hostPieces } from './hostPieces';
import { scroll, typeKeys } from './screenTimes';

/**
 * Types and scrolls in a large file of a project in a real VS Code, without and with Faultline, which indexes the
 * project meanwhile, and takes the time from each key to the screen. In the same windows it takes the time of the
 * activation beside that of the built-in Emmet; in a last one, what keeps the extension host busy at a stretch.
 */
const usage = `npm run build && npm run bench -- editor --project DIR [--rounds N] [--keys N] [--vsix FILE]
  --project  a folder with code; nothing in it is changed
  --file     the file to type in, relative to DIR; else the first one with about 5,000 lines
  --rounds   windows without and with Faultline, in turn (3)
  --keys     keys and turns of the wheel for each measurement (200)
  --vsix     the package to measure; else what is built here
  --pieces   only the last window
  --profile  where the CPU profile of the last window is saved`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		file: { type: 'string' },
		rounds: { type: 'string', default: '3' },
		keys: { type: 'string', default: '200' },
		vsix: { type: 'string' },
		pieces: { type: 'boolean', default: false },
		profile: { type: 'string' },
	},
});

const faultline = 'faultline.faultline';
const emmet = 'vscode.emmet';
type Phase = 'without Faultline' | IndexState;
type Act = 'key' | 'wheel';

/** Times in milliseconds, by what was done and when. */
class Times {
	private readonly all = new Map<string, number[]>();

	add(phase: string, act: string, ms: number): void {
		const key = `${phase}: ${act}`;
		this.all.set(key, [...(this.all.get(key) ?? []), ms]);
	}

	of(phase: string, act: string): readonly number[] {
		return this.all.get(`${phase}: ${act}`) ?? [];
	}
}

async function compare(project: string): Promise<void> {
	const file = options.file ?? largeFile(project);
	console.log(`types in ${file}`);
	const nKeys = Number(options.keys);
	const times = new Times();
	const nRounds = options.pieces ? 0 : Number(options.rounds);
	for (let round = 1; round <= nRounds; round++) {
		for (const hasFaultline of round % 2 === 1 ? [false, true] : [true, false]) {
			const window = await BenchWindow.open({ project, file, hasFaultline, vsix: options.vsix });
			try {
				await (hasFaultline ? measureWith(window, times, nKeys) : measureWithout(window, times, nKeys));
			} finally {
				await window.close();
			}
			console.log(`round ${round} ${hasFaultline ? 'with' : 'without'} Faultline done`);
		}
	}
	if (nRounds > 0) {
		reportTimes(times);
	}
	const window = await BenchWindow.open({ project, file, hasFaultline: true, vsix: options.vsix, isProfiled: true });
	try {
		await measurePieces(window, nKeys);
	} finally {
		await window.close();
	}
}

/** So many keys, and then as many turns of the wheel, are measured before the phase is looked at again. */
const blockSize = 25;

async function measureBlock(window: BenchWindow, onTime: (act: Act, ms: number) => void): Promise<void> {
	await typeKeys(window.page, blockSize, ms => onTime('key', ms));
	await scroll(window.page, blockSize, ms => onTime('wheel', ms));
}

async function measureWithout(window: BenchWindow, times: Times, nKeys: number): Promise<void> {
	await measureBlock(window, () => undefined);
	for (let done = 0; done < nKeys; done += blockSize) {
		await measureBlock(window, (act, ms) => times.add('without Faultline', act, ms));
	}
}

/** From the first key on while it indexes. */
async function measureWith(window: BenchWindow, times: Times, nKeys: number): Promise<void> {
	await measureBlock(window, () => undefined);
	await window.ask('activate', emmet);
	await window.ask('command', 'faultline.index.build');
	for (const phase of ['definitions', 'texts', 'whole'] as const) {
		for (let done = 0; window.indexState() === phase && done < nKeys; done += blockSize) {
			await measureBlock(window, (act, ms) => {
				if (window.indexState() === phase) {
					times.add(phase, act, ms);
				}
			});
		}
		while (phase !== 'whole' && window.indexState() === phase) {
			await window.page.waitForTimeout(200);
		}
	}
	const startup = String(await window.ask('startup'));
	for (const id of [faultline, emmet]) {
		const [load = 0, call = 0, finish = 0] = activationOf(startup, id);
		times.add(id, 'load', load);
		times.add(id, 'call', call);
		times.add(id, 'all', load + call + finish);
	}
}

/** Milliseconds to load the code, to call `activate`, and until that has finished: a row of VS Code's own table. */
function activationOf(startup: string, id: string): number[] {
	const row = startup.split('\n').find(line => line.includes(`${id} `) || line.includes(`${id}|`)) ?? '';
	const cells = row.split('|').map(cell => cell.trim());
	return cells.filter(cell => /^\d+$/.test(cell)).map(Number);
}

function reportTimes(times: Times): void {
	console.log(
		'\n| phase | key: n | p50 ms | p95 ms | ratio p50 | p95 | wheel: n | p50 ms | p95 ms | ratio p50 | p95 |',
	);
	console.log('|---|---|---|---|---|---|---|---|---|---|---|');
	const phases: readonly Phase[] = ['without Faultline', 'definitions', 'texts', 'whole'];
	for (const phase of phases) {
		const cells = (['key', 'wheel'] as const).flatMap(act => {
			const [own, base] = [times.of(phase, act), times.of('without Faultline', act)];
			const [p50, p95] = [quantile(own, 0.5), quantile(own, 0.95)];
			const ratios = [p50 / quantile(base, 0.5), p95 / quantile(base, 0.95)].map(ratio => ratio.toFixed(2));
			return [own.length, p50.toFixed(1), p95.toFixed(1), ...ratios];
		});
		console.log(`| ${[phase, ...cells].join(' | ')} |`);
	}
	for (const id of [faultline, emmet]) {
		const [load, call, all] = ['load', 'call', 'all'].map(part => quantile(times.of(id, part), 0.5));
		console.log(
			`activation of ${id}: ${all} ms (code ${load}, call ${call}; medians of ${times.of(id, 'all').length})`,
		);
	}
	const ratio = quantile(times.of(faultline, 'all'), 0.5) / quantile(times.of(emmet, 'all'), 0.5);
	console.log(`activation: ${ratio.toFixed(2)} of Emmet's`);
}

function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const longMs = 10;

/** From the start on, while it indexes and then types: what keeps the extension host busy for longer than 10 ms of CPU time at a stretch. */
async function measurePieces(window: BenchWindow, nKeys: number): Promise<void> {
	await window.ask('command', 'faultline.index.build');
	for (let nAfter = 0; nAfter < nKeys; ) {
		await measureBlock(window, () => undefined);
		nAfter += window.indexState() === 'whole' ? blockSize : 0;
	}
	const { profile, stretches } = (await window.ask('stop')) as Stopped;
	if (options.profile !== undefined) {
		writeFileSync(options.profile, JSON.stringify(profile));
	}
	const pieces = hostPieces(profile, stretches, options.vsix === undefined ? '/dist/program/' : 'faultline.faultline-');
	const long = pieces.filter(({ cpuMs }) => cpuMs > longMs);
	const ours = long.filter(({ cpuMs, ours: share }) => cpuMs * share > longMs);
	console.log(`\n${long.length} pieces over ${longMs} ms of CPU on the extension host, ${ours.length} of them ours:`);
	for (const piece of ours.slice(0, 12)) {
		console.log(pieceText(piece));
	}
}

interface Stopped {
	readonly profile: Parameters<typeof hostPieces>[0];
	readonly stretches: Parameters<typeof hostPieces>[1];
}

function pieceText({ wallMs, cpuMs, ours, where }: HostPiece): string {
	const head = `${cpuMs.toFixed(1)} ms of CPU (${wallMs.toFixed(1)} ms), ${Math.round(ours * 100)} % ours`;
	return [head, ...where.map(each => `    ${each}`)].join('\n');
}

const code = ['.c', '.py', '.ts', '.js', '.java', '.go', '.rs', '.rb', '.php', '.cs', '.cpp'];

/** The first file of code with about 5,000 lines. */
function largeFile(project: string): string {
	const folders = [''];
	for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
		const entries = readdirSync(join(project, folder), { withFileTypes: true }).sort((a, b) =>
			a.name < b.name ? -1 : 1,
		);
		for (const entry of entries) {
			const path = join(folder, entry.name);
			if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') {
				folders.push(path);
			} else if (entry.isFile() && code.includes(extname(entry.name)) && hasManyLines(join(project, path))) {
				return path;
			}
		}
	}
	throw new Error(`no file of ${project} has about 5,000 lines: name one with --file`);
}

function hasManyLines(path: string): boolean {
	const { size } = statSync(path);
	const nLines = size < 80_000 || size > 400_000 ? 0 : readFileSync(path, 'utf8').split('\n').length;
	return nLines >= 4_500 && nLines <= 6_500;
}

if (options.project === undefined || !existsSync(options.project)) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void compare(resolve(options.project)).catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
}
