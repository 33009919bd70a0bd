import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { splitLines } from '../../src/code/pure/texts/fileTexts';
import { executedLines } from '../../src/engine/evidence/reproducerClues';
import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { locateAside } from '../../src/localizer/pure/embedded/locateAside';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import type { ExecutedFunctionLine } from '../../src/runs/pure/model/location';
import { isCallable, qualifiedName } from '../../src/runs/pure/model/symbol';
import { tracedLines } from '../../src/runs/pure/model/testing/tracedSuspect';
import type { LineText } from '../../src/testing/pure/callTrace/lineText';
import { traceReport } from '../../src/testing/pure/callTrace/traceReport';
import type { TraceSuspect } from '../../src/testing/pure/callTrace/traceSuspects';
import { isTestIn } from '../../src/testing/pure/callTrace/traceTests';
import { mutated } from '../entryPoints/entryPointCase';
import { copyOfCase } from './measureCases';
import type { MeasuredFailure } from './measured';

/** 1-based places of the cause; 0 where it is not named. */
export type Ranks = Readonly<Record<string, number>>;

const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** Opens the project of a failure, as it was when it failed. Returns the result of `act`, and leaves the project as it was. */
export async function inProject<Result>(
	{ project, id, mutation }: MeasuredFailure,
	projectsFolder: string,
	act: (workspace: Workspace, textOf: LineText) => Promise<Result>,
): Promise<Result> {
	const folder = mutation === undefined ? copyOfCase(id) : join(projectsFolder, project);
	const file = mutation && join(folder, mutation.file);
	const text = file && readFileSync(file, 'utf8');
	if (file !== undefined && text !== undefined && mutation !== undefined) {
		writeFileSync(file, mutated(text, mutation));
	}
	try {
		const { workspace } = await openWorkspace({ roots: [{ name: '', dir: folder }], packageRoot: process.cwd(), log });
		const texts = new Map<string, readonly string[]>();
		const linesOf = (path: string) => {
			const known = texts.get(path) ?? splitLines(readFileSync(join(folder, path), 'utf8'));
			texts.set(path, known);
			return known;
		};
		return await act(workspace, (path, line) => linesOf(path)[line - 1] ?? '');
	} finally {
		if (file !== undefined && text !== undefined) {
			writeFileSync(file, text);
		}
	}
}

interface PlacedSuspects {
	readonly suspects: readonly TraceSuspect[];
	/** Named by the report without ranking: where it differs, then what wrote the values. */
	readonly named: readonly { readonly file: string; readonly line: number }[];
	readonly isGold: (place: { readonly file: string; readonly line: number }) => boolean;
}

/** What the recorded calls and the spectrum say, without any text. */
export function suspectsOf(
	{ failing, passing, spectrum, gold }: MeasuredFailure,
	{ index }: Workspace,
	textOf: LineText,
): PlacedSuspects {
	const isGold = ({ file, line }: { file: string; line: number }) => {
		const around = (index.file(file)?.symbols ?? []).filter(
			symbol => isCallable(symbol) && symbol.startLine <= line && line <= symbol.endLine,
		);
		const owner = around.sort((a, b) => b.startLine - a.startLine)[0];
		return file === gold.file && owner?.startLine === gold.startLine;
	};
	if (failing === undefined) {
		return { suspects: [], named: [], isGold };
	}
	const isTest = isTestIn(index);
	const report = traceReport(failing, passing, { textOf, spectrum, isTest });
	const named = [...(report.divergence ? [report.divergence.call] : []), ...report.writes.map(({ call }) => call)];
	return {
		suspects: report.suspects,
		named: named.filter(({ file }) => !isTest(file)),
		isGold,
	};
}

/** Suspects of the trace, and of the spectrum, without any text. */
function executionRanks({ spectrum, gold, failing }: MeasuredFailure, placed: PlacedSuspects): Ranks {
	const { suspects, named, isGold } = placed;
	const rankIn = (places: PlacedSuspects['named']) => {
		const distinct = [...new Map(places.map(each => [`${each.file}:${each.line}`, each])).values()];
		return distinct.findIndex(isGold) + 1;
	};
	const ofSpectrum =
		(spectrum?.suspects ?? []).findIndex(each => each.file === gold.file && each.startLine === gold.startLine) + 1;
	return {
		spectrum: ofSpectrum,
		trace: rankIn(named),
		suspects: failing === undefined ? ofSpectrum : rankIn(suspects),
	};
}

/** By the localizer: from the text alone, or with what is known to have run. */
async function locatedRank(
	{ issue, gold }: MeasuredFailure,
	workspace: Workspace,
	called: readonly ExecutedFunctionLine[],
): Promise<number> {
	const text = issueFromText(issue, { kind: 'text' }) ?? { title: '', body: issue, source: { kind: 'text' } };
	const brief = makeBrief(text, workspace.parser.languages);
	const { signal } = new AbortController();
	const { ranking } = await locateAside(workspace, { issue: text, brief, signal, called });
	const symbol = workspace.index
		.file(gold.file)
		?.symbols.find(each => isCallable(each) && each.startLine === gold.startLine);
	const id = symbol && `${gold.file}:${qualifiedName(symbol)}`;
	return id === undefined ? 0 : ranking.functions.indexOf(id) + 1;
}

/** All that are compared. */
export async function ranksOf(failure: MeasuredFailure, workspace: Workspace, textOf: LineText): Promise<Ranks> {
	const placed = suspectsOf(failure, workspace, textOf);
	const measured = executedLines([], failure.spectrum);
	const located = (called: readonly ExecutedFunctionLine[]) => locatedRank(failure, workspace, called);
	return {
		text: await located([]),
		'text, spectrum': await located(measured),
		...executionRanks(failure, placed),
		'text, trace': await located(failure.failing === undefined ? measured : tracedLines(placed.suspects)),
	};
}
