import type { CulpritReport, ShownCommit } from '../../engine/culprit/culpritReport';
import { counted } from '../../system/pure/text/counted';
import type { Terminal } from '../terminal';
import { wrapText } from './runText';

/** The answer, the runs that it is based on, and the lines and the change of the culprit. */
export function culpritText(report: CulpritReport, terminal: Terminal): string {
	const { runs, nRuns, nCandidates, lines, diff, notes } = report;
	const nKept = runs.length - nRuns;
	const kept = nKept === 0 ? '' : `, and ${counted(nKept, 'outcome')} of earlier searches`;
	const made = `${counted(nRuns, 'run')}${kept}${nCandidates === 0 ? '' : `, for ${counted(nCandidates, 'commit')}`}`;
	return [
		...answerLines(report, terminal),
		'',
		terminal.style('bold', made),
		...runs.map(({ commit, outcome, subject, why }) => {
			const detail = outcome === 'skipped' ? `  ${why}` : '';
			return `  ${terminal.style(styles[outcome], outcome.padEnd(7))}  ${short(commit)}  ${subject}${detail}`;
		}),
		...[...notes, environment].flatMap(note => ['', ...wrapText(note, { columns: terminal.columns })]),
		...(lines.length === 0 ? [] : ['', terminal.style('bold', 'Lines of it that the failing test executes')]),
		...lines.map(({ file, line, text }) => `  ${terminal.style('cyan', `${file}:${line}`)}  ${text.trim()}`),
		...(diff === undefined ? [] : ['', diff.trimEnd()]),
	].join('\n');
}

const environment = 'All commits were run with the dependencies and interpreters that are installed now.';

const styles = { passed: 'green', failed: 'red', skipped: 'yellow' } as const;

function answerLines(report: CulpritReport, terminal: Terminal): readonly string[] {
	const { kind, test, commits, lastGood, probability } = report;
	const list = commits.slice(0, mostListed).map(each => commitLine(each, terminal));
	const more =
		commits.length > list.length ? [`  … and ${commits.length - list.length} more: --json has them all.`] : [];
	switch (kind) {
		case 'found':
			return [
				terminal.style('bold', `Broken by ${short(commits[0]?.id ?? '')}`),
				...list,
				...(lastGood === undefined ? [] : ['Passes at', commitLine(lastGood, terminal)]),
				errorText(report),
			];
		case 'several':
			return [
				terminal.style('bold', `Not sure: ${test} was broken by one of ${counted(commits.length, 'commit')}`),
				...[...list, ...more],
				`One of them is the culprit with a probability of ${percent(probability)}.`,
			];
		case 'uncommitted':
			return [`${test} passes at the newest commit: the uncommitted changes break it.`];
		case 'neverPassed':
			return [`No commit was found at which ${test} passes. If there is one, name it with --good.`];
	}
}

const mostListed = 20;

/** What the probability rests on. */
function errorText({ probability, flakyShare }: CulpritReport): string {
	const error = `The answer is wrong with a probability of ${percent(1 - probability)}`;
	return flakyShare === 1
		? `${error}, as the test is flaky.`
		: `${error}, if ${percent(flakyShare)} of such tests are flaky; --flaky repeats the runs of one that is.`;
}

function commitLine({ id, subject, author, time }: ShownCommit, terminal: Terminal): string {
	const date = new Date(time * 1000).toISOString().slice(0, 10);
	return `  ${terminal.style('cyan', short(id))}  ${date}  ${subject}  ${terminal.style('dim', author)}`;
}

function short(id: string): string {
	return id.slice(0, 10);
}

function percent(share: number): string {
	const value = share * 100;
	return value > 0 && value < 1 ? '<1 %' : `${Math.round(value)} %`;
}
