import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkspace } from '../../src/cli/openWorkspace';
import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../src/localizer/pure/embedded/locateEmbedded';
import { baselineRanking } from '../../src/research/pure/eval/baselineRanking';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { Issue } from '../../src/runs/pure/model/issue';
import { systemClock } from '../../src/system/node/systemClock';
import { seededOrder } from '../support/seededOrder';

/** Ranks the files of Linux for public bug reports whose fixed file is known, beside BM25. */
const usage = `npm run bench -- linuxReports --project DIR --storage DIR --reports FILE --output FILE [--most N]
  --project  the sources of Linux 6.1
  --storage  where the index is kept
  --reports  dataset/LINUXFLBENCH_dataset.jsonl of FudanSELab/LinuxFLBench
  --output   a line of JSON for each report; those it has are not located again
  --most     a random part of the reports, the same each time`;

const seed = 17;

interface Report {
	readonly id: string;
	readonly title: string;
	readonly description: string;
	/** Of the fixed files. */
	readonly paths: readonly string[];
}

interface Result {
	readonly id: string;
	/** From 1; absent if the file is not among the first 100. */
	readonly rank?: number;
	readonly bm25?: number;
	readonly first: readonly string[];
}

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		storage: { type: 'string' },
		reports: { type: 'string' },
		output: { type: 'string' },
		most: { type: 'string', default: '250' },
	},
});

const { project, storage, reports, output } = options;
if (project === undefined || storage === undefined || reports === undefined || output === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	void rankAll(resolve(project), { storage: resolve(storage), reports, output });
}

async function rankAll(
	project: string,
	{ storage, reports, output }: { readonly storage: string; readonly reports: string; readonly output: string },
): Promise<void> {
	const all = lines<Report>(reports);
	const known = all.filter(({ paths }) => paths.every(path => existsSync(join(project, path))));
	const some = seededOrder(known, ({ id }) => id, seed).slice(0, Number(options.most));
	const done = new Set((existsSync(output) ? lines<Result>(output) : []).map(({ id }) => id));
	const opened = await openWorkspace({
		...{ roots: [{ name: '', dir: project }], packageRoot: process.cwd(), storage },
		log: { info: () => undefined, warn: console.warn, error: console.error },
	});
	for (const report of some.filter(({ id }) => !done.has(id))) {
		appendFileSync(output, `${JSON.stringify(await rank(report, opened.workspace))}\n`);
		console.error(report.id);
	}
	const ids = new Set(some.map(({ id }) => id));
	const results = lines<Result>(output).filter(({ id }) => ids.has(id));
	console.log(
		`${known.length} of ${all.length} reports have their file in these sources; ${results.length} of them:\n`,
	);
	console.log('| | file @1 | @5 | @10 | MRR |\n|---|---|---|---|---|');
	console.log(
		row(
			'`faultline locate`',
			results.map(each => each.rank),
		),
	);
	console.log(
		row(
			'BM25',
			results.map(each => each.bm25),
		),
	);
}

async function rank({ id, title, description, paths }: Report, workspace: Workspace): Promise<Result> {
	const issue: Issue = { title, body: `${title}\n\n${description}`, source: { kind: 'text' } };
	const log = RunLog.start(nullRunStore, systemClock, id);
	await log.emit(rootNode, {
		...{ type: 'runStarted', runId: id, issue, engine: 'embedded', workspace: [], version: '' },
	});
	await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	await locateEmbedded(log, rootNode, workspace);
	const { files } = log.run.selected.ranking;
	const baseline = await baselineRanking(issue, workspace);
	const [own, plain] = [rankOf(files, paths), rankOf(baseline.files, paths)];
	return { id, ...(own > 0 && { rank: own }), ...(plain > 0 && { bm25: plain }), first: files.slice(0, 10) };
}

/** From 1; 0 for none. */
function rankOf(files: readonly string[], wanted: readonly string[]): number {
	return files.findIndex(file => wanted.includes(file)) + 1;
}

function row(name: string, ranks: readonly (number | undefined)[]): string {
	const share = (hits: number) => ((100 * hits) / ranks.length).toFixed(1);
	const within = (k: number) => share(ranks.filter(each => each !== undefined && each <= k).length);
	const mrr = ranks.reduce<number>((sum, each) => sum + (each === undefined ? 0 : 1 / each), 0);
	return `| ${name} | ${within(1)} | ${within(5)} | ${within(10)} | ${share(mrr)} |`;
}

function lines<T>(file: string): T[] {
	const texts = readFileSync(file, 'utf8').split('\n');
	return texts.filter(text => text !== '').map(text => JSON.parse(text) as T);
}
