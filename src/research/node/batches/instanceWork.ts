import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../../runs/pure/fold/run';
import { type RunReport, runReport } from '../../../sharing/pure/report/runReport';
import { errorText } from '../../../system/pure/errors/errorText';
import type { Log } from '../../../system/pure/log';
import type { Attempt, BatchFolder, InstanceResult, KeptResult } from './batchFolder';
import type { CodeFolders } from './codeFolders';
import { type InstanceEnd, runInstanceProcess } from './instanceProcess';
import type { Instance } from './instances';
import { UnfinishedRun } from './unfinishedRun';

export interface InstanceWorkOptions {
	readonly folder: BatchFolder;
	/** The command line's program. The command is the goal of the folder, or continues a run with the same options. */
	readonly program: string;
	readonly optionsOf: (instance: Instance) => readonly string[];
	readonly timeoutMs: number;
	readonly log: Log;
	readonly signal: AbortSignal;
	/** Called once for each result, also for those that are there already. */
	readonly onEnded: (result: InstanceResult, isNew: boolean) => void;
}

/** The services one try needs. */
export interface TryOptions {
	readonly code: CodeFolders;
	/** A folder only for this try. */
	readonly scratch: string;
	/** Replaces a result that is recorded as failed. */
	readonly retriesFailed: boolean;
	/** How many tries are left after those that failed before, this one included; none: it has failed. */
	readonly nLeft: (before: readonly Attempt[]) => number;
}

/**
 * How a try ended: the instance has a result, it failed and may be tried again, or another process works on it, so that
 * nothing was tried.
 */
export type TryEnd =
	| { readonly kind: 'ended'; readonly result: InstanceResult }
	| { readonly kind: 'again'; readonly reason: string }
	| { readonly kind: 'elsewhere' };

/** One instance after the other, each in a process of its own, with one result in a folder that others work on, too. */
export class InstanceWork {
	constructor(private readonly options: InstanceWorkOptions) {}

	/** Rejects with the signal's reason; an instance that runs then has no result, and the next try continues its run. */
	async tryInstance(instance: Instance, how: TryOptions): Promise<TryEnd> {
		const { folder, log } = this.options;
		const key = folder.keyOf(instance);
		const found = await folder.resultOf(key);
		if (isEnd(found, how) && !existsSync(folder.unfinished(key))) {
			return this.end(found, false);
		}
		const release = await folder.claim(key);
		if (release === undefined) {
			return isEnd(found, how) ? this.end(found, false) : { kind: 'elsewhere' };
		}
		try {
			// It may have ended since.
			const now = await folder.resultOf(key);
			if (isEnd(now, how)) {
				await this.unfinished(key).keepIn(folder.runs);
				return this.end(now, false);
			}
			if (now === 'damaged') {
				log.warn(`The result of ${instance.id} is damaged: the issue is run again.`);
			}
			if (now !== undefined) {
				await folder.forget(key);
			}
			return await this.attempt(instance, key, how);
		} finally {
			await release();
		}
	}

	/** With the claim. */
	private async attempt(instance: Instance, key: string, how: TryOptions): Promise<TryEnd> {
		const { folder, signal } = this.options;
		const before = (await folder.attemptsOf(key)).map(unseenFails);
		const nLeft = how.nLeft(before);
		if (nLeft <= 0) {
			return this.record(instance, { state: 'failed', reason: before.at(-1)?.failure ?? '', attempts: before });
		}
		const startedAt = Date.now();
		await folder.keepAttempts(key, [...before, { startedAt }]);
		const { report, failure } = await this.run(instance, key, how);
		if (signal.aborted) {
			await folder.keepAttempts(key, before);
			signal.throwIfAborted();
		}
		const attempts: Attempt[] = [...before, { startedAt, ...(failure !== undefined && { failure }) }];
		const rest = { attempts, ...(report !== undefined && { report }) };
		if (failure === undefined) {
			return this.record(instance, { state: 'done', ...rest });
		}
		if (nLeft <= 1) {
			return this.record(instance, { state: 'failed', reason: failure, ...rest });
		}
		await folder.keepAttempts(key, attempts);
		return { kind: 'again', reason: failure };
	}

	private async record(
		{ id, code }: Instance,
		end: Omit<InstanceResult, 'instance_id' | 'settings' | 'run' | 'commit'>,
	): Promise<TryEnd> {
		const { folder } = this.options;
		const key = folder.keyOf({ id, code });
		const unfinished = this.unfinished(key);
		const run = (await unfinished.ids()).at(-1);
		const commit = folder.settings.queue !== undefined && 'commit' in code ? code.commit : undefined;
		const result: InstanceResult = {
			...{ instance_id: id, settings: folder.digest, ...end },
			...(commit !== undefined && { commit }),
			...(run !== undefined && { run }),
		};
		const isFirst = await folder.record(key, result);
		await unfinished.keepIn(folder.runs);
		return this.end(result, isFirst);
	}

	private end(result: InstanceResult, isNew: boolean): TryEnd {
		this.options.onEnded(result, isNew);
		return { kind: 'ended', result };
	}

	private unfinished(key: string): UnfinishedRun {
		return new UnfinishedRun(this.options.folder.unfinished(key), this.options.log);
	}

	private async run(instance: Instance, key: string, { code, scratch }: TryOptions): Promise<InstanceOutcome> {
		const { program, timeoutMs, signal, folder } = this.options;
		const [issue, storage] = [join(scratch, 'issue.md'), join(scratch, 'storage')];
		try {
			const unfinished = this.unfinished(key);
			const begun = await unfinished.find(signal);
			if (begun?.state === 'done') {
				// Only its result is missing.
				return { report: keptOf(runReport(begun, durationMs(begun))) };
			}
			await unfinished.mountIn(storage);
			const workspace = await code.open(instance);
			await writeFile(issue, instance.issue);
			const where = ['--workspace', workspace, '--storage', storage, '--json'];
			const command = begun === undefined ? [folder.settings.goal, '--issue', issue] : ['runs', 'resume', begun.id];
			const words = [...command, ...this.options.optionsOf(instance), ...where];
			return outcomeOf(await runInstanceProcess({ program, words, timeoutMs, signal }), timeoutMs);
		} catch (error) {
			return { failure: errorText(error) };
		}
	}
}

function isEnd(result: KeptResult, { retriesFailed }: TryOptions): result is InstanceResult {
	return result !== undefined && result !== 'damaged' && !(result.state === 'failed' && retriesFailed);
}

interface InstanceOutcome extends Pick<InstanceResult, 'report'> {
	readonly failure?: string;
}

function outcomeOf(end: InstanceEnd, timeoutMs: number): InstanceOutcome {
	const { stdout, stderr, exitCode, killedBy, isTimeout } = end;
	const report = reportIn(stdout);
	const why = report?.failure ?? lastLines(stderr);
	if (isTimeout) {
		return { ...(report && { report }), failure: `It took longer than ${timeoutMs / 1000} s.` };
	}
	if (report !== undefined && report.failure === undefined && exitCode !== null) {
		return { report };
	}
	const ended = killedBy === null ? `Exit code ${exitCode}` : `Ended by ${killedBy}`;
	return { ...(report && { report }), failure: why === '' ? `${ended}.` : `${ended}: ${why}` };
}

/** Undefined if the process ended without a report. */
function reportIn(stdout: string): InstanceResult['report'] {
	try {
		return keptOf(JSON.parse(stdout) as PrintedReport);
	} catch {
		return undefined;
	}
}

type PrintedReport = RunReport & Pick<NonNullable<InstanceResult['report']>, 'evaluation'>;

/** The part of a report that is kept. */
function keptOf(report: PrintedReport): NonNullable<InstanceResult['report']> {
	const { engine, locations, ranking, usage, patches, failure, ms, evaluation } = report;
	return {
		...{ engine, locations, ranking, usage, ms },
		...(patches !== undefined && { patches }),
		...(failure !== undefined && { failure }),
		...(evaluation !== undefined && { evaluation }),
	};
}

function durationMs({ startedAt, updatedAt }: Run): number {
	return updatedAt - startedAt;
}

function lastLines(stderr: string): string {
	return stderr.trim().split('\n').slice(-12).join('\n').slice(-2000);
}

/** A try whose end nobody saw: the batch died with it, or was killed. */
function unseenFails(attempt: Attempt, at: number, all: readonly Attempt[]): Attempt {
	const isEnded = attempt.failure !== undefined || at < all.length - 1;
	return isEnded ? attempt : { ...attempt, failure: 'The batch itself was killed while the issue was running.' };
}
