import type { Log } from '../../../system/pure/log';
import { withoutSecrets } from '../secrets/withoutSecrets';

/** A log that keeps secrets out of what it is given: messages, errors and their causes. */
export function redactedLog(log: Log): Log {
	const clean = (text: string) => withoutSecrets(text).text;
	return {
		info: message => log.info(clean(message)),
		warn: message => log.warn(clean(message)),
		error: (message, error) =>
			error === undefined ? log.error(clean(message)) : log.error(clean(message), clean(wholeText(error))),
	};
}

/** The stack of an error, and those of its causes. */
function wholeText(error: unknown): string {
	if (!(error instanceof Error)) {
		return String(error);
	}
	const cause = error.cause === undefined ? '' : `\nCaused by: ${wholeText(error.cause)}`;
	return `${error.stack ?? error.message}${cause}`;
}
