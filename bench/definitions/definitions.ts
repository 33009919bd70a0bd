import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../../src/cli/openWorkspace';
import type { Workspace } from '../../src/history/pure/workspace';
import { callTool } from '../../src/models/pure/tools/callTool';
import { researcherTools } from '../../src/models/pure/tools/toolTable';
import { randomNumbers } from '../../test/support/randomNumbers';

/**
 * Asks `search_definition` for symbols that universal-ctags lists, equally many of each kind, drawn by a seed, and reports
 * for how many it names the right file and line. README.md has the rule.
 */
const usage = `npm run bench -- definitions --project DIR --storage DIR --tags FILE [--symbols N] [--made N] [--seed N]
  --project   a folder with code in C
  --storage   where the index is saved; it is made where it is missing
  --tags      the tags of the folder, made by bench/definitions/tags.sh
  --symbols   how many symbols, 2,000 unless given; --made: how many that macros make, 20 unless given
  --seed      1 unless given`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		storage: { type: 'string' },
		tags: { type: 'string' },
		symbols: { type: 'string', default: '2000' },
		made: { type: 'string', default: '20' },
		seed: { type: 'string', default: '1' },
	},
});

interface Tag {
	readonly name: string;
	readonly file: string;
	readonly line: number;
	readonly kind: string;
}

/** How an answer names a tag's place: when asked for the name alone, or with its file too. */
type Outcome = 'by name' | 'by file' | 'missed';

if (options.project === undefined || options.storage === undefined || options.tags === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void measure(resolve(options.project), resolve(options.storage), resolve(options.tags));
}

async function measure(project: string, storage: string, tagFile: string): Promise<void> {
	const roots = [{ name: basename(project), dir: project }];
	const log = { info: () => undefined, warn: console.warn, error: console.error };
	const { workspace } = await openWorkspace({ roots, packageRoot: process.cwd(), log, storage });
	const samples = await drawTags(tagFile, { symbols: Number(options.symbols), made: Number(options.made) });
	for (const [kind, tags] of samples) {
		const counts: Record<Outcome, number> = { 'by name': 0, 'by file': 0, missed: 0 };
		const misses: Tag[] = [];
		const start = performance.now();
		for (const tag of tags) {
			const outcome = await ask(workspace, tag);
			counts[outcome]++;
			outcome === 'missed' && misses.push(tag);
		}
		const rate = (100 * (tags.length - counts.missed)) / tags.length;
		const ms = (performance.now() - start) / tags.length;
		console.log(`${kind}\t${rate.toFixed(1)} %\t${JSON.stringify(counts)}\t${ms.toFixed(0)} ms each`);
		for (const tag of misses) {
			console.log(`  ${tag.file}:${tag.line}\t${tag.name}\t${await lineOf(project, tag)}\t${foundIn(workspace, tag)}`);
		}
	}
}

/** Of each kind the same number, by reservoir sampling; names that ctags invents are left out. */
async function drawTags(file: string, counts: { symbols: number; made: number }): Promise<Map<string, Tag[]>> {
	const seed = Number(options.seed);
	const kinds = ['macro', 'enumerator', 'function', 'enum', 'member', 'struct', 'typedef', 'union', 'variable'];
	const each = Math.floor(counts.symbols / kinds.length);
	const left = counts.symbols - each * kinds.length;
	const sizes = new Map([
		...kinds.map((kind, at) => [kind, each + (at < left ? 1 : 0)] as const),
		['made', counts.made],
	]);
	const samples = new Map([...sizes.keys()].map(kind => [kind, [] as Tag[]]));
	const seen = new Map<string, number>();
	const random = new Map([...sizes.keys()].map((kind, at) => [kind, randomNumbers(seed * 100 + at)]));
	for await (const row of createInterface({ input: createReadStream(file) })) {
		const [name = '', path = '', line = '', kind = ''] = row.split('\t');
		const sample = samples.get(kind);
		if (sample === undefined || name.startsWith('__anon') || name.startsWith('!')) {
			continue;
		}
		const nSeen = (seen.get(kind) ?? 0) + 1;
		seen.set(kind, nSeen);
		const size = sizes.get(kind) ?? 0;
		const at = nSeen <= size ? nSeen - 1 : (random.get(kind)?.(nSeen) ?? size);
		if (at < size) {
			sample[at] = { name, file: path, line: Number.parseInt(line, 10), kind };
		}
	}
	console.log(`drawn from ${JSON.stringify(Object.fromEntries(seen))}`);
	return samples;
}

async function ask(workspace: Workspace, tag: Tag): Promise<Outcome> {
	const { name, file, line } = tag;
	if (!workspace.index.named(name).some(symbol => symbol.file === file && symbol.nameLine === line)) {
		return 'missed';
	}
	for (const [outcome, args] of [
		['by name', { symbol: name }],
		['by file', { symbol: name, file }],
	] as const) {
		const { text } = await callTool(researcherTools, 'search_definition', args, { workspace });
		if (namesPlace(text, file, line)) {
			return outcome;
		}
	}
	return 'missed';
}

/** Whether an answer shows a line: in its code, or in its list of definitions. */
function namesPlace(text: string, file: string, line: number): boolean {
	const inCode = text.split('<file>').some(part => part.startsWith(`${file}</file>`) && showsLine(part, line));
	return inCode || text.includes(`\n${file}:${line} `) || restIn(text, file).includes(line);
}

/** What a list only counts by their lines. */
function restIn(text: string, file: string): number[] {
	const [, lines = '', of] = /^and \d+ more, in lines ([\d, ]*)[…]? of (.*)$/m.exec(text) ?? [];
	return of === file ? lines.split(', ').map(Number) : [];
}

function showsLine(part: string, line: number): boolean {
	const [, code = ''] = part.split(/<\/?code>\n/);
	return code.split('\n').some(row => row.startsWith(`${line} `));
}

async function lineOf(project: string, { file, line }: Tag): Promise<string> {
	const text = await readFile(join(project, file), 'latin1');
	return JSON.stringify((text.split('\n')[line - 1] ?? '').trim().slice(0, 100));
}

function foundIn({ index }: Workspace, { name, file }: Tag): string {
	const here = index.named(name).filter(symbol => symbol.file === file);
	return `ours: ${here.map(({ kind, nameLine }) => `${kind} ${nameLine}`).join(', ') || '-'} (${index.file(file)?.state})`;
}
