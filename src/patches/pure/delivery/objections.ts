import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import { withoutSecrets } from '../../../outgoing/pure/secrets/withoutSecrets';
import { UserError } from '../../../system/pure/errors/userError';

/** Why a pull request is not opened unless the user confirms it. */
export const objectionKinds = ['closed', 'assigned', 'locked', 'fixed', 'secret', 'hidden'] as const;
export type ObjectionKind = (typeof objectionKinds)[number];

export interface Objection {
	readonly kind: ObjectionKind;
	/** A sentence for the user. */
	readonly text: string;
}

/** The issue of a pull request, as its server describes it. */
export interface IssueState {
	readonly number: number;
	readonly isOpen: boolean;
	readonly isLocked: boolean;
	/** Names of users. */
	readonly assignees: readonly string[];
}

/** `user`: who opens the pull request, and may be assigned. */
export function issueObjections({ number, isOpen, isLocked, assignees }: IssueState, user: string): Objection[] {
	const others = assignees.filter(name => name.toLowerCase() !== user.toLowerCase());
	return [
		...(isOpen ? [] : [{ kind: 'closed' as const, text: `Issue #${number} is closed.` }]),
		...(isLocked ? [{ kind: 'locked' as const, text: `Issue #${number} is locked.` }] : []),
		...(others.length === 0
			? []
			: [{ kind: 'assigned' as const, text: `Issue #${number} is assigned to ${others.join(', ')}.` }]),
	];
}

/** `messages`: of commits on the default branch that are not in the user's. */
export function commitObjections(number: number, messages: readonly string[]): Objection[] {
	const closing = messages.find(message => closedIssues(message).includes(number));
	const title = closing?.trim().split('\n')[0] ?? '';
	return closing === undefined
		? []
		: [{ kind: 'fixed', text: `A commit on the default branch closes issue #${number} already: ${title}` }];
}

/** https://docs.github.com/issues/tracking-your-work-with-issues/linking-a-pull-request-to-an-issue */
function closedIssues(message: string): number[] {
	return [...message.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]{1,4}#(\d{1,15})\b/gi)].map(
		([, number]) => Number(number),
	);
}

/** A text file as it is sent; absent texts: no file. */
export interface SentFile {
	readonly path: string;
	readonly before?: string;
	readonly after?: string;
}

/** Objections to the content of the change itself: it cannot be redacted like a message. */
export function contentObjections(files: readonly SentFile[], hidden: HiddenFiles): Objection[] {
	return files.flatMap(({ path, before = '', after = '' }): Objection[] => {
		const known = new Set(before.split('\n'));
		const added = after.split('\n').filter(line => !known.has(line));
		const [secret] = withoutSecrets(added.join('\n')).found;
		const rule = hidden.hides(path);
		return [
			...(secret === undefined
				? []
				: [{ kind: 'secret' as const, text: `${path} adds what looks like a ${secret.kind}.` }]),
			...(rule === undefined
				? []
				: [{ kind: 'hidden' as const, text: `${path} is hidden from models by ${rule.by}.` }]),
		];
	});
}

/** Throws `UserError` for a run whose patches were not judged to the end. */
export function requireEnded(state: string): void {
	if (state !== 'done') {
		throw new UserError('This run has not ended, so its patches are not judged to the end. Resume it first.');
	}
}
