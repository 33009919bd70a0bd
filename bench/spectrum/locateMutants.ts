import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { executedLines } from '../../src/engine/evidence/reproducerClues';
import type { Workspace } from '../../src/history/pure/workspace';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../src/localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { Issue } from '../../src/runs/pure/model/issue';
import { type Place, qualifiedName } from '../../src/runs/pure/model/symbol';
import { mutated } from '../entryPoints/entryPointCase';
import type { MutantResult } from './mutantResult';

/** 1-based places of the function at fault in the localizer's ranking; 0 where it is not in it. */
export interface LocatedMutant {
	readonly without: number;
	readonly with: number;
}

const log = { info: () => undefined, warn: () => undefined, error: console.error };

/**
 * Locates a mutant with the embedded localizer, without and with the spectrum. The issue is what a failing test printed,
 * or only its last line that is no frame (`isShort`), as users who paste a message. The folder has the project without
 * the mutant, and has it again at the end.
 */
export async function locateMutant(folder: string, mutant: MutantResult, isShort: boolean): Promise<LocatedMutant> {
	const { mutation, gold, output, spectrum } = mutant;
	const path = join(folder, mutation.file);
	const text = readFileSync(path, 'utf8');
	writeFileSync(path, mutated(text, mutation));
	try {
		const { workspace } = await openWorkspace({ roots: [{ name: '', dir: folder }], packageRoot: process.cwd(), log });
		const body = isShort ? messageOf(output) : output;
		const issue: Issue = { title: '', body, source: { kind: 'text' } };
		return {
			without: await rankOf(gold, issue, workspace, []),
			with: await rankOf(gold, issue, workspace, executedLines([], spectrum)),
		};
	} finally {
		writeFileSync(path, text);
	}
}

/** The name of the test and the first line of its message. */
function messageOf(output: string): string {
	const [name = '', ...lines] = output.split('\n').filter(line => line.trim() !== '');
	const message = lines.find(line => /^E {3}|[Ee]rror\b/.test(line)) ?? lines[0] ?? '';
	return `${name.split('::').at(-1)} fails: ${message.replace(/^E {3}/, '').trim()}`;
}

async function rankOf(
	gold: Place,
	issue: Issue,
	workspace: Workspace,
	called: ReturnType<typeof executedLines>,
): Promise<number> {
	const run = RunLog.start(nullRunStore, { now: () => 0 }, 'bench');
	const common = { engine: 'embedded', workspace: [], version: '' } as const;
	await run.emit(rootNode, { type: 'runStarted', runId: 'bench', issue, ...common });
	await run.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	await locateEmbedded(run, rootNode, workspace, { called });
	const symbol = workspace.index.file(gold.file)?.symbols.find(each => each.startLine === gold.startLine);
	const id = symbol && `${gold.file}:${qualifiedName(symbol)}`;
	return id === undefined ? 0 : run.run.selected.ranking.functions.indexOf(id) + 1;
}
