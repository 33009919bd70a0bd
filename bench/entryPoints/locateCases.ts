import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BugLocation, Ranking } from '../../src/runs/pure/model/location';
import { groupBy } from '../support/groupBy';
import { type BenchPackage, unpackPackage } from './benchPackage';
import { type EntryPointCase, mutated } from './entryPointCase';

export interface LocateCasesRequest {
	readonly packages: readonly BenchPackage[];
	readonly cases: readonly EntryPointCase[];
	readonly archives: string;
	readonly entryPointsFolder: string;
	/** Paths of `cli.js`, each of another build of Faultline. */
	readonly builds: readonly string[];
	/** The paths in the output stay those of the machine it was recorded on. */
	readonly isElsewhere: boolean;
	/** The number of packages processed at the same time. */
	readonly nJobs: number;
}

/** Places are 1-based; 0 is for a function that is not listed. */
export interface LocatedCase {
	readonly case: EntryPointCase;
	readonly build: string;
	/** Of the function at fault, among the locations. */
	readonly place: number;
	/** Of the function at fault, in the ranking of functions. */
	readonly rank: number;
	readonly locations: readonly BugLocation[];
	readonly functions: readonly string[];
}

/** Locates each case with each build, in the code with the case's mutation, by `faultline locate --json`. */
export async function locateCases(request: LocateCasesRequest): Promise<LocatedCase[]> {
	const waiting = [...groupBy(request.cases, each => each.package)];
	const results: LocatedCase[] = [];
	const workNext = async (): Promise<void> => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const [id, cases] = next;
			const found = request.packages.find(each => each.id === id);
			if (found === undefined) {
				throw new Error(`packages.json does not have ${id}`);
			}
			results.push(...(await locateInPackage(found, cases, request)));
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, request.nJobs) }, workNext));
	const order = new Map(request.cases.map((each, at) => [each.id, at]));
	return results.sort((a, b) => (order.get(a.case.id) ?? 0) - (order.get(b.case.id) ?? 0));
}

async function locateInPackage(
	found: BenchPackage,
	cases: readonly EntryPointCase[],
	{ archives, entryPointsFolder, builds, isElsewhere }: LocateCasesRequest,
): Promise<LocatedCase[]> {
	const scratch = mkdtempSync(join(tmpdir(), 'faultline-entry-'));
	const folder = join(scratch, found.id);
	const results: LocatedCase[] = [];
	try {
		unpackPackage(found, { archives, entryPointsFolder, target: folder });
		for (const each of cases) {
			const path = join(folder, each.mutation.file);
			const text = readFileSync(path, 'utf8');
			writeFileSync(path, mutated(text, each.mutation));
			const issue = join(scratch, 'issue.txt');
			writeFileSync(issue, isElsewhere ? each.output : each.output.replaceAll(each.root, folder));
			for (const [at, build] of builds.entries()) {
				results.push(await locate(each, { build, folder, issue, storage: join(scratch, `storage-${at}`) }));
			}
			writeFileSync(path, text);
		}
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
	return results;
}

interface LocateCall {
	readonly build: string;
	readonly folder: string;
	readonly issue: string;
	readonly storage: string;
}

interface LocateAnswer {
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
}

async function locate(each: EntryPointCase, { build, folder, issue, storage }: LocateCall): Promise<LocatedCase> {
	const args = ['locate', '--workspace', folder, '--issue', issue, '--storage', storage, '--json'];
	const { locations, ranking } = JSON.parse(await outputOf([build, ...args])) as LocateAnswer;
	const { file, name, startLine, endLine } = each.gold;
	const inGold = locations.findIndex(at => at.file === file && startLine <= at.startLine && at.endLine <= endLine);
	return {
		...{ case: each, build, place: inGold + 1, rank: ranking.functions.indexOf(`${file}:${name}`) + 1 },
		...{ locations, functions: ranking.functions },
	};
}

/** Standard output of a script. Rejects with its standard error when it fails. */
function outputOf(args: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		const [out, err]: [Buffer[], Buffer[]] = [[], []];
		child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
		child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
		child.on('error', reject);
		child.on('close', code =>
			code === 0
				? resolve(Buffer.concat(out).toString('utf8'))
				: reject(new Error(Buffer.concat(err).toString('utf8'))),
		);
	});
}
