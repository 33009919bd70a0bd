import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { type Gold, readGolds } from './locate/gold';
import { printLines } from './locate/lines';
import { locateProjects } from './locate/locateProjects';
import { serveProjects } from './locate/projectWorker';
import { printMisses, printReport } from './locate/report';
import { appendResult, type IssueResult, readResults } from './locate/results';
import { type BenchInstance, readInstances } from './support/benchData';
import { KeptResults, keptOptions } from './support/keptResults';
import { withCommits } from './support/repositoryTree';

const usage = `Measures how often faultline locate finds where the developers fixed an issue, beside plain BM25.
    npm run bench -- locate --bench DIR --repos DIR [--only OWNER/NAME|ISSUE] [--limit N] [--jobs N] [--results FILE]
        [--keep FILE] [--against FILE] [--list]`;

if (isMainThread) {
	void main();
} else {
	serveProjects();
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			bench: { type: 'string' },
			repos: { type: 'string' },
			only: { type: 'string' },
			limit: { type: 'string' },
			jobs: { type: 'string', default: '2' },
			results: { type: 'string' },
			list: { type: 'boolean' },
			...keptOptions,
		},
	});
	const { bench, repos, only, limit, jobs, results: resultsFile } = values;
	if (bench === undefined || repos === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const kept = new KeptResults(values);
	const golds = readGolds(bench);
	const selected = readInstances(bench).filter(
		each => only === undefined || [each.repo, each.instance_id].includes(only),
	);
	const instances = limit === undefined ? selected : selected.slice(0, Number(limit));
	const known = resultsFile !== undefined && existsSync(resultsFile) ? readResults(resultsFile) : [];
	const unknown = instances.filter(each => !known.some(result => result.id === each.instance_id));
	const locatable = withCommits(repos, unknown);
	const fresh = await locateProjects({ repos, instances: locatable, nJobs: Number(jobs) }, result => {
		if (resultsFile !== undefined) {
			appendResult(resultsFile, result);
		}
		console.error(`${result.id}: ${result.ms} ms, ${result.nCalls} calls`);
	});
	const results = [...known, ...fresh];
	report(results, { instances, golds, isListing: values.list === true });
	for (const { id, located, locations } of results.filter(({ id }) =>
		instances.some(each => each.instance_id === id),
	)) {
		kept.add(id, { located, locations });
	}
	kept.finish();
}

interface Request {
	readonly instances: readonly BenchInstance[];
	readonly golds: ReadonlyMap<string, Gold>;
	readonly isListing: boolean;
}

function report(results: readonly IssueResult[], { instances, golds, isListing }: Request): void {
	const byId = new Map(results.map(result => [result.id, result]));
	const scored = instances.flatMap(({ instance_id: id, patch }) => {
		const [result, gold] = [byId.get(id), golds.get(id)];
		return result === undefined || gold === undefined ? [] : [{ result, gold, patch }];
	});
	if (isListing) {
		printMisses(scored);
	}
	printReport(scored);
	printLines(scored);
}
