import type { BugLocation, Evidence } from '../model/location';
import { shortened } from '../model/shortened';
import type { Run } from './run';

/** More pieces of evidence for a location do not help to decide. Older runs have more. */
export const evidenceLimit = 3;
const quoteCharacters = 300;

/** The evidence that views show, best first. */
export function shownEvidence({ evidence }: Pick<BugLocation, 'evidence'>): readonly Evidence[] {
	return evidence.slice(0, evidenceLimit);
}

/** The lines of the text that `issueLine` of the evidence counts. */
export function issueLines({ issue, brief }: Pick<Run, 'issue' | 'brief'>): readonly string[] {
	return (brief?.edited ?? issue.body).split(/\r\n|\n|\r/);
}

/** `Issue, line 7: The total is negative.`; without a text if the line is blank or not among `lines`. */
export function issueLineText(lines: readonly string[], line: number): string {
	const text = (lines[line - 1] ?? '').trim();
	const quote = shortened(text, quoteCharacters);
	return `Issue, line ${line}${quote === '' ? '' : `: ${quote}`}`;
}
