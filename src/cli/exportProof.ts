import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { RunFiles } from '../runs/node/runFiles';
import { patchCandidates, patchNumbers } from '../runs/pure/fold/patchCandidates';
import type { Run } from '../runs/pure/fold/run';
import { fixOf } from '../runs/pure/fold/runFix';
import { sharedRun } from '../sharing/pure/exports/sharedRun';
import { type ProofFile, proofFiles } from '../sharing/pure/proof/proofFile';
import { UserError } from '../system/pure/errors/userError';
import { type CommandCall, textOption } from './command';
import { sharingRules } from './exportShared';
import { writeChosen } from './writeChosen';

/** Writes the proof record of the patch of `--patch`, else of the best one, to the file of `--proof`. */
export async function exportProof(run: Run, runs: RunFiles, call: CommandCall): Promise<number> {
	const out = textOption(call.values, 'proof') ?? '';
	const patch = patchOption(run, call) ?? patchCandidates(fixOf(run))[0]?.patch.id;
	const proof = patch === undefined ? undefined : (await proofsOf(run, runs, call)).get(patch);
	if (proof === undefined) {
		throw new UserError(`Run ${run.id} has no patch that was judged, so there is no proof record.`);
	}
	await writeChosen(resolve(out), [proof.text]);
	call.terminal.note(`Wrote the proof record to ${out}, sha256:${proof.sha256}.`);
	return 0;
}

/** The proof records of all judged patches of a run, by the patch's id. */
export async function proofsOf(run: Run, runs: RunFiles, call: CommandCall): Promise<ReadonlyMap<string, ProofFile>> {
	const rules = { hidden: await sharingRules(run, call), homes: [homedir()] };
	return proofFiles(sharedRun(await runs.read(run.id), rules));
}

/** The id of the patch with the number of `--patch`; undefined if none is given. Throws `UserError` for an unknown one. */
export function patchOption(run: Run, { values }: CommandCall): string | undefined {
	const number = textOption(values, 'patch');
	const found = [...patchNumbers(fixOf(run))].find(([, each]) => String(each) === number);
	if (number !== undefined && found === undefined) {
		throw new UserError(`Run ${run.id} has no patch ${number}. See \`faultline runs show ${run.id}\`.`);
	}
	return found?.[0];
}
