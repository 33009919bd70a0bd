import { type CommandCall, textOption } from './command';
import { UsageError } from './usageError';

/** The source of the issue; throws `UsageError` where it is not given. */
export function issueOption({ values, positionals }: CommandCall, command: string): string {
	const where = textOption(values, 'issue');
	if (where === undefined) {
		throw new UsageError(
			`${command} needs --issue FILE, --issue - or --issue URL. See \`faultline ${command} --help\`.`,
		);
	}
	if (positionals.length > 0) {
		throw new UsageError(`${command} takes no arguments, but got "${positionals.join(' ')}".`);
	}
	return where;
}
