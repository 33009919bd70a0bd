import { statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { DiskFiles } from '../code/node/listing/diskFiles';
import { type HiddenFiles, readAiIgnore } from '../outgoing/pure/gate/aiIgnore';
import type { Run } from '../runs/pure/fold/run';
import { namedRoots, type RootFolder } from '../system/node/files/rootFolder';
import { UserError } from '../system/pure/errors/userError';
import { type CommandCall, textOption } from './command';
import { workspaceFolder } from './openCliWorkspace';

/** The files hidden by the rules of a run's workspace, or of `--workspace`. Throws `UserError` if it is not known. */
export async function hiddenFilesOf(run: Run, call: CommandCall): Promise<HiddenFiles> {
	const roots = namedRoots(run.workspace.map(dir => ({ name: basename(dir), dir })));
	return readAiIgnore(new DiskFiles(isGiven(call) ? givenRoots(run, roots, call) : ownRoots(run, roots, call)));
}

function isGiven({ values }: CommandCall): boolean {
	return textOption(values, 'workspace') !== undefined;
}

/** A run of the editor has the names of its folders, not their places; an imported run has none. */
function ownRoots({ id }: Run, roots: readonly RootFolder[], call: CommandCall): readonly RootFolder[] {
	if (roots.length === 0 || !roots.every(({ dir }) => isAbsolute(dir))) {
		throw new UserError(
			`Run ${id} does not contain where its workspace is: give the folder whose rules say what is hidden with --workspace.`,
		);
	}
	return roots.map(({ name, dir }) => ({ name, dir: workspaceFolder(call, dir) }));
}

/** The paths of a run over several folders begin with their names, so each folder must be found by its name. */
function givenRoots({ id }: Run, roots: readonly RootFolder[], call: CommandCall): readonly RootFolder[] {
	const folder = workspaceFolder(call);
	if (roots.length < 2) {
		return [{ name: '', dir: folder }];
	}
	const given = roots.map(({ name }) => ({ name, dir: join(folder, name) }));
	if (!given.every(({ dir }) => statSync(dir, { throwIfNoEntry: false })?.isDirectory())) {
		throw new UserError(
			`Run ${id} is of several folders: give the folder that contains ${roots.map(({ name }) => name).join(' and ')} with --workspace.`,
		);
	}
	return given;
}
