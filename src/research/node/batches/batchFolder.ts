import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runsFolder } from '../../../runs/node/runId';
import type { RunReport } from '../../../sharing/pure/report/runReport';
import { createWhole } from '../../../system/node/files/createWhole';
import { writeAtomically } from '../../../system/node/files/writeAtomically';
import { tryProcessLock, type Unlock } from '../../../system/node/processes/processLock';
import { UserError } from '../../../system/pure/errors/userError';
import { contentHash } from '../../../system/pure/text/contentHash';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import type { IssueEvaluation } from '../../pure/eval/issueEvaluation';
import { type BatchSettings, differenceOf, settingsDigest } from './batchSettings';
import type { Instance } from './instances';

/** One try of an instance. */
export interface Attempt {
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	/** Why it failed; absent for the try that succeeded, and for one whose end nobody saw. */
	readonly failure?: string;
}

/** The end of one instance; a folder holds exactly one for each. */
export interface InstanceResult {
	readonly instance_id: string;
	/** Of a queue: the commit that it was run at. */
	readonly commit?: string;
	/** See `settingsDigest`. */
	readonly settings: string;
	readonly state: 'done' | 'failed';
	/** Of a failed one: the reason of its last try. */
	readonly reason?: string;
	readonly attempts: readonly Attempt[];
	/** The last run; the batch's folder is its storage. */
	readonly run?: string;
	/** Without rounds. Also for a failed one, if its model failed after something was found. */
	readonly report?: Pick<RunReport, 'engine' | 'locations' | 'ranking' | 'usage' | 'patches' | 'failure' | 'ms'> & {
		/** Of `faultline eval`. */
		readonly evaluation?: IssueEvaluation;
	};
}

/** The state of an instance in a folder. */
export type KeptResult = InstanceResult | 'damaged' | undefined;

const settingsName = 'batch.json';

/**
 * The results of a batch, in a folder that several processes and machines share:
 *
 *     batch.json            the settings
 *     results/ID.json       one for each instance that ended; of a queue, ID.COMMIT.json
 *     attempts/ID.json      the tries of one that has not
 *     claims/ID.lock        the process that works on an instance
 *     unfinished/ID/        the run of such an instance, which its next try continues
 *     runs/                 the runs
 */
export class BatchFolder {
	private constructor(
		readonly path: string,
		readonly settings: BatchSettings,
		readonly digest: string,
	) {}

	/** The folder of a batch, which is created if missing. Throws `UserError` if it has other settings. */
	static async open(path: string, settings: BatchSettings): Promise<BatchFolder> {
		for (const name of ['results', 'attempts', 'claims', 'unfinished']) {
			await mkdir(join(path, name), { recursive: true });
		}
		await createWhole(join(path, settingsName), JSON.stringify(settings, undefined, '\t'));
		const found = await BatchFolder.find(path);
		const difference = differenceOf(settings, found.settings);
		if (difference !== undefined) {
			throw new UserError(
				`${path} has results of a batch with other settings (here ${difference}): use another folder for --output.`,
			);
		}
		return found;
	}

	/** Throws `UserError` if the folder has no batch. */
	static async find(path: string): Promise<BatchFolder> {
		const file = join(path, settingsName);
		const text = await readFile(file, 'utf8').catch(() => undefined);
		if (text === undefined) {
			throw new UserError(`${path} is not the --output of a batch: it has no ${settingsName}.`);
		}
		const settings = parsed(text) as BatchSettings | undefined;
		if (typeof settings?.goal !== 'string' || typeof settings.instances !== 'object') {
			throw new UserError(`${file} is damaged: restore it, or use another folder for --output.`);
		}
		return new BatchFolder(path, settings, await settingsDigest(settings));
	}

	/** The key of an instance in the folder: a queue may have it at several commits. */
	keyOf({ id, code }: Pick<Instance, 'id' | 'code'>): string {
		return this.settings.queue !== undefined && 'commit' in code ? `${id}.${code.commit}` : id;
	}

	/**
	 * Takes an instance for this process; undefined if a live process has it. An instance of a dead process is taken over.
	 */
	claim(key: string): Promise<Unlock | undefined> {
		return tryProcessLock(join(this.path, 'claims', `${fileNameOf(key)}.lock`));
	}

	async resultOf(key: string): Promise<KeptResult> {
		return readResult(this.resultFile(key));
	}

	/** All that is in the folder, also of instances that are not of this batch. */
	async results(): Promise<{ readonly name: string; readonly result: InstanceResult | 'damaged' }[]> {
		const folder = join(this.path, 'results');
		const names = (await readdir(folder)).filter(name => name.endsWith('.json')).sort();
		const read = await inParallel(names, async name => ({ name, result: await readResult(join(folder, name)) }));
		return read.flatMap(({ name, result }) => (result === undefined ? [] : [{ name, result }]));
	}

	/** Call it with the claim. The first result of an instance stays; returns whether it is this one. */
	async record(key: string, result: InstanceResult): Promise<boolean> {
		const plain: unknown = JSON.parse(JSON.stringify(result));
		const text = JSON.stringify({ ...(plain as object), sha256: await contentHash(plain) }, undefined, '\t');
		const isFirst = await createWhole(this.resultFile(key), `${text}\n`);
		await rm(this.attemptsFile(key), { force: true });
		return isFirst;
	}

	/** Call it with the claim, to try an instance again. */
	async forget(key: string): Promise<void> {
		await rm(this.resultFile(key), { force: true });
	}

	/** The tries of an instance without a result. */
	async attemptsOf(key: string): Promise<readonly Attempt[]> {
		const text = await readFile(this.attemptsFile(key), 'utf8').catch(() => '[]');
		const attempts = parsed(text);
		return Array.isArray(attempts) ? (attempts as Attempt[]) : [];
	}

	/** Call it with the claim. */
	async keepAttempts(key: string, attempts: readonly Attempt[]): Promise<void> {
		await writeAtomically(this.attemptsFile(key), [JSON.stringify(attempts)]);
	}

	/** The run of an instance without a result; the folder may not exist. It has the same parts as a storage folder. */
	unfinished(key: string): string {
		return join(this.path, 'unfinished', fileNameOf(key));
	}

	/** The folder for the runs of results, as in a storage folder. */
	get runs(): string {
		return join(this.path, runsFolder);
	}

	private resultFile(key: string): string {
		return join(this.path, 'results', `${fileNameOf(key)}.json`);
	}

	private attemptsFile(key: string): string {
		return join(this.path, 'attempts', `${fileNameOf(key)}.json`);
	}
}

async function readResult(file: string): Promise<KeptResult> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) {
		return undefined;
	}
	const { sha256, ...result } = (parsed(text) ?? {}) as Partial<InstanceResult> & { readonly sha256?: string };
	return sha256 === (await contentHash(result)) ? (result as InstanceResult) : 'damaged';
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The same on every system, and different for each id: characters that some file systems do not keep apart are written
 * as codes.
 */
function fileNameOf(id: string): string {
	const plain = id.replace(/[^a-z0-9_.-]|^\./g, char => `%${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return plain.length <= 200 ? plain : `${plain.slice(0, 120)}-${createHash('sha256').update(id).digest('hex')}`;
}
