import { basename } from 'node:path';
import { indexCacheFile } from '../../code/node/indexing/indexCacheFile';
import type { IndexSummary } from '../../code/node/indexing/indexSummary';
import { withIndexProcess } from '../../code/node/indexing/withIndexProcess';
import { openGrammarFolder } from '../../code/node/languages/grammarFolder';
import { OpenSectionFiles } from '../../code/node/savedFiles/openSectionFiles';
import type { Progress } from '../../system/pure/progress';
import { type Command, type CommandCall, UsageError, workspaceOption } from '../command';
import { indexHistory } from '../indexHistory';
import { indexing, memoryOption, nothingListed, reportProblems, workspaceFolder } from '../openCliWorkspace';
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
		const summary = await indexFolder(folder, call);
		if (call.values.json) {
			call.terminal.printJson(indexReport(folder, summary));
		} else {
			call.terminal.print(indexText(folder, summary));
		}
		return 0;
	},
};

/** In a process of its own, which gives back memory it no longer needs; the second stage in a new one. */
async function indexFolder(folder: string, call: CommandCall): Promise<IndexSummary> {
	const { packageRoot, storage, log, signal, terminal } = call;
	const roots = [{ name: basename(folder), dir: folder }];
	const cacheFile = indexCacheFile(storage, roots);
	const onProgress = (progress: Progress) => terminal.progress(indexing(progress));
	const options = { packageRoot, memory: memoryOption(call), log };
	return withIndexProcess(options, async indexer => {
		const { fingerprint } = openGrammarFolder(packageRoot);
		const build = { roots, excludes: [], cacheFile, onProgress, signal };
		using opened = new OpenSectionFiles();
		const { stats, problems } = await indexer.build({ ...build, fingerprint, opened });
		reportProblems(problems, log);
		if (call.values.all === true) {
			await indexer.buildTexts(build);
			await indexHistory(call, { roots, cacheFile });
		}
		return { stats, problems };
	});
}

function indexReport(folder: string, { stats, problems }: IndexSummary) {
	return {
		workspace: folder,
		files: stats.nFiles,
		symbols: stats.nSymbols,
		languages: Object.fromEntries(stats.languages.map(({ name, nFiles }) => [name, nFiles])),
		ms: stats.ms,
		MB: megabytes(stats.sizeBytes),
		fromCache: stats.nFromCache,
		leftOut: stats.leftOut,
		tooLarge: stats.tooLarge,
		problems,
	};
}

function indexText(folder: string, summary: IndexSummary): string {
	const { stats } = summary;
	const nLeftOut = Object.values(stats.leftOut).reduce((sum, count) => sum + count, 0);
	const nRead = stats.nFiles + nLeftOut - stats.nFromCache;
	const source = nRead === 0 ? 'all from cache' : `${nRead} files read, ${stats.nFromCache} from cache`;
	const nMore = stats.tooLarge.length - mostNamed;
	const tooLarge = stats.tooLarge.slice(0, mostNamed).join(', ') + (nMore > 0 ? `, and ${nMore} more` : '');
	const leftOut = Object.entries(stats.leftOut).map(
		([reason, count]) => `${count} ${reason}${reason === 'oversized' ? ` (${tooLarge})` : ''}`,
	);
	return [
		folder,
		`  ${stats.nFiles} files, ${megabytes(stats.sizeBytes)} MB, ${stats.nSymbols} symbols, in ${stats.ms} ms (${source})`,
		...stats.languages.map(({ name, nFiles }) => `  ${String(nFiles).padStart(7)}  ${name}`),
		...(leftOut.length === 0 ? [] : [`  left out: ${leftOut.join(', ')}`]),
		...(stats.nSymbols === 0 ? [`  ${nothingListed(summary) ?? noCode}`] : []),
	].join('\n');
}

/** Of the files that are too large. */
const mostNamed = 5;
const noCode = 'There is no code here in a language that Faultline supports.';

function megabytes(sizeBytes: number): number {
	return Math.round(sizeBytes / 1e4) / 100;
}
