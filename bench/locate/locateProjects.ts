import { Worker } from 'node:worker_threads';
import type { BenchInstance } from '../support/benchData';
import { groupBy } from '../support/groupBy';
import type { ProjectRequest } from './projectWorker';
import type { IssueResult } from './results';

export interface LocateRequest {
	readonly repos: string;
	readonly instances: readonly BenchInstance[];
	/** The number of projects processed at the same time. */
	readonly nJobs: number;
}

/** Locates every issue, project by project, the largest projects first. Rejects as soon as one fails. */
export async function locateProjects(
	{ repos, instances, nJobs }: LocateRequest,
	onResult: (result: IssueResult) => void,
): Promise<IssueResult[]> {
	const projects = [...groupBy(instances, ({ repo }) => repo)].sort(([, a], [, b]) => b.length - a.length);
	const results: IssueResult[] = [];
	const workNext = async (): Promise<void> => {
		for (let next = projects.shift(); next !== undefined; next = projects.shift()) {
			const [project, issues] = next;
			await runWorker({ repos, project, issues }, result => {
				results.push(result);
				onResult(result);
			});
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, nJobs) }, workNext));
	return results;
}

function runWorker(request: ProjectRequest, onResult: (result: IssueResult) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(__filename, { workerData: request });
		worker.on('message', onResult);
		worker.on('error', reject);
		worker.on('exit', code => (code === 0 ? resolve() : reject(new Error(`${request.project}: exit code ${code}`))));
	});
}
