import type { Calibration } from '../../research/pure/eval/calibration';
import type { AccuracyTable, EvalReport, FigureRow } from '../../research/pure/eval/evalReport';
import type { Interval } from '../../research/pure/eval/intervals';
import type { MarkedLines } from '../../research/pure/eval/markedLines';
import { fillTemplate } from '../../system/pure/text/fillTemplate';
import markedLinesText from './markedLines.md';

const nameWidth = 12;

/** The tables for a terminal of 80 columns: of all issues with intervals, of groups without. */
export function evalText({ measures, tables }: EvalReport): string {
	const [all, groups] = [tables.filter(({ group }) => group === ''), tables.filter(({ group }) => group !== '')];
	return [
		`Acc@k in % (95 % interval): all that was fixed is among the first k`,
		...all.flatMap(table => ['', ...wholeTable(table, measures)]),
		...[
			'',
			'By group, plain',
			`${' '.repeat(nameWidth)}${measures.map(measure => shortName(measure).padStart(9)).join('')}`,
		],
		...groups.flatMap(groupLines),
	].join('\n');
}

function wholeTable({ view, nIssues, rows, differences }: AccuracyTable, measures: readonly string[]): string[] {
	const title = view === 'plain' ? 'plain' : "LocAgent's view: a constructor is its class";
	return [
		`${nIssues} issues, ${title}`,
		...columns(rows, measures, ''),
		...(differences.length === 0 ? [] : ['', 'differences, in pairs by issue', ...columns(differences, measures, '+')]),
	];
}

function columns(rows: readonly FigureRow[], measures: readonly string[], plus: '' | '+'): string[] {
	const line = (title: string, cells: readonly string[]) =>
		`${title.padEnd(8)}${cells.map(cell => `  ${cell.padEnd(22)}`).join('')}`.trimEnd();
	const titles = rows.map(({ name }) => name);
	return [
		line('', titles),
		...measures.map((measure, at) =>
			line(
				shortName(measure),
				rows.map(({ figures }) => interval(figures[at], plus)),
			),
		),
	];
}

function groupLines({ group, nIssues, rows }: AccuracyTable): string[] {
	return [`${group} (${nIssues})`, ...rows.map(figureLine)];
}

function figureLine({ name, figures }: FigureRow): string {
	const cells = figures.map(figure => (figure === undefined ? '-' : figure.percent.toFixed(1)).padStart(9));
	return `  ${name.padEnd(nameWidth - 2)}${cells.join('')}`;
}

function shortName(measure: string): string {
	return measure.replace('function', 'func').replace('module', 'mod');
}

/** `60.8 (52.5 to 69.2)`; differences with their signs. */
function interval(figure: Interval | undefined, plus: '' | '+'): string {
	if (figure === undefined) {
		return '-';
	}
	const [percent, low, high] = [figure.percent, figure.low, figure.high].map(
		value => `${value > 0 ? plus : ''}${value.toFixed(1)}`,
	);
	return `${percent} (${low} to ${high})`;
}

const plotWidth = 40;

/** Stated and observed likelihoods of the first functions, a line for each bin: `o` is observed, `|` stated. */
export function calibrationText({ error, bins }: Calibration): string {
	const lines = bins.map(({ from, nPlaces, stated, observed }) => {
		const plot = Array.from({ length: plotWidth + 1 }, () => ' ');
		plot[Math.round(stated * plotWidth)] = '|';
		plot[Math.round(observed * plotWidth)] = 'o';
		const figures = [from.toFixed(1), `${nPlaces}`.padStart(6), percent(stated), percent(observed)];
		return `${figures.join('  ')}  ${plot.join('').trimEnd()}`;
	});
	return [
		`likelihood of the first 10 functions: expected calibration error ${error.toFixed(3)}`,
		`from  places  stated  fixed  0 %${' '.repeat(plotWidth - 8)}100 %`,
		...lines,
	].join('\n');
}

function percent(share: number): string {
	return `${(100 * share).toFixed(0)} %`.padStart(6);
}

/** How well the marked lines and the folding of locations do. */
export function markedText(lines: MarkedLines, medianMs: number): string {
	const { medianMarked, nRight, nTouching, nTouchingByChance, medianUnfolded, nUnfolded, nInFirst3 } = lines;
	const counts = { medianMarked, nRight, nTouching, medianUnfolded, nUnfolded, nInFirst3, medianMs };
	const shown = Object.entries(counts).map(([name, count]) => [name, `${count}`] as const);
	return fillTemplate(markedLinesText, { ...Object.fromEntries(shown), byChance: nTouchingByChance.toFixed(1) });
}
