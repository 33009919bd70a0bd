import type { OpenedWorkspace } from '../../openWorkspace';
import { type Command, UsageError, workspaceOption } from '../command';
import { nothingListed, openCliWorkspace, workspaceFolder } from '../openCliWorkspace';
import help from './indexHelp.md';

/** `faultline index`: the content of a workspace. */
export const indexCommand: Command = {
	name: 'index',
	help,
	options: { ...workspaceOption, all: { type: 'boolean' } },
	async run(call) {
		if (call.positionals.length > 0) {
			throw new UsageError(
				`index takes no arguments, but got "${call.positionals.join(' ')}". Use --workspace to name the folder.`,
			);
		}
		const folder = workspaceFolder(call);
		const opened = await openCliWorkspace(folder, call);
		if (call.values.all === true) {
			await opened.buildTexts();
		}
		if (call.values.json) {
			call.terminal.printJson(indexReport(folder, opened));
		} else {
			call.terminal.print(indexText(folder, opened));
		}
		return 0;
	},
};

function indexReport(folder: string, { stats, problems }: OpenedWorkspace) {
	return {
		workspace: folder,
		files: stats.nFiles,
		symbols: stats.nSymbols,
		languages: Object.fromEntries(stats.languages.map(({ name, nFiles }) => [name, nFiles])),
		ms: stats.ms,
		MB: megabytes(stats.sizeBytes),
		fromCache: stats.nFromCache,
		leftOut: stats.leftOut,
		problems,
	};
}

function indexText(folder: string, opened: OpenedWorkspace): string {
	const { stats } = opened;
	const nLeftOut = Object.values(stats.leftOut).reduce((sum, count) => sum + count, 0);
	const nRead = stats.nFiles + nLeftOut - stats.nFromCache;
	const source = nRead === 0 ? 'all from cache' : `${nRead} files read, ${stats.nFromCache} from cache`;
	const leftOut = Object.entries(stats.leftOut).map(([reason, count]) => `${count} ${reason}`);
	return [
		folder,
		`  ${stats.nFiles} files, ${megabytes(stats.sizeBytes)} MB, ${stats.nSymbols} symbols, in ${stats.ms} ms (${source})`,
		...stats.languages.map(({ name, nFiles }) => `  ${String(nFiles).padStart(7)}  ${name}`),
		...(leftOut.length === 0 ? [] : [`  left out: ${leftOut.join(', ')}`]),
		...(stats.nSymbols === 0 ? [`  ${nothingListed(opened) ?? noCode}`] : []),
	].join('\n');
}

const noCode = 'There is no code here in a language that Faultline supports.';

function megabytes(sizeBytes: number): number {
	return Math.round(sizeBytes / 1e4) / 100;
}
