import { join, resolve } from 'node:path';
import { BatchFolder, type InstanceResult } from '../../research/node/batches/batchFolder';
import { digestsOf } from '../../research/node/batches/batchSettings';
import { runBatch } from '../../research/node/batches/runBatch';
import { type FixedIssue, rowOf } from '../../research/node/eval/fixedIssues';
import { buildOf } from '../../system/node/buildOf';
import { writeAtomically } from '../../system/node/files/writeAtomically';
import { contentHash } from '../../system/pure/text/contentHash';
import { BatchProgress, memoryWords } from '../batch/performBatch';
import { type CommandCall, count, textOption, UsageError } from '../command';

const rowsName = 'instances.jsonl';
const usualSeconds = 7200;

/** Locates all issues, each in a process of its own that continues an interrupted evaluation; their results by id. */
export async function locateAll(
	issues: readonly FixedIssue[],
	call: CommandCall,
): Promise<ReadonlyMap<string, InstanceResult>> {
	const { values, version, packageRoot, storage, log, signal, terminal } = call;
	const output = textOption(values, 'output');
	if (output === undefined) {
		throw new UsageError('eval needs --output DIR, the folder of the results. See `faultline eval --help`.');
	}
	const rows = issues.map(issue => rowOf(issue));
	const instances = issues.map(({ instance }) => instance);
	const history = values['no-history'] === true ? ['--no-history'] : [];
	const folder = await BatchFolder.open(resolve(output), {
		goal: 'eval',
		version: buildOf(version, packageRoot),
		engine: 'embedded',
		options: [`gold ${(await contentHash(rows)).slice(0, 16)}`, ...history],
		instances: await digestsOf(instances),
	});
	const file = join(folder.path, rowsName);
	await writeAtomically(
		file,
		rows.map(row => `${JSON.stringify(row)}\n`),
	);
	const progress = new BatchProgress(terminal, issues.length);
	const memory = memoryWords(call);
	const results = new Map<string, InstanceResult>();
	await runBatch({
		...{ folder, instances, clones: textOption(values, 'repos'), storage, log, signal },
		...{ nJobs: count(call, 'jobs') ?? 1, nAttempts: 1, timeoutMs: usualSeconds * 1000, retriesFailed: true },
		program: join(packageRoot, 'dist', 'cli.js'),
		optionsOf: ({ id }) => [`--instances=${file}`, `--only=${id}`, ...memory, ...history],
		onEnded: (result, isNew) => {
			results.set(result.instance_id, result);
			progress.ended(result, isNew);
		},
		onRetry: (id, reason) => progress.failedTry(id, reason),
		onWaiting: nLeft => terminal.note(`Other processes are working on the last ${nLeft} issues: waiting for them.`),
	});
	terminal.note(progress.summary(folder.path));
	return results;
}
