import { appendFileSync, readFileSync } from 'node:fs';
import type { Ranking } from '../../src/core/model/location';

/** What was predicted for one issue. */
export interface IssueResult {
	readonly id: string;
	/** Of `faultline locate`, once the workspace is indexed. */
	readonly ms: number;
	readonly nCalls: number;
	readonly located: Ranking;
	/** Plain BM25 over the same words. */
	readonly baseline: Ranking;
}

/** Results of a run that was broken off; a torn last line is left out. */
export function readResults(path: string): IssueResult[] {
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.slice(0, -1).map(line => JSON.parse(line) as IssueResult);
}

export function appendResult(path: string, result: IssueResult): void {
	appendFileSync(path, `${JSON.stringify(result)}\n`);
}
