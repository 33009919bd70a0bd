import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { OwnForm } from '../../src/localizer/pure/brief/ownForm';
import { locateEmbedded } from '../../src/localizer/pure/embedded/locateEmbedded';
import { candidateFiles, candidateFunctions } from '../../src/localizer/pure/features/candidates';
import { fileFeatures } from '../../src/localizer/pure/features/fileFeatures';
import { functionFeatures } from '../../src/localizer/pure/features/functionFeatures';
import { queryClassOf } from '../../src/localizer/pure/features/queryClass';
import type { Suspiciousness } from '../../src/localizer/pure/ranking/suspiciousness';
import type { Gold } from '../../src/research/pure/eval/gold';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { Issue } from '../../src/runs/pure/model/issue';
import { systemClock } from '../../src/system/node/systemClock';
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
	await log.emit(rootNode, {
		type: 'briefMade',
		brief: makeBrief(issue, workspace.parser.languages, await OwnForm.of(workspace)),
	});
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
