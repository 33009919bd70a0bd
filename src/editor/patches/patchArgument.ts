import * as vscode from 'vscode';
import type { PatchCandidate } from '../../core/model/patchCandidates';
import { UserError } from '../../core/util/userError';
import type { PatchRow } from './patchRows';
import { summaryOf } from './patchRows';
import type { PatchTree } from './patchTree';

/** The patch a command is about: of a row, by its id, or chosen (palette). Undefined where the user chose none. */
export async function patchOfArgument(tree: PatchTree, argument: unknown): Promise<PatchCandidate | undefined> {
	const candidates = tree.candidates();
	if (isRow(argument)) {
		return argument.candidate;
	}
	if (typeof argument === 'string') {
		return candidates.find(({ patch }) => patch.id === argument) ?? fail('This patch belongs to another run.');
	}
	if (candidates.length === 0) {
		fail('The run shown has no patch.');
	}
	return candidates.length === 1 ? candidates[0] : choosePatch(candidates, 'Choose a Patch');
}

/** Lets the user choose one. */
export async function choosePatch(
	candidates: readonly PatchCandidate[],
	title: string,
): Promise<PatchCandidate | undefined> {
	const rows = candidates.map(candidate => ({
		label: `Patch ${candidate.number}`,
		description: summaryOf(candidate),
		detail: candidate.reasons.join(' '),
		candidate,
	}));
	return (await vscode.window.showQuickPick(rows, { title, matchOnDescription: true }))?.candidate;
}

/** The path of the row of one file. */
export function pathOfArgument(argument: unknown): string | undefined {
	return isRow(argument) && argument.kind === 'file' ? argument.file.path : undefined;
}

function isRow(argument: unknown): argument is PatchRow {
	return typeof argument === 'object' && argument !== null && 'candidate' in argument && 'kind' in argument;
}

function fail(message: string): never {
	throw new UserError(`${message} Open its run in the Runs view first.`);
}
