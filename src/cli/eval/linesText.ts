import type { Interval } from '../../research/pure/eval/intervals';
import type { LineReport, LineTable } from '../../research/pure/eval/lineReport';
import { fillTemplate } from '../../system/pure/text/fillTemplate';
import shownLinesText from './shownLines.md';

/** The budget that groups are compared at. */
const groupBudget = '5 regions';

/** How much of the fix answers show, by how much of them is read. */
export function linesText({ budgets, tables }: LineReport): string {
	const [all, ...groups] = tables;
	if (all === undefined) {
		return '';
	}
	const shown = budgets.flatMap((budget, at) => all.ways.map(way => budgetLine(way, budget, at)));
	const first = all.ways.map(({ name, medianTokensToFirst, nUseful }) => {
		return `  ${name.padEnd(10)} ${`${medianTokensToFirst ?? '-'}`.padStart(6)} (${nUseful} of ${all.nIssues})`;
	});
	return [
		fillTemplate(shownLinesText, { budgets: shown.join('\n'), first: first.join('\n') }).trimEnd(),
		...groupLines(groups, budgets.indexOf(groupBudget)),
	].join('\n');
}

type Way = LineTable['ways'][number];

function budgetLine({ name, budgets }: Way, budget: string, at: number): string {
	const figures = budgets[at];
	const share = (interval: Interval | undefined) => (interval?.percent.toFixed(1) ?? '-').padStart(5);
	const { recall } = figures ?? {};
	const whole = recall === undefined ? '-' : `${share(recall)} (${recall.low.toFixed(1)} to ${recall.high.toFixed(1)})`;
	const others = [figures?.precision, figures?.recallAround, figures?.precisionAround, figures?.fileHit].map(share);
	return `${budget.padEnd(11)}${name.padEnd(10)} ${whole.padEnd(21)} ${others.join('  ')}`;
}

function groupLines(groups: readonly LineTable[], at: number): string[] {
	return groups.length === 0
		? []
		: [
				'',
				`recall of changed lines within 500 lines and ${groupBudget}, in %`,
				...groups.map(({ group, nIssues, ways }) => {
					const cells = ways.map(({ name, budgets }) => `${name} ${budgets[at]?.recall?.percent.toFixed(1) ?? '-'}`);
					return `${group} (${nIssues}): ${cells.join(', ')}`;
				}),
			];
}
