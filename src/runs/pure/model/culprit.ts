import { counted } from '../../../system/pure/text/counted';
import type { CodeLine } from './location';
import { shortened } from './shortened';

/** The commit that broke what a run is about, found by running that at old commits. */
export interface Culprit {
	/** `several`: it is one of several commits, of which the most probable is given. */
	readonly kind: 'found' | 'several';
	/** Its id: hexadecimal, in full. */
	readonly commit: string;
	/** The first line of its message. */
	readonly subject: string;
	/** When it was committed: seconds since 1970. */
	readonly time: number;
	/** How many commits it may be; 1 if it was found. */
	readonly nCommits: number;
	/** That it is one of these. */
	readonly probability: number;
	/** Lines that it was the last to change, and that what fails executes; empty if not known. */
	readonly lines: readonly CulpritCode[];
}

export interface CulpritCode extends CodeLine {
	/** Without its indentation, shortened. */
	readonly text: string;
}

/** A run event: the commit was found that broke its reproducer, or its failed test. */
export interface CulpritFound {
	readonly type: 'culpritFound';
	readonly culprit: Culprit;
}

/** Lines that a run keeps of a commit, and characters of its subject and of each line. */
export const mostCulpritLines = 20;
export const longestKept = 200;

/** A line of code as a run keeps it. */
export function keptCode(text: string): string {
	return shortened(text.trim(), longestKept);
}

/** `Added by abc1234567; the test passes before it.` */
export function addedByText(commit: string): string {
	return `Added by ${shortCommit({ commit })}; the test passes before it.`;
}

/** `abc1234567 Count in cents`, or `one of 3 commits, most probably abc1234567 Count in cents`. */
export function brokeByText(culprit: Culprit): string {
	return `${culpritChoice(culprit)}${shortCommit(culprit)} ${culprit.subject}`;
}

/** What comes before the name of a commit: `one of 3 commits, most probably `, or nothing. */
export function culpritChoice({ kind, nCommits }: Pick<Culprit, 'kind' | 'nCommits'>): string {
	return kind === 'found' ? '' : `one of ${counted(nCommits, 'commit')}, most probably `;
}

export function shortCommit({ commit }: Pick<Culprit, 'commit'>): string {
	return commit.slice(0, 10);
}

/** In percent; never certain. */
export function culpritPercent({ probability }: Pick<Culprit, 'probability'>): string {
	return probability > 0.99 ? 'more than 99 %' : `${Math.round(100 * probability)} %`;
}
