import { join } from 'node:path';
import { readJsonLines } from '../support/benchData';

/** Where the developers fixed an issue, as `gold.jsonl.gz` has it. */
export interface Gold {
	readonly instance_id: string;
	readonly repo: string;
	readonly files: readonly string[];
	/** `path:Class` or `path:function`. */
	readonly modules: readonly string[];
	/** `path:Class.method` or `path:function`. */
	readonly functions: readonly string[];
	/** False where the fix touches no existing function. */
	readonly function_metric: boolean;
	readonly module_metric: boolean;
	/** The same by LocAgent's rules: a line in `__init__` or in a class without methods counts as the class. */
	readonly locagent: {
		readonly entities: readonly string[];
		readonly modules: readonly string[];
		readonly files: readonly string[];
		/** Among the 274 issues that LocAgent scores. */
		readonly in_274: boolean;
	};
}

/** By instance id. */
export function readGolds(benchFolder: string): ReadonlyMap<string, Gold> {
	const golds = readJsonLines<Gold>(join(benchFolder, 'gold.jsonl.gz'));
	return new Map(golds.map(gold => [gold.instance_id, gold]));
}
