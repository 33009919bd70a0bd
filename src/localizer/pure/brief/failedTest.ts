import type { LanguageData } from '../../../code/pure/languages/languageData';
import type { IssueSource } from '../../../runs/pure/model/issue';
import { issueFromText } from '../../../runs/pure/model/issueFromText';
import { issueTitle } from './readOutput';

/** A failed test, as far as the editor or its runner reports it. */
export interface FailedTest {
	/** From the outermost suite, or its file, to the test. */
	readonly names: readonly string[];
	readonly id: string;
	/** The workspace path of the file it is in. */
	readonly file?: string;
	/** Path and line: `test/shop.py:3`. */
	readonly place?: string;
	readonly message?: string;
	readonly expected?: string;
	readonly actual?: string;
	/** Innermost first. */
	readonly frames?: readonly { readonly label: string; readonly place?: string }[];
	/** The code of the test, if no message is known. */
	readonly code?: string;
}

/** The source of the issue of a failed test: it is found again by it. */
export function testSource({ names, id, file }: FailedTest): IssueSource {
	return { kind: 'test', ref: names.join(' › '), test: { id, names, ...(file !== undefined && { file }) } };
}

/** The issue text of a failed test: its name, its message, its place. */
export function testIssueText(
	{ names, id, place, message = '', expected, actual, frames = [], code }: FailedTest,
	languages: readonly LanguageData[],
): string {
	const issue = issueFromText(message, { kind: 'test' });
	const summary = issue && issueTitle(issue, languages);
	const trace = frames.map(frame => `    at ${frame.label}${frame.place === undefined ? '' : ` (${frame.place})`}`);
	return [
		`${names.at(-1) ?? id} fails${summary === undefined ? '' : `: ${summary.trim()}`}`,
		`Test: ${[...names, id].join(' › ')}${place === undefined ? '' : ` (${place})`}`,
		...part(message),
		...part(expected, 'Expected:\n'),
		...part(actual, 'Actual:\n'),
		...part(trace.join('\n')),
		...(code === undefined ? [] : [`\`\`\`\n${code}\n\`\`\``]),
	].join('\n\n');
}

function part(text: string | undefined, before = ''): string[] {
	return text === undefined || text.trim() === '' ? [] : [before + text.replace(/^\n+/, '').trimEnd()];
}
