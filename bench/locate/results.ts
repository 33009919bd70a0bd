import { appendFileSync, readFileSync } from 'node:fs';
import type { BugLocation, Evidence, Ranking } from '../../src/core/model/location';

/** A location as a user sees it: internal ids are left out, and evidence has the number of its round, from 1. */
export interface LocatedPlace extends Omit<BugLocation, 'id' | 'evidence'> {
	readonly evidence: readonly (Pick<Evidence, 'kind' | 'text'> & { readonly round?: number })[];
}

/** The predictions for one issue. */
export interface IssueResult {
	readonly id: string;
	/** Of `faultline locate`, once the workspace is indexed. */
	readonly ms: number;
	readonly nCalls: number;
	readonly located: Ranking;
	/** Absent from caches that an older version wrote. */
	readonly locations?: readonly LocatedPlace[];
	/** Plain BM25 over the same words. */
	readonly baseline: Ranking;
}

/** Results of an interrupted run; an incomplete last line is left out. */
export function readResults(path: string): IssueResult[] {
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.slice(0, -1).map(line => JSON.parse(line) as IssueResult);
}

export function appendResult(path: string, result: IssueResult): void {
	appendFileSync(path, `${JSON.stringify(result)}\n`);
}
