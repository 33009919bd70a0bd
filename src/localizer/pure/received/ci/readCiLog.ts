import { issueFromText } from '../../../../runs/pure/model/issueFromText';
import { issueTitle } from '../../brief/readOutput';
import type { OutputLanguage } from '../../brief/unwrap/traceLines';
import { type FailingPart, failingPart } from './failingPart';
import { logLines } from './logLines';
import { isMark, type LogStep, logSteps } from './logSteps';

/** The failure that the log of a CI job tells about. */
export interface CiFailure {
	/** The name of the failing step, or its command; absent if the log does not name it. */
	readonly step?: string;
	/** The failing tests, as their runner names them. */
	readonly tests: readonly string[];
	/** The text of the issue: the failing tests, and the lines that tell about them. */
	readonly text: string;
	/** Lines of the log, and those of them in `text`; without blank ones. */
	readonly nLines: number;
	readonly nKept: number;
}

export interface CiLogOptions {
	/** The names of the steps that failed, if the server gives them. */
	readonly failedSteps?: readonly string[];
}

/** Of several failing steps, so many are looked at. */
const mostSteps = 5;
/** Failing tests that the text names above the log. */
const mostNamed = 20;
/** Lines of a text that are looked at to see whether it is a log. */
const headLines = 400;

/** Whether a text is the log of a CI job and nothing else: it has a server's marks, and most lines begin with a time. */
export function isCiLog(text: string): boolean {
	const given = text
		.slice(0, headLines * 400)
		.split('\n')
		.slice(0, headLines);
	const lines = logLines(given.join('\n'));
	const nChanged = lines.filter((line, at) => line.text !== given[at]).length;
	return (
		nChanged > 0.8 * given.length &&
		(/##\[(?:group|error|section)\]/.test(text) || lines.some(line => isMark(line.text)))
	);
}

/**
 * Finds the failing step in the log of a CI job, its failing tests, and the lines that tell about them. Any output is
 * read: without the marks of a server the whole of it is the step. Takes time in proportion to the log.
 */
export function readCiLog(
	log: string,
	languages: readonly OutputLanguage[],
	{ failedSteps = [] }: CiLogOptions = {},
): CiFailure {
	const lines = logLines(log);
	const nLines = nFilled(lines.map(({ text }) => text));
	const steps = logSteps(lines);
	const candidates = failingSteps(steps, failedSteps).slice(0, mostSteps);
	const parts = candidates.map(step => ({ step, part: failingPart(step.lines, languages) }));
	const best = parts.find(({ part }) => part.tests.length > 0) ?? parts.find(({ part }) => part.isEvident) ?? parts[0];
	const part = best?.part ?? { lines: [], tests: [], isEvident: false };
	const name = best?.step.name ?? (failedSteps.length === 1 ? failedSteps[0] : undefined);
	return {
		...(name !== undefined && { step: name }),
		tests: part.tests,
		text: issueText(part, languages, nLines),
		nLines,
		nKept: nFilled(part.lines),
	};
}

/** The steps that the server says have failed; else those that report errors; else all that the log has. */
function failingSteps(steps: readonly LogStep[], names: readonly string[]): readonly LogStep[] {
	const filled = steps.filter(({ lines }) => lines.length > 0);
	const isNamed = ({ name = '' }: LogStep) => names.some(each => each === name || each === `Run ${name}`);
	const named = filled.filter(isNamed);
	const failed = filled.filter(({ hasFailed }) => hasFailed);
	const erring = filled.filter(({ hasErrors }) => hasErrors);
	const found = [named, failed, erring].find(some => some.length > 0);
	return found ?? [{ lines: filled.flatMap(({ lines }) => lines), hasFailed: false, hasErrors: false }];
}

function issueText({ lines, tests }: FailingPart, languages: readonly OutputLanguage[], nLines: number): string {
	const log = lines
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
	const issue = issueFromText(log, { kind: 'command' });
	const summary = issue && issueTitle(issue, languages);
	const [first] = tests;
	const head = first === undefined ? [] : [`${first} fails${summary === undefined ? '' : `: ${summary}`}`];
	const named = tests.slice(0, mostNamed).map(name => `Test: ${name}`);
	const nLeft = nLines - nFilled(lines);
	const left = nLeft > 0 ? [`<!-- ${nLeft} of ${nLines} lines of the log are left out. -->`] : [];
	return [...head, ...(named.length > 0 ? [named.join('\n')] : []), log, ...left].join('\n\n');
}

function nFilled(lines: readonly string[]): number {
	return lines.filter(line => line !== '').length;
}
