import { join } from 'node:path';
import { readRows } from '../../src/research/node/batches/instances';
import { compareText } from '../../src/system/pure/text/compareText';

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
	return instances.sort((a, b) => compareText(a.repo, b.repo) || compareText(a.base_commit, b.base_commit));
}

/** Where the developers fixed an issue, as `gold.jsonl.gz` has it. */
export interface BenchGold {
	readonly instance_id: string;
	readonly files: readonly string[];
	/** `path:Class.method` or `path:function`. */
	readonly functions: readonly string[];
}

/** By instance id. */
export function readGolds(benchFolder: string): ReadonlyMap<string, BenchGold> {
	const golds = readJsonLines<BenchGold>(join(benchFolder, 'gold.jsonl.gz'));
	return new Map(golds.map(gold => [gold.instance_id, gold]));
}

/** Every row of a file of JSON lines, gzipped or not. The shape is not checked. */
export function readJsonLines<Row>(path: string): Row[] {
	return readRows(path) as unknown as Row[];
}
