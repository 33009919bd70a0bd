import type { Issue, IssueSource } from '../../core/model/issue';
import { issueFromText } from '../../core/model/issueFromText';
import { UserError } from '../../core/util/userError';

/** Of a longer text only the beginning is used: it describes the bug, and the rest is mostly logs. */
const limitCharacters = 1_000_000;

export interface CheckedIssue {
	readonly issue: Issue;
	/** A notice for the user, if there is one. */
	readonly notice?: string;
}

/** Converts the user's text to an issue. Throws `UserError` if the text is not an issue. */
export function checkIssue(text: string, source: IssueSource): CheckedIssue {
	if (isBinary(text)) {
		throw new UserError('This is not text: it looks like the content of a binary file. Paste the text of the issue.');
	}
	const issue = issueFromText(text.slice(0, limitCharacters), source);
	if (issue === undefined) {
		throw new UserError('The issue is empty. Paste what happened, what should happen, and any traceback.');
	}
	if (text.length <= limitCharacters) {
		return { issue };
	}
	const size = (text.length / 1_000_000).toFixed(1);
	return { issue, notice: `The issue is very long (${size} million characters). Only the first million is used.` };
}

/** Text has no zero characters, and hardly any that could not be decoded. */
function isBinary(text: string): boolean {
	const start = text.slice(0, 10_000);
	const nBroken = [...start].filter(character => character === '\uFFFD').length;
	return start.includes('\0') || nBroken > start.length / 20;
}
