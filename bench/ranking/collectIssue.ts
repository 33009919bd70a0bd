import type { Gold } from '../../src/core/eval/gold';
import type { Workspace } from '../../src/core/history/workspace';
import type { Issue } from '../../src/core/model/issue';
import { rootNode } from '../../src/core/model/run/run';
import { nullRunStore } from '../../src/core/nullRunStore';
import { makeBrief } from '../../src/core/rank/brief/makeBrief';
import { candidateFiles, candidateFunctions } from '../../src/core/rank/features/candidates';
import { fileFeatures } from '../../src/core/rank/features/fileFeatures';
import { functionFeatures } from '../../src/core/rank/features/functionFeatures';
import { queryClassOf } from '../../src/core/rank/features/queryClass';
import type { Suspiciousness } from '../../src/core/rank/suspiciousness';
import { RunLog } from '../../src/core/runLog';
import { locateEmbedded } from '../../src/core/stages/locate/embedded/locateEmbedded';
import { systemClock } from '../../src/node/systemClock';
import type { CollectedFile, CollectedIssue } from './collected';

/** An issue whose fix is known. */
export interface KnownIssue
	extends Pick<CollectedIssue, 'id' | 'repo' | 'language' | 'kind' | 'namesSymbol'>,
		Pick<Gold, 'files' | 'modules' | 'functions'> {
	readonly text: string;
}

/** Locates an issue as the product does, and keeps the features of its candidates. */
export async function collectIssue(known: KnownIssue, workspace: Workspace, into: CollectedFile): Promise<void> {
	const [title = ''] = known.text.split('\n');
	const issue: Issue = { title, body: known.text, source: { kind: 'text' } };
	const log = RunLog.start(nullRunStore, systemClock, 'collect');
	await log.emit(rootNode, {
		...{ type: 'runStarted', runId: 'collect', issue, engine: 'embedded', workspace: [], version: '' },
	});
	await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	await locateEmbedded(log, rootNode, workspace, {
		onRanked: (_, suspiciousness) => collect(known, suspiciousness, workspace, into),
	});
}

function collect(known: KnownIssue, suspiciousness: Suspiciousness, workspace: Workspace, into: CollectedFile): void {
	const { model, evidence } = suspiciousness;
	const ground = suspiciousness.ground(workspace);
	const functions = functionFeatures(ground, candidateFunctions(ground));
	const files = fileFeatures(ground, candidateFiles(ground, functions.positions));
	const units = functions.positions.map(at => model.unit(at));
	const moduleNumbers = numbersOf(units.map(unit => unit?.module ?? ''));
	const rowsOf = (found: readonly string[], wanted: readonly string[]) =>
		found.flatMap((each, row) => (wanted.includes(each) ? row : []));
	const gold = {
		functions: rowsOf(
			units.map(unit => unit?.id ?? ''),
			known.functions,
		),
		files: rowsOf(
			files.positions.map(at => model.files[at] ?? ''),
			known.files,
		),
	};
	into.append([functions, files], ([functionStart = 0, fileStart = 0]) => ({
		...{ id: known.id, repo: known.repo, language: known.language, kind: known.kind, namesSymbol: known.namesSymbol },
		query: queryClassOf(evidence),
		nGoldModules: known.modules.length,
		goldModules: known.modules.flatMap(id => moduleNumbers.get(id) ?? []),
		functions: {
			...{ names: functions.names, nRows: functions.positions.length, gold: gold.functions, start: functionStart },
			nMissing: known.functions.length - gold.functions.length,
			files: functions.positions.map(at => model.fileOf[at] ?? 0),
			modules: units.map(unit => moduleNumbers.get(unit?.module ?? '') ?? 0),
		},
		files: {
			...{ names: files.names, nRows: files.positions.length, gold: gold.files, start: fileStart },
			nMissing: known.files.length - gold.files.length,
			files: files.positions,
		},
	}));
}

function numbersOf(ids: readonly string[]): ReadonlyMap<string, number> {
	return new Map([...new Set(ids)].map((id, at) => [id, at]));
}
