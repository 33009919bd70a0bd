import type { JobQueue } from '../../research/node/queue/jobQueue';
import { queueAddress } from '../../research/node/queue/queueAddress';
import { isQueueName, type QueueName } from '../../research/node/queue/queueName';
import { refusedCommand } from '../../research/node/queue/refusedCommand';
import { buildOf } from '../../system/node/buildOf';
import { UserError } from '../../system/pure/errors/userError';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import { type Command, type CommandCall, textOption, UsageError } from '../command';

/** Options of every command about a queue. */
export const queueOptions = {
	queue: { type: 'string' },
	name: { type: 'string' },
} as const satisfies Command['options'];

const usualName = 'issues';

/** The same as `withQueue` for a few questions: a signal ends them at once, regardless of the server. */
export function askQueue<Result>(
	call: CommandCall,
	act: (queue: JobQueue, server: string) => Promise<Result>,
): Promise<Result> {
	return withQueue(call, (queue, server) => untilAborted(act(queue, server), call.signal));
}

/** Connects to the queue that `--queue` names, for `act`. Throws `UsageError`, or `UserError` if it cannot be used. */
export async function withQueue<Result>(
	{ values, env, log, terminal, signal }: CommandCall,
	act: (queue: JobQueue, server: string) => Promise<Result>,
): Promise<Result> {
	const given = textOption(values, 'queue');
	if (given === undefined) {
		throw new UsageError('queue needs --queue redis://HOST:PORT. See `faultline queue --help`.');
	}
	const address = queueAddress(given, env);
	// The client of the server is loaded only for this.
	const { JobQueue } = await import('../../research/node/queue/jobQueue');
	let queue: JobQueue | undefined;
	try {
		queue = await JobQueue.open({ address, log, note: text => terminal.note(text), signal });
		return await act(queue, address.shown);
	} catch (error) {
		const refused = refusedCommand(error, address);
		throw refused === undefined ? error : new UserError(refused, { cause: error });
	} finally {
		queue?.close();
	}
}

/** The queue of this build that `--name` and the goal after the action name. Throws `UsageError`. */
export function namedQueue({ values, positionals, version, packageRoot }: CommandCall): QueueName {
	const [action, goal = 'locate', ...rest] = positionals;
	if ((goal !== 'locate' && goal !== 'fix') || rest.length > 0) {
		throw new UsageError(`queue ${action} takes locate or fix, not "${positionals.slice(1).join(' ')}".`);
	}
	const name = textOption(values, 'name') ?? usualName;
	if (!isQueueName(name)) {
		throw new UsageError('--name takes up to 60 letters, digits, dots, dashes and underscores.');
	}
	return { name, goal, build: buildOf(version, packageRoot) };
}
