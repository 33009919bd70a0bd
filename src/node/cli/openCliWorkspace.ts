import { readdirSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import { type OpenedWorkspace, openWorkspace } from '../openWorkspace';
import { type CommandCall, textOption } from './command';

/**
 * Absolute path of the folder a command works on: `--workspace`, or the current one. Throws `UserError` if it is not a
 * folder.
 */
export function workspaceFolder({ values }: Pick<CommandCall, 'values'>, otherwise = '.'): string {
	const folder = resolve(textOption(values, 'workspace') ?? otherwise);
	try {
		if (!statSync(folder).isDirectory()) {
			throw new UserError(`${folder} is not a folder: give the folder of the project with --workspace.`);
		}
		readdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
			throw new UserError(`There is no folder ${folder}: give the folder of the project with --workspace.`);
		}
		throw error instanceof UserError ? error : new UserError(`${folder} cannot be read: ${errorText(error)}`);
	}
	return folder;
}

/** Indexes the folder, with progress on stderr. Unreadable files are reported once, in one message. */
export async function openCliWorkspace(folder: string, call: CommandCall): Promise<OpenedWorkspace> {
	const { terminal, log, packageRoot, storage, signal } = call;
	const opened = await openWorkspace({
		roots: [{ name: basename(folder), dir: folder }],
		packageRoot,
		log,
		storage,
		signal,
		onProgress: progress => terminal.progress({ ...progress, message: `indexing ${progress.message}` }),
	});
	const [first, ...others] = opened.problems;
	if (first !== undefined) {
		const more = others.length === 0 ? '' : `, and ${others.length} more (see \`faultline index --json\`)`;
		log.warn(`Not everything could be read: ${first.path || '.'}: ${first.reason}${more}`);
	}
	return opened;
}

/** Throws `UserError` where there is no code to search. */
export function requireCode({ workspace, stats }: OpenedWorkspace, folder: string): void {
	if (workspace.index.nSymbols === 0) {
		const found = stats.nFiles === 0 ? 'no file that can be read as text' : `${stats.nFiles} files, none of them code`;
		throw new UserError(
			`There is no code in ${folder} in a language that Faultline supports (${found}). Is it the right folder? Files ignored by .gitignore are left out.`,
		);
	}
}
