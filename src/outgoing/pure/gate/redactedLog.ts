import type { Log } from '../../../system/pure/log';
import { withoutSecrets } from '../secrets/withoutSecrets';

/** Returns a log that removes secrets from everything logged: messages, errors and their causes. */
export function redactedLog(log: Log): Log {
	const clean = (text: string) => withoutSecrets(text).text;
	return {
		info: message => log.info(clean(message)),
		warn: message => log.warn(clean(message)),
		error: (message, error) =>
			error === undefined ? log.error(clean(message)) : log.error(clean(message), clean(wholeText(error))),
	};
}

/** Returns the stacks of an error and its causes. */
function wholeText(error: unknown): string {
	if (!(error instanceof Error)) {
		return String(error);
	}
	const cause = error.cause === undefined ? '' : `\nCaused by: ${wholeText(error.cause)}`;
	return `${error.stack ?? error.message}${cause}`;
}
