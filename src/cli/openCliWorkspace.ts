import { readdirSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { IndexSummary } from '../code/node/indexing/indexSummary';
import type { MemoryLimit } from '../code/node/indexing/memoryLimit';
import type { FileProblem } from '../code/node/listing/folderWalk';
import { errorText } from '../system/pure/errors/errorText';
import { UserError } from '../system/pure/errors/userError';
import type { Log } from '../system/pure/log';
import type { Progress } from '../system/pure/progress';
import { counted } from '../system/pure/text/counted';
import { codeSearchOption } from './codeSearchOption';
import { type CommandCall, count, textOption } from './command';
import type { OpenedWorkspace, OpenWorkspaceOptions } from './openWorkspace';

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

/** Linux, with 78,000 files, needs less than half of it. */
const usualMegabytes = 4096;

/** Indexes the folder, with progress on stderr. Unreadable files are reported once, in one message. */
export async function openCliWorkspace(
	folder: string,
	call: CommandCall,
	how: Pick<OpenWorkspaceOptions, 'isForOneSearch' | 'isForRun'> = {},
): Promise<OpenedWorkspace> {
	const { terminal, log, packageRoot, storage, signal, ended } = call;
	// It takes long to load, and a server may answer instead.
	const { openWorkspace } = await import('./openWorkspace');
	const opened = await openWorkspace({
		roots: [{ name: basename(folder), dir: folder }],
		packageRoot,
		log,
		storage,
		...how,
		memory: memoryOption(call),
		codeSearch: codeSearchOption(call),
		signal,
		ended,
		onProgress: progress => terminal.progress(indexing(progress)),
	});
	reportProblems(opened.problems, log);
	return opened;
}

/** As the terminal shows it. */
export function indexing(progress: Progress): Progress {
	const { message, nSymbols } = progress;
	const found = nSymbols === undefined ? '' : ` (${counted(nSymbols, 'symbol')})`;
	return { ...progress, message: `indexing ${message}${found}` };
}

/** How much the processes may use that index. Throws `UsageError`. */
export function memoryOption(call: CommandCall): MemoryLimit {
	return { megabytes: count(call, 'memory-limit') ?? usualMegabytes, setBy: '--memory-limit', leftOutBy: '.gitignore' };
}

/** Once, in one message. */
export function reportProblems(problems: readonly FileProblem[], log: Log): void {
	const [first, ...others] = problems.filter(({ leavesNothing }) => leavesNothing !== true);
	if (first !== undefined) {
		const more = others.length === 0 ? '' : `, and ${others.length} more (see \`faultline index --json\`)`;
		log.warn(`Not everything could be read: ${first.path || '.'}: ${first.reason}${more}`);
	}
}

/** Why no file of the workspace is listed, and the remedy; undefined if files are listed, or none are there. */
export function nothingListed({ problems }: Pick<IndexSummary, 'problems'>): string | undefined {
	return problems.find(({ leavesNothing }) => leavesNothing === true)?.reason;
}

/** Throws `UserError` if rules leave out all files of the workspace. */
export function requireFiles(opened: Pick<IndexSummary, 'problems'>, folder: string): void {
	const reason = nothingListed(opened);
	if (reason !== undefined) {
		throw new UserError(`Nothing can be searched in ${folder}. ${reason}`);
	}
}

/** Throws `UserError` if there is no code to search. */
export function requireCode(opened: Pick<OpenedWorkspace, 'workspace' | 'stats' | 'problems'>, folder: string): void {
	const { workspace, stats } = opened;
	if (workspace.index.nSymbols === 0) {
		requireFiles(opened, folder);
		const found = stats.nFiles === 0 ? 'no file that can be read as text' : `${stats.nFiles} files, none of them code`;
		throw new UserError(
			`There is no code in ${folder} in a language that Faultline supports (${found}). Is it the right folder? Files ignored by .gitignore are left out.`,
		);
	}
}
