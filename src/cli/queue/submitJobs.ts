import { resolve } from 'node:path';
import { readInstances } from '../../research/node/batches/instances';
import { jobOf } from '../../research/node/queue/queueJob';
import { counted } from '../../system/pure/text/counted';
import { usualTries } from '../batch/performBatch';
import { strategyOption } from '../cliEngine';
import { type CommandCall, count, textOption, UsageError } from '../command';
import { askQueue, namedQueue } from './queueOptions';

const usualRetrySeconds = 30;

/**
 * `faultline queue submit`: gives issues to a queue, once the user has seen the texts that leave the machine and
 * confirmed them.
 */
export async function submitJobs(call: CommandCall): Promise<number> {
	const { values, terminal } = call;
	const file = textOption(values, 'instances');
	if (file === undefined) {
		throw new UsageError('queue submit needs --instances FILE. See `faultline queue --help`.');
	}
	const name = namedQueue(call);
	const strategy = strategyOption(call).name;
	const nTries = count(call, 'tries') ?? usualTries;
	const retryMs = (count(call, 'retry-seconds') ?? usualRetrySeconds) * 1000;
	const found = readInstances(resolve(file)).map(instance => jobOf(instance, strategy));
	const jobs = found.map(({ job }) => job);
	const kinds = found.flatMap(({ removed }) => removed.map(({ kind }) => kind));
	return askQueue(call, async (queue, server) => {
		const what = counted(jobs.length, 'issue');
		if (values.yes !== true) {
			const nChars = jobs.reduce((sum, { issue }) => sum + issue.length, 0);
			terminal.note(
				`${server} gets the text of ${what} (${nChars} characters) with repository and commit, and keeps it until \`queue clear\`. Everyone who may use this server can read it.`,
			);
			terminal.note(kinds.length === 0 ? 'No secret was found in them.' : `Removed from them: ${kinds.join(', ')}.`);
			if (!(await terminal.confirm(`Send ${what} to ${server}?`))) {
				terminal.note('Nothing was sent. Pass --yes to send it without a question.');
				return 1;
			}
		}
		const added = await queue.add(name, jobs, { nTries, retryMs });
		const known = jobs.length - added;
		if (values.json === true) {
			terminal.printJson({ added, known, removed: kinds, queue: name });
		} else {
			const before = known === 0 ? '' : ` ${known} were there before.`;
			const removed = kinds.length === 0 ? '' : ` Removed from them: ${kinds.join(', ')}.`;
			terminal.print(`Added ${counted(added, 'issue')} to the queue ${name.name}.${before}${removed}`);
		}
		return 0;
	});
}
