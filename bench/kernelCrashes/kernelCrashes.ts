import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { defaultOptions } from '../../src/engine/agent/options';
import { researchEmbedded } from '../../src/engine/stages/locate/research/embedded/embeddedResearch';
import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../src/localizer/pure/embedded/locateEmbedded';
import { type Run, rootNode } from '../../src/runs/pure/fold/run';
import { roundsOf } from '../../src/runs/pure/fold/runTree';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import type { Ranking } from '../../src/runs/pure/model/location';
import { workspaceFrames } from '../../src/testing/pure/traces/workspaceFrames';

/** Locates crashes of Linux from their reports: by the frames alone, the embedded localizer, and deep research. README.md has the rule. */
const usage = `npm run bench -- kernelCrashes --project DIR --storage DIR [--only ID] [--rounds]
  --project  the sources of Linux 6.1, with the fixes reversed
  --storage  where the index is saved; it is made where it is missing
  --only     some cases, divided by commas; --rounds: with the rounds of deep research`;

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		storage: { type: 'string' },
		only: { type: 'string' },
		rounds: { type: 'boolean', default: false },
	},
});

interface KernelCrash {
	readonly id: string;
	readonly gold: { readonly file: string; readonly functions: readonly string[] };
	/** Whether a function of the fix is in a stack. */
	readonly onStack: boolean;
	/** How the sources differ from those that have the fix. */
	readonly reversed: string;
	readonly tuned: boolean;
	/** Lines. */
	readonly report: readonly string[];
}

/** Places of the gold file and function, from 1; infinity where they are not listed. */
interface Ranks {
	readonly file: number;
	readonly function: number;
}

const ways = ['frames', 'embedded', 'research'] as const;
type Way = (typeof ways)[number];

if (options.project === undefined || options.storage === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void measure(resolve(options.project), resolve(options.storage));
}

async function measure(project: string, storage: string): Promise<void> {
	const roots = [{ name: basename(project), dir: project }];
	const log = { info: () => undefined, warn: console.warn, error: console.error };
	const { workspace } = await openWorkspace({ roots, packageRoot: process.cwd(), log, storage });
	const all: readonly KernelCrash[] = JSON.parse(
		readFileSync(join(process.cwd(), 'bench', 'kernelCrashes', 'reports.json'), 'utf8'),
	);
	console.log(
		'| | on a stack | for tuning | frames: file, function | embedded | research | CPU seconds of these two |',
	);
	console.log('|---|---|---|---|---|---|---|');
	const only = options.only?.split(',');
	const found: { readonly crash: KernelCrash; readonly ranks: Readonly<Record<Way, Ranks>> }[] = [];
	for (const crash of all.filter(({ id }) => only === undefined || only.includes(id))) {
		const { ranks, seconds } = await ranksOf(crash, workspace);
		found.push({ crash, ranks });
		const cells = ways.map(way => `${shown(ranks[way].file)}, ${shown(ranks[way].function)}`);
		const marks = [crash.onStack, crash.tuned].map(is => (is ? 'yes' : ''));
		console.log(`| ${[crash.id, ...marks, ...cells, seconds.map(each => each.toFixed(1)).join(', ')].join(' | ')} |`);
	}
	for (const [name, some] of [
		['all', found],
		['not for tuning', found.filter(({ crash }) => !crash.tuned)],
		['on no stack', found.filter(({ crash }) => !crash.onStack)],
	] as const) {
		const counts = ways.map(way => {
			const within = (key: keyof Ranks) => some.filter(({ ranks }) => ranks[way][key] <= 10).length;
			return `${way} ${within('file')} and ${within('function')}`;
		});
		console.log(`${name}: of ${some.length}, file and function in the first 10: ${counts.join('; ')}`);
	}
}

async function ranksOf(crash: KernelCrash, workspace: Workspace) {
	const issue = issueFromText(crash.report.join('\n'), { kind: 'text' });
	if (issue === undefined) {
		throw new Error(`${crash.id} has no report`);
	}
	const brief = makeBrief(issue, workspace.parser.languages);
	const { project } = await workspaceFrames(brief, workspace);
	const frames = project.flatMap(({ file, function: name }) => (name === undefined ? [] : [{ file, name }]));
	const signal = new AbortController().signal;
	const located: Run[] = [];
	const seconds: number[] = [];
	const searches = [
		(log: RunLog) => locateEmbedded(log, rootNode, workspace, { signal }),
		(log: RunLog) => researchEmbedded(log, rootNode, { workspace, signal, ...defaultOptions }),
	];
	for (const search of searches) {
		const before = process.cpuUsage();
		const log = RunLog.start(nullRunStore, { now: () => 0 }, crash.id);
		const started = { runId: crash.id, issue, engine: 'embedded', workspace: [], version: '' };
		await log.emit(rootNode, { type: 'runStarted', ...started });
		await log.emit(rootNode, { type: 'briefMade', brief });
		await search(log);
		const { user, system } = process.cpuUsage(before);
		seconds.push((user + system) / 1e6);
		located.push(log.run);
	}
	const [embedded, research] = located.map(run => rankedIn(crash, run.selected.ranking));
	if (options.rounds && located[1] !== undefined) {
		showRounds(located[1]);
	}
	const nowhere = { file: Number.POSITIVE_INFINITY, function: Number.POSITIVE_INFINITY };
	const inOrder = {
		...{ files: [...new Set(frames.map(({ file }) => file))], modules: [] },
		functions: [...new Set(frames.map(({ file, name }) => `${file}:${name}`))],
	};
	const ranks = { frames: rankedIn(crash, inOrder), embedded: embedded ?? nowhere, research: research ?? nowhere };
	return { ranks, seconds };
}

function rankedIn({ gold }: KernelCrash, { files, functions }: Ranking): Ranks {
	const places = gold.functions.map(name => placeIn(functions, `${gold.file}:${name}`));
	return { file: placeIn(files, gold.file), function: Math.min(...places) };
}

function placeIn(list: readonly string[], wanted: string): number {
	const at = list.indexOf(wanted);
	return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

function shown(place: number): string {
	return Number.isFinite(place) ? `${place}` : '–';
}

function showRounds(run: Run): void {
	for (const { title, summary, reasoning, memory = [] } of roundsOf(run)) {
		console.log(`  ${title}: ${summary}`);
		for (const text of reasoning) {
			console.log(`    ${text}`);
		}
		for (const event of memory) {
			event.type === 'noteTaken' && console.log(`    note: ${event.text}`);
		}
	}
	console.log(
		run.selected.ranking.functions
			.slice(0, 20)
			.map((id, at) => `  ${at + 1}. ${id}`)
			.join('\n'),
	);
}
