import { resolve } from 'node:path';
import type { Parsing } from '../../code/pure/index/indexText';
import type { InstanceResult } from '../../research/node/batches/batchFolder';
import { type FixedIssue, nameOf } from '../../research/node/eval/fixedIssues';
import { readRankings } from '../../research/node/eval/predictions';
import { type Calibration, calibrationOf } from '../../research/pure/eval/calibration';
import { type EvalReport, evalReport, type RankedIssue } from '../../research/pure/eval/evalReport';
import { traitsOf } from '../../research/pure/eval/issueTraits';
import { type LineReport, lineReport } from '../../research/pure/eval/lineReport';
import { type MarkedLines, markedLines } from '../../research/pure/eval/markedLines';
import { missPage } from '../../research/pure/eval/missPage';
import { emptyRanking, type Ranking } from '../../runs/pure/model/location';
import { writeAtomically } from '../../system/node/files/writeAtomically';
import { type CommandCall, textOption } from '../command';
import { calibrationText, evalText, markedText } from './evalText';
import { linesText } from './linesText';
import { locateAll } from './locateAll';

/** All that `faultline eval --json` prints. */
interface PrintedReport extends EvalReport {
	/** Ids of issues without a result or a prediction: they count as misses. */
	readonly missing: readonly string[];
	readonly lines?: MarkedLines;
	/** The lines that answers show of the fix. */
	readonly shown?: LineReport;
	readonly calibration?: Calibration;
	readonly medianMs?: number;
}

/** Evaluates the localizer, or the predictions of another tool, on some issues. Returns the exit code. */
export async function performEval(issues: readonly FixedIssue[], parsing: Parsing, call: CommandCall): Promise<number> {
	const { values, terminal } = call;
	const predictions = textOption(values, 'predictions');
	const against = textOption(values, 'against');
	// Every problem with them is reported before anything runs.
	const [predicted, others] = await Promise.all(
		[predictions, against].map(path => (path === undefined ? undefined : readRankings(resolve(path)))),
	);
	const results = predicted === undefined ? await locateAll(issues, call) : new Map<string, InstanceResult>();
	const located = new Map([...results].map(([id, { report }]) => [id, report?.ranking ?? emptyRanking]));
	const rankings = predicted ?? located;
	const ranked = issues.map(issue => {
		const baseline = results.get(issue.instance.id)?.report?.evaluation?.baseline;
		const named: Record<string, Ranking> = {
			[predicted === undefined ? 'faultline' : 'predictions']: rankings.get(issue.instance.id) ?? emptyRanking,
			...(predicted === undefined && { BM25: baseline ?? emptyRanking }),
			...(others !== undefined && { against: others.get(issue.instance.id) ?? emptyRanking }),
		};
		return rankedIssue(issue, named, parsing);
	});
	const missing = issues.flatMap(({ instance: { id } }) => (rankings.has(id) ? [] : [id]));
	const report: PrintedReport = {
		...evalReport(ranked, parsing.languages),
		missing,
		...(predicted === undefined && { ...measured(issues, results), shown: shownReport(ranked, results) }),
	};
	print(report, call);
	noteMissing(missing, 'no ranking', call);
	if (others !== undefined) {
		noteMissing(
			issues.flatMap(({ instance: { id } }) => (others.has(id) ? [] : [id])),
			'nothing to compare with',
			call,
		);
	}
	const page = textOption(values, 'report');
	if (page !== undefined) {
		const explained = new Map([...results].map(([id, { report: found }]) => [id, found?.evaluation?.explained]));
		await writeAtomically(resolve(page), [await missPage(ranked, explained)]);
		terminal.note(`The misses: ${page}`);
	}
	return 0;
}

function rankedIssue(
	{ instance, gold, language }: FixedIssue,
	rankings: Record<string, Ranking>,
	parsing: Parsing,
): RankedIssue {
	const { languages, parser } = parsing;
	const known = { repository: nameOf(instance), language, gold, languages, all: parser.languages };
	return { id: instance.id, gold, traits: traitsOf(instance.issue, known), rankings };
}

function measured(issues: readonly FixedIssue[], results: ReadonlyMap<string, InstanceResult>) {
	const located = issues.flatMap(({ instance, gold, patch }) => {
		const report = results.get(instance.id)?.report;
		return report === undefined ? [] : [{ gold, patch, report }];
	});
	const times = located.map(({ report }) => report.ms).sort((a, b) => a - b);
	const lines = markedLines(
		located.map(({ gold, patch, report: { locations, ranking } }) => ({
			...{ gold, patch, locations },
			functions: ranking.functions,
		})),
	);
	// If no function was fixed, none of the ranked ones can be.
	const stated = located
		.filter(({ gold }) => gold.functions.length > 0)
		.flatMap(({ report }) => report.evaluation?.explained.stated ?? []);
	return { lines, calibration: calibrationOf(stated), medianMs: times[times.length >> 1] ?? 0 };
}

function shownReport(ranked: readonly RankedIssue[], results: ReadonlyMap<string, InstanceResult>): LineReport {
	return lineReport(
		ranked.flatMap(({ id, traits }) => {
			const shown = results.get(id)?.report?.evaluation?.shown;
			return shown === undefined ? [] : [{ group: traits.language, shown }];
		}),
	);
}

function print(report: PrintedReport, { values, terminal }: CommandCall): void {
	if (values.json === true) {
		terminal.printJson(report);
		return;
	}
	const { lines, shown, calibration, medianMs = 0 } = report;
	terminal.print(
		[
			evalText(report),
			...(calibration === undefined ? [] : [calibrationText(calibration)]),
			...(lines === undefined ? [] : [markedText(lines, medianMs)]),
			...(shown === undefined ? [] : [linesText(shown)]),
		].join('\n\n'),
	);
}

function noteMissing(ids: readonly string[], what: string, { terminal }: CommandCall): void {
	if (ids.length > 0) {
		const more = ids.length > 5 ? ' …' : '';
		terminal.note(`${what} for ${ids.length} issues, which count as misses: ${ids.slice(0, 5).join(', ')}${more}`);
	}
}
