import type { QueueAddress } from './queueAddress';

/** The advice on a command that a server refused, in a sentence for users; undefined for any other error. */
export function refusedCommand(error: unknown, { shown }: Pick<QueueAddress, 'shown'>): string | undefined {
	if (!(error instanceof Error && error.name === 'ReplyError')) {
		return undefined;
	}
	const [reason = ''] = error.message.split(/\n| script: /);
	return `The queue at ${shown} refuses what it is asked (${reason.slice(0, mostReason)}): ${adviceFor(reason)}.`;
}

const mostReason = 300;

function adviceFor(reason: string): string {
	switch (reason.split(' ', 1)[0]) {
		case 'OOM':
			return 'give it more memory (maxmemory), or remove a queue with `faultline queue clear`';
		case 'READONLY':
			return 'it is a replica, so give --queue the address of its primary';
		case 'MISCONF':
			return 'it cannot write to its disk';
		case 'NOPERM':
			return 'give --queue a user who may use all commands and the keys faultline:*';
		default:
			return 'check it, or correct --queue';
	}
}
