import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Localizer } from '../../../core/codeWorkspace';
import { baselineRanking } from '../../../core/eval/baselineRanking';
import { type ExplainedPlaces, explainPlaces } from '../../../core/eval/explainedPlaces';
import type { IssueEvaluation } from '../../../core/eval/issueEvaluation';
import type { Workspace } from '../../../core/history/workspace';
import type { Issue } from '../../../core/model/issue';
import { type Run, rootNode } from '../../../core/model/run/run';
import { roundsOf } from '../../../core/model/run/runTree';
import { nullRunStore } from '../../../core/nullRunStore';
import { type RunReport, runReport } from '../../../core/report/runReport';
import { RunLog } from '../../../core/runLog';
import { locateEmbedded } from '../../../core/stages/locate/embedded/locateEmbedded';
import { rover } from '../../../core/strategies/rover/rover';
import { defaultOptions } from '../../../core/strategies/strategy';
import type { FixedIssue } from '../../eval/fixedIssues';
import { indexCacheFile } from '../../indexing/indexCacheFile';
import { systemClock } from '../../systemClock';
import { type CommandCall, textOption } from '../command';
import { indexHistory } from '../indexHistory';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';

/** What is printed for one issue. */
type EvaluatedIssue = RunReport & { readonly evaluation: IssueEvaluation };

/** Locates one issue in a folder, as `faultline locate` does, but without keeping the run. */
export async function evaluateIssue({ gold }: FixedIssue, call: CommandCall): Promise<EvaluatedIssue> {
	const folder = workspaceFolder(call);
	const body = await readFile(resolve(textOption(call.values, 'issue') ?? ''), 'utf8');
	const [title = ''] = body.split('\n');
	const issue: Issue = { title, body, source: { kind: 'text' } };
	using opened = await openCliWorkspace(folder, call, { isForRun: true });
	requireCode(opened, folder);
	if (call.values['no-history'] !== true) {
		const roots = [{ name: basename(folder), dir: folder }];
		await indexHistory(call, { roots, cacheFile: indexCacheFile(call.storage, roots) });
	}
	let explained: ExplainedPlaces = { gold: [], others: [], stated: [] };
	const localizer: Localizer = {
		locate: (log, start, options) =>
			locateEmbedded(log, start, opened.workspace, {
				...options,
				onRanked: (ranked, { model }) => {
					explained = explainPlaces(model, ranked, gold);
				},
			}),
		visible: () => localizer,
	};
	const startedMs = performance.now();
	const run = await locate(issue, { ...opened.workspace, localizer }, call.signal);
	const ms = Math.round(performance.now() - startedMs);
	const baseline = await baselineRanking(issue, opened.workspace);
	const rounds = roundsOf(run).map(({ id }) => id);
	return { ...runReport(run, ms), evaluation: { baseline, explained, rounds } };
}

async function locate(issue: Issue, workspace: Workspace, signal: AbortSignal): Promise<Run> {
	const log = RunLog.start(nullRunStore, systemClock, 'eval');
	const started = { runId: 'eval', issue, engine: 'embedded', workspace: [], version: '' };
	await log.emit(rootNode, { type: 'runStarted', ...started });
	await rover.run(log, { workspace, signal, options: defaultOptions });
	return log.run;
}
