import { zoektServer } from '../code/node/codeSearch/zoektServer';
import type { CodeSearchServer } from '../code/pure/codeSearch/codeSearchServer';
import { type Command, type CommandCall, textOption, UsageError } from './command';

/** Options of every command whose searches may reach their limits. */
export const codeSearchOptions = {
	zoekt: { type: 'string' },
	'zoekt-repository': { type: 'string' },
} as const satisfies Command['options'];

/** The server that `--zoekt` names, which is the consent to ask it. Throws `UsageError`, and `UserError` for its address. */
export function codeSearchOption({ values }: Pick<CommandCall, 'values'>): CodeSearchServer | undefined {
	const address = textOption(values, 'zoekt');
	const repository = textOption(values, 'zoekt-repository');
	if (address === undefined && repository !== undefined) {
		throw new UsageError('--zoekt-repository is about a code search server: add --zoekt URL.');
	}
	return address === undefined ? undefined : zoektServer({ address, repository });
}
