import { counted } from '../../system/pure/text/counted';
import type { CulpritReport, ShownCommit } from './culpritReport';

/** How a report is written. */
export interface ReportStyle {
	style(style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string): string;
	/** A paragraph in lines. */
	wrap(text: string): readonly string[];
	/** `2026-11-29`, from seconds since 1970. */
	date(seconds: number): string;
	/** Names the options of the command line that help further. */
	readonly namesOptions: boolean;
}

/** The answer, the runs that it is based on, and the lines and the change of the culprit. */
export function culpritText(report: CulpritReport, look: ReportStyle): string {
	const { runs, nRuns, nCandidates, lines, diff, notes } = report;
	const nKept = runs.length - nRuns;
	const kept = nKept === 0 ? '' : `, and ${counted(nKept, 'outcome')} of earlier searches`;
	const made = `${counted(nRuns, 'run')}${kept}${nCandidates === 0 ? '' : `, for ${counted(nCandidates, 'commit')}`}`;
	return [
		...answerLines(report, look),
		'',
		look.style('bold', made),
		...runs.map(({ commit, outcome, subject, why }) => {
			const detail = outcome === 'skipped' ? `  ${why}` : '';
			return `  ${look.style(styles[outcome], outcome.padEnd(7))}  ${short(commit)}  ${subject}${detail}`;
		}),
		...[...notes, environment].flatMap(note => ['', ...look.wrap(note)]),
		...(lines.length === 0 ? [] : ['', look.style('bold', 'Lines of it that the failing test executes')]),
		...lines.map(({ file, line, text }) => `  ${look.style('cyan', `${file}:${line}`)}  ${text.trim()}`),
		...(diff === undefined ? [] : ['', diff.trimEnd()]),
	].join('\n');
}

const environment = 'All commits were run with the dependencies and interpreters that are installed now.';

const styles = { passed: 'green', failed: 'red', skipped: 'yellow' } as const;

function answerLines(report: CulpritReport, look: ReportStyle): readonly string[] {
	const { kind, test, commits, lastGood, probability } = report;
	const list = commits.slice(0, mostListed).map(each => commitLine(each, look));
	const more =
		commits.length > list.length
			? [`  … and ${commits.length - list.length} more${look.namesOptions ? ': --json has them all' : ''}.`]
			: [];
	switch (kind) {
		case 'found':
			return [
				look.style('bold', `Broken by ${short(commits[0]?.id ?? '')}`),
				...list,
				...(lastGood === undefined ? [] : ['Passes at', commitLine(lastGood, look)]),
				errorText(report, look),
			];
		case 'several':
			return [
				look.style('bold', `Not sure: ${test} was broken by one of ${counted(commits.length, 'commit')}`),
				...[...list, ...more],
				`One of them is the culprit with a probability of ${percent(probability)}.`,
			];
		case 'uncommitted':
			return [`${test} passes at the newest commit: the uncommitted changes break it.`];
		case 'neverPassed':
			return [
				`No commit was found at which ${test} passes.${look.namesOptions ? ' If there is one, name it with --good.' : ''}`,
			];
	}
}

const mostListed = 20;

/** What the probability rests on. */
function errorText({ probability, flakyShare }: CulpritReport, { namesOptions }: ReportStyle): string {
	const error = `The answer is wrong with a probability of ${percent(1 - probability)}`;
	return flakyShare === 1
		? `${error}, as the test is flaky.`
		: `${error}, if ${percent(flakyShare)} of such tests are flaky${namesOptions ? '; --flaky repeats the runs of one that is' : ''}.`;
}

function commitLine({ id, subject, author, time }: ShownCommit, look: ReportStyle): string {
	const date = look.date(time);
	return `  ${look.style('cyan', short(id))}  ${date}  ${subject}  ${look.style('dim', author)}`;
}

function short(id: string): string {
	return id.slice(0, 10);
}

function percent(share: number): string {
	const value = share * 100;
	return value > 0 && value < 1 ? '<1 %' : `${Math.round(value)} %`;
}
