import { issueExcerpt } from '../brief/readOutput';
import type { OutputLanguage } from '../brief/unwrap/traceLines';
import { isCiLog, readCiLog } from './ci/readCiLog';
import { eventText } from './event/readErrorEvent';

/** A text that was received as an issue, in the form that the brief reads. */
export interface ReceivedText {
	readonly text: string;
	/** `issue`: a report, or the output of a program; `event`: an error event as JSON; `log`: the log of a CI job. */
	readonly kind: 'issue' | 'event' | 'log';
	/** Parts of it are left out, as it is longer than the limit. */
	readonly isCut: boolean;
}

/**
 * The reader in front of everything that accepts the text of an issue: at most `limit` characters of it. An error event
 * and the log of a CI job are reduced to the parts that are about the failure. Takes time in proportion to the text.
 */
export function receivedText(given: string, limit: number, languages: readonly OutputLanguage[]): ReceivedText {
	const event = eventText(given);
	if (event !== undefined) {
		return { text: issueExcerpt(event, limit, languages), kind: 'event', isCut: event.length > limit };
	}
	return isCiLog(given)
		? { text: readCiLog(given, languages).text, kind: 'log', isCut: false }
		: { text: issueExcerpt(given, limit, languages), kind: 'issue', isCut: given.length > limit };
}
