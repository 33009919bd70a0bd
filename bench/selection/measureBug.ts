import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValidationRun } from '../../src/runs/pure/model/testing/validation';
import { judgePatches } from '../../test/support/judgedPatches';
import type { Scripted } from '../../test/support/scriptedModel';
import { provenEvents, selectAmong } from '../../test/support/selectAmong';
import { mutated } from '../entryPoints/entryPointCase';
import { type Mutant, patchesOf, type SelectionProject, wrongKinds } from './wrongPatches';

/** What became of the patches for one bug. */
export interface BugResult {
	readonly project: string;
	readonly bug: string;
	/** By patch: whether it was rejected, and why. */
	readonly verdicts: Readonly<Record<string, { readonly verdict: string; readonly why: string }>>;
	/** Wrong patches that were rejected with the name of a test. */
	readonly nRejected: number;
	/** The patch that was selected among five, without a model and with votes. */
	readonly selected: string | undefined;
	readonly voted: string | undefined;
}

/** Judges and selects the patches for one bug. The folder has the project without bugs, and has it again at the end. */
export async function measureBug(
	folder: string,
	project: SelectionProject,
	bugs: { readonly bug: Mutant; readonly other: Mutant; readonly isDeleted: boolean },
): Promise<BugResult> {
	const patches = patchesOf(folder, project, bugs);
	const all = Object.values(patches);
	const { mutation } = bugs.bug;
	const path = join(folder, mutation.file);
	const text = readFileSync(path, 'utf8');
	const storage = mkdtempSync(join(tmpdir(), 'faultline-bench-'));
	writeFileSync(path, mutated(text, mutation));
	try {
		const { workspace, runs } = await judgePatches(folder, storage, all);
		const ran = new Map(all.map(({ id }, at) => [id, runs[at]]));
		const { right, breaks, hides, crashes, empties, padded } = patches;
		const five = provenEvents([breaks, empties, right, hides, crashes], ran);
		const withPadded = provenEvents([breaks, padded, right, hides, crashes], ran);
		const alone = await selectAmong(workspace, five);
		const voted = await selectAmong(workspace, withPadded, [vote('right'), vote('padded'), vote('right')]);
		return {
			project: project.id,
			bug: `${mutation.file}:${mutation.line}`,
			verdicts: Object.fromEntries(
				[...ran].map(([id, run]) => [id, { verdict: run?.verdict ?? '', why: run?.why ?? '' }]),
			),
			nRejected: wrongKinds.filter(kind => isRejected(ran.get(kind))).length,
			...{ selected: alone.ids[0], voted: voted.ids[0] },
		};
	} finally {
		writeFileSync(path, text);
		rmSync(storage, { recursive: true, force: true });
	}
}

function isRejected(run: ValidationRun | undefined): boolean {
	return run?.verdict === 'failed' && run.tests?.broken[0]?.id !== undefined && run.tests.isByExitCode !== true;
}

/** For the patch with needless lines, or for the other one. */
function vote(which: 'right' | 'padded'): Scripted {
	return ({ messages }) => {
		const shown = messages.map(message => message.text).join('\n');
		const numbers = [...shown.matchAll(/<patch_(\d)>([\s\S]*?)<\/patch_\1>/g)];
		const isWanted = (text: string) => /faultline_?padding/i.test(text) === (which === 'padded');
		const best = numbers.find(([, , text = '']) => isWanted(text))?.[1];
		return JSON.stringify({ patches: [], reason: `It is ${which}.`, best: Number(best) });
	};
}
