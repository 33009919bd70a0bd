import type { RunNode } from '../../core/model/runNode';
import { callSignature } from './callItem';

/** What a round that goes on is doing right now; one without a model says so in its title. */
export function nodeDoing({ requests, calls, title }: RunNode): string {
	const asked = requests.at(-1);
	if (asked === undefined) {
		return title;
	}
	if (asked.answer === undefined) {
		return asked.failures.length === 0
			? `Asking the model to ${asked.purpose}`
			: `Asking again, try ${asked.failures.length + 1}: ${asked.purpose}`;
	}
	const call = calls.find(({ answer }) => answer === undefined);
	return call === undefined ? title : callSignature(call);
}
