import { join, resolve } from 'node:path';
import { BatchFolder, type InstanceResult } from '../../research/node/batches/batchFolder';
import { type BatchSettings, digestsOf } from '../../research/node/batches/batchSettings';
import { cloneOf } from '../../research/node/batches/codeFolders';
import { type Instance, readInstances } from '../../research/node/batches/instances';
import { runBatch } from '../../research/node/batches/runBatch';
import { counted } from '../../system/pure/text/counted';
import type { EngineChoice } from '../cliEngine';
import {
	type Command,
	type CommandCall,
	commonOptions,
	count,
	textOption,
	UsageError,
	workspaceOption,
} from '../command';
import { memoryOption } from '../openCliWorkspace';

/** Options of a command that works on many issues. */
export const batchOptions = {
	instances: { type: 'string' },
	output: { type: 'string' },
	repositories: { type: 'string' },
	jobs: { type: 'string' },
	tries: { type: 'string' },
	'instance-seconds': { type: 'string' },
	'retry-failed': { type: 'boolean' },
} as const satisfies Command['options'];

/** Options about one issue. */
const oneIssue = { ...workspaceOption, issue: true, test: true, out: true };
export const usualTries = 3;
export const usualSeconds = 7200;

/** Whether many issues are given. Throws `UsageError` for options that are about many, or about one, and not about these. */
export function isBatch({ values, positionals }: CommandCall, command: string): boolean {
	const given = (options: object) => Object.keys(options).find(name => values[name] !== undefined);
	if (values.instances === undefined) {
		const other = given(batchOptions);
		if (other !== undefined) {
			throw new UsageError(
				`--${other} is about many issues: add --instances FILE. See \`faultline ${command} --help\`.`,
			);
		}
		return false;
	}
	const other = given(oneIssue);
	if (other !== undefined) {
		throw new UsageError(`--instances and --${other} exclude each other: use one of them.`);
	}
	if (positionals.length > 0) {
		throw new UsageError(`${command} takes no arguments, but got "${positionals.join(' ')}".`);
	}
	return true;
}

/**
 * `locate` or `fix` for many issues; `choice`: the model. Returns the exit code: 0 once each issue has a
 * result, failed ones included.
 */
export async function performBatch(
	goal: BatchSettings['goal'],
	choice: EngineChoice | undefined,
	call: CommandCall,
): Promise<number> {
	const { values, terminal, log, signal, version, packageRoot } = call;
	const output = textOption(values, 'output');
	if (output === undefined) {
		throw new UsageError('--instances needs --output DIR, the folder of the results.');
	}
	const limits = {
		nJobs: count(call, 'jobs') ?? 1,
		nAttempts: count(call, 'tries') ?? usualTries,
		timeoutMs: (count(call, 'instance-seconds') ?? usualSeconds) * 1000,
	};
	const instances = readInstances(resolve(textOption(values, 'instances') ?? ''));
	const clones = textOption(values, 'repositories');
	requireClones(instances, clones);
	const options = optionsForEach(values);
	const memory = memoryWords(call);
	const settings = { goal, version, engine: engineOf(choice), options, instances: await digestsOf(instances) };
	const folder = await BatchFolder.open(resolve(output), settings);
	const progress = new BatchProgress(terminal, instances.length);
	terminal.note(`${counted(instances.length, 'issue')}.`);
	await runBatch({
		...{ folder, instances, clones, ...limits, signal, log, storage: call.storage },
		...{ program: join(packageRoot, 'dist', 'cli.js'), optionsOf: () => [...options, ...memory] },
		retriesFailed: values['retry-failed'] === true,
		onEnded: (result, isNew) => progress.ended(result, isNew),
		onRetry: (id, reason) => progress.failedTry(id, reason),
		onWaiting: nLeft => terminal.note(`Other processes are working on the last ${nLeft} issues: waiting for them.`),
	});
	progress.print(values.json === true, folder.path);
	return 0;
}

/** Prints progress on standard error, and the results on standard output. */
export class BatchProgress {
	private readonly counts = { done: 0, failed: 0, before: 0 };

	constructor(
		private readonly terminal: CommandCall['terminal'],
		private readonly nAll: number,
	) {}

	ended(result: InstanceResult, isNew: boolean): void {
		this.counts[result.state]++;
		if (!isNew) {
			this.counts.before++;
			return;
		}
		this.terminal.note(`${this.counts.done + this.counts.failed} of ${this.nAll}  ${endText(result)}`);
	}

	failedTry(id: string, reason: string): void {
		this.terminal.note(failedTryText(id, reason));
	}

	print(isJson: boolean, folder: string): void {
		if (isJson) {
			this.terminal.printJson({ ...this.counts, folder });
		} else {
			this.terminal.print(this.summary(folder));
		}
	}

	summary(folder: string): string {
		const { done, failed, before } = this.counts;
		const known = before === 0 ? '' : ` (${before} of them before)`;
		return `${done} done, ${failed} failed${known}. Results: ${folder}`;
	}
}

/** `ID: done in 1.2 s` */
export function endText({ instance_id: id, state, reason, report }: InstanceResult): string {
	return state === 'done'
		? `${id}: done in ${((report?.ms ?? 0) / 1000).toFixed(1)} s`
		: `${id}: failed: ${firstLine(reason)}`;
}

export function failedTryText(id: string, reason: string): string {
	return `${id}: a try failed, and is repeated later: ${firstLine(reason)}`;
}

function firstLine(text = ''): string {
	return text.split('\n')[0] ?? '';
}

/** The options that each issue is run with, in a fixed order. `own`: further options that are not about an issue. */
export function optionsForEach(values: CommandCall['values'], own: Command['options'] = {}): string[] {
	const others = Object.keys({ ...batchOptions, ...commonOptions, ...oneIssue, ...own });
	return Object.entries(values)
		.filter(([name, value]) => !others.includes(name) && value !== undefined && value !== false)
		.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`))
		.sort();
}

/** How much memory each issue may use; the results do not depend on it. */
export function memoryWords(call: CommandCall): string[] {
	return call.values['memory-limit'] === undefined ? [] : [`--memory-limit=${memoryOption(call).megabytes}`];
}

/** The model that results are of. */
export function engineOf(choice: EngineChoice | undefined): string {
	return choice === undefined ? 'embedded' : `${choice.endpoint.model} at ${choice.endpoint.baseUrl}`;
}

/** Throws `UserError` before anything runs. */
function requireClones(instances: readonly Instance[], clones: string | undefined): void {
	for (const repo of new Set(instances.flatMap(({ code }) => ('repo' in code ? [code.repo] : [])))) {
		cloneOf(clones, repo);
	}
}
