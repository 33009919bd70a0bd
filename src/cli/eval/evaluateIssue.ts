import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { indexCacheFile } from '../../code/node/indexing/indexCacheFile';
import type { Localizer } from '../../code/pure/codeWorkspace';
import { defaultOptions } from '../../engine/agent/options';
import { rover } from '../../engine/strategies/rover';
import type { Workspace } from '../../history/pure/workspace';
import { locateEmbedded } from '../../localizer/pure/embedded/locateEmbedded';
import type { FixedIssue } from '../../research/node/eval/fixedIssues';
import { baselineRanking } from '../../research/pure/eval/baselineRanking';
import { type ExplainedPlaces, explainPlaces } from '../../research/pure/eval/explainedPlaces';
import { goldLinesOf } from '../../research/pure/eval/goldLines';
import type { IssueEvaluation } from '../../research/pure/eval/issueEvaluation';
import { shownByWay } from '../../research/pure/eval/shownByWay';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { roundsOf } from '../../runs/pure/fold/runTree';
import { nullRunStore } from '../../runs/pure/log/nullRunStore';
import { RunLog } from '../../runs/pure/log/runLog';
import type { Issue } from '../../runs/pure/model/issue';
import { type RunReport, runReport } from '../../sharing/pure/report/runReport';
import { systemClock } from '../../system/node/systemClock';
import { type CommandCall, textOption } from '../command';
import { indexHistory } from '../indexHistory';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';

/** The output for one issue. */
type EvaluatedIssue = RunReport & { readonly evaluation: IssueEvaluation };

/** Locates one issue in a folder, as `faultline locate` does, but without keeping the run. */
export async function evaluateIssue({ gold, patch }: FixedIssue, call: CommandCall): Promise<EvaluatedIssue> {
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
				onRanked: (ranked, { model, all }) => {
					explained = explainPlaces(all?.model ?? model, ranked, gold);
				},
			}),
		visible: () => localizer,
	};
	const startedMs = performance.now();
	const run = await locate(issue, { ...opened.workspace, localizer }, call.signal);
	const ms = Math.round(performance.now() - startedMs);
	const baseline = await baselineRanking(issue, opened.workspace);
	const rounds = roundsOf(run).map(({ id }) => id);
	const shown = await shownByWay(
		run,
		{ baseline, gold: goldLinesOf(patch, gold.files, opened.workspace.index) },
		opened.workspace,
	);
	return { ...runReport(run, ms), evaluation: { baseline, explained, ...(shown && { shown }), rounds } };
}

async function locate(issue: Issue, workspace: Workspace, signal: AbortSignal): Promise<Run> {
	const log = RunLog.start(nullRunStore, systemClock, 'eval');
	const started = { runId: 'eval', issue, engine: 'embedded', workspace: [], version: '' };
	await log.emit(rootNode, { type: 'runStarted', ...started });
	await rover.run(log, { workspace, signal, options: defaultOptions });
	return log.run;
}
