import type { QueueStatus } from '../../research/node/queue/jobQueue';
import { counted } from '../../system/pure/text/counted';
import type { CommandCall } from '../command';
import { askQueue, namedQueue } from './queueOptions';

/** `faultline queue status`: the state of all queues of a server, and the places of the results. */
export function showStatus(call: CommandCall): Promise<number> {
	const { values, terminal } = call;
	const { build } = namedQueue({ ...call, positionals: call.positionals.slice(0, 1) });
	return askQueue(call, async (queue, server) => {
		const all: QueueStatus[] = [];
		for (const name of await queue.names()) {
			all.push(await queue.status(name));
		}
		const shown = values.name === undefined ? all : all.filter(({ name }) => name === values.name);
		if (values.json === true) {
			terminal.printJson({ server, build, queues: shown });
		} else {
			terminal.print(
				shown.length === 0 ? `${server} has no queue.` : shown.map(each => statusText(each, build)).join('\n\n'),
			);
		}
		return 0;
	});
}

function statusText(status: QueueStatus, ownBuild: string): string {
	const { name, goal, build, waiting, running, retried, done, setAside, results } = status;
	return [
		`${name}, ${goal}, ${build}`,
		...(build === ownBuild ? [] : [`  Only programs of that build work on it; this is ${ownBuild}.`]),
		`  ${waiting} waiting, ${running} running, ${retried} to be tried again, ${done} done, ${setAside.length} set aside`,
		...results.map(({ machine, folder, count }) => `  ${counted(count, 'result')} on ${machine} in ${folder}`),
		...setAside.map(({ instance, reason, tries }) => {
			const [first = ''] = reason.split('\n');
			return `  set aside after ${counted(tries, 'try', 'tries')}: ${instance}: ${first}`;
		}),
	].join('\n');
}

/** `faultline queue retry`: returns jobs that were set aside to the queue. */
export function retryJobs(call: CommandCall): Promise<number> {
	const name = namedQueue(call);
	return askQueue(call, async queue => {
		const retried = await queue.retry(name);
		if (call.values.json === true) {
			call.terminal.printJson({ retried, queue: name });
		} else {
			call.terminal.print(`Returned ${counted(retried, 'issue')} to the queue ${name.name}.`);
		}
		return 0;
	});
}

/** `faultline queue clear`: removes a queue, with the texts, once the user has confirmed it. Results are kept. */
export function clearQueue(call: CommandCall): Promise<number> {
	const { values, terminal } = call;
	const { name, goal } = namedQueue(call);
	return askQueue(call, async (queue, server) => {
		const all = (await queue.names()).filter(each => each.name === name && each.goal === goal);
		const what = `the queue ${name} (${goal}) with all its issues from ${server}`;
		if (values.yes !== true && !(await terminal.confirm(`Remove ${what}?`))) {
			terminal.note('Nothing was removed. Pass --yes to do it without a question.');
			return 1;
		}
		for (const each of all) {
			await queue.clear(each);
		}
		terminal.note(all.length === 0 ? `${server} has no such queue.` : `Removed ${what}.`);
		return 0;
	});
}
