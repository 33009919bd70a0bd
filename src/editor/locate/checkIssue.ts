import * as vscode from 'vscode';
import type { OutputLanguage } from '../../localizer/pure/brief/unwrap/traceLines';
import type { ReceivedText } from '../../localizer/pure/received/receivedText';
import type { Issue, IssueSource } from '../../runs/pure/model/issue';
import { issueFromText } from '../../runs/pure/model/issueFromText';
import { UserError } from '../../system/pure/errors/userError';

/** Of a longer text only its beginning and its end are used, and its first crash report: the rest is mostly logs. */
const limitCharacters = 1_000_000;

export interface CheckedIssue {
	readonly issue: Issue;
	/** A notice for the user, if there is one. */
	readonly notice?: string;
}

/** Converts the user's text to an issue. Throws `UserError` if the text is not an issue. */
export async function checkIssue(
	text: string,
	source: IssueSource,
	languages: readonly OutputLanguage[],
): Promise<CheckedIssue> {
	if (isBinary(text)) {
		throw new UserError('This is not text: it looks like the content of a binary file. Paste the text of the issue.');
	}
	const { receivedText } = await import('../../localizer/pure/received/receivedText');
	const received = receivedText(text, limitCharacters, languages);
	const issue = issueFromText(received.text, received.kind === 'log' ? { ...source, kind: 'command' } : source);
	if (issue === undefined) {
		throw new UserError('The issue is empty. Paste what happened, what should happen, and any traceback.');
	}
	const notice = noticeOf(received, text.length);
	return { issue, ...(notice !== undefined && { notice }) };
}

function noticeOf({ kind, isCut }: ReceivedText, nCharacters: number): string | undefined {
	if (kind === 'log') {
		return vscode.l10n.t('The issue is the log of a CI job. The part that tells about its failure is used.');
	}
	if (kind === 'event') {
		return vscode.l10n.t('The issue is an error event. Its errors, frames and breadcrumbs are used.');
	}
	return isCut
		? vscode.l10n.t(
				'The issue is very long ({0} million characters). Its beginning, its end and its first crash report are used.',
				(nCharacters / 1_000_000).toFixed(1),
			)
		: undefined;
}

/** Text has no zero characters, and hardly any that could not be decoded. */
function isBinary(text: string): boolean {
	const start = text.slice(0, 10_000);
	const nBroken = [...start].filter(character => character === '\uFFFD').length;
	return start.includes('\0') || nBroken > start.length / 20;
}
