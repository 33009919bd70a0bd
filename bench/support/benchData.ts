import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One issue of SWE-bench with the developers' fix, as the benchmark's own files name its parts. */
export interface BenchInstance {
	readonly instance_id: string;
	/** `owner/name`. */
	readonly repo: string;
	readonly base_commit: string;
	readonly problem_statement: string;
	readonly patch: string;
	readonly test_patch: string;
}

/** The issues in `<benchFolder>/instances.jsonl.gz`, grouped by project so that one working tree serves them in turn. */
export function readInstances(benchFolder: string): BenchInstance[] {
	const instances = readJsonLines<BenchInstance>(join(benchFolder, 'instances.jsonl.gz'));
	return instances.sort((a, b) => order(a.repo, b.repo) || order(a.base_commit, b.base_commit));
}

/** Every line of a gzipped JSON-lines file. The shape is not checked. */
export function readJsonLines<Row>(path: string): Row[] {
	const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
	return lines.filter(line => line !== '').map(line => JSON.parse(line) as Row);
}

function order(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
