import { dirname } from 'node:path';
import { indexCacheFile, loadIndexCache } from '../code/node/indexing/indexCacheFile';
import { loadTrigrams, trigramFile } from '../code/node/indexing/trigramFile';
import { openGrammarFolder } from '../code/node/languages/grammarFolder';
import { DiskFiles } from '../code/node/listing/diskFiles';
import { SavedListings } from '../code/node/listing/savedListings';
import { OpenSectionFiles } from '../code/node/savedFiles/openSectionFiles';
import { LanguageTable } from '../code/pure/definitions/languageTable';
import { SourceParser } from '../code/pure/definitions/sourceParser';
import { SymbolIndex } from '../code/pure/index/symbolIndex';
import { SymbolTable } from '../code/pure/index/tables/symbolTable';
import { TableBuilder } from '../code/pure/index/tables/tableBuilder';
import { inMemory } from '../code/pure/index/tables/tableData';
import { KeptTexts } from '../code/pure/texts/keptTexts';
import { openHistory } from '../history/node/openHistory';
import { visibleWorkspace } from '../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../history/pure/workspace';
import { readAiIgnore } from '../outgoing/pure/gate/aiIgnore';
import type { RootFolder } from '../system/node/files/rootFolder';
import type { Disposals } from '../system/pure/disposing/disposals';
import type { CommandCall } from './command';

/** A workspace while it is being indexed. */
interface IndexedSoFar {
	/** As a model may see it. Definitions are those of the files that are indexed as they are now; texts are all there. */
	readonly visible: Workspace;
	readonly nFiles: number;
	/** Of these files. */
	readonly nIndexed: number;
}

/** Opens what was indexed before, without indexing more. Usable until `uses` ends. */
export async function openIndexed(
	roots: readonly RootFolder[],
	{ packageRoot, storage, log, signal, ended }: CommandCall,
	uses: Disposals,
): Promise<IndexedSoFar> {
	const opened = new OpenSectionFiles();
	uses.add(opened);
	const grammars = openGrammarFolder(packageRoot);
	const cacheFile = indexCacheFile(storage, roots);
	const files = new DiskFiles(roots, { isForOneSearch: true, listings: new SavedListings(dirname(cacheFile), log) });
	const { fingerprint } = grammars;
	const table = loadIndexCache(cacheFile, { fingerprint, opened, log }) ?? emptyTable();
	const entries = await files.list(signal);
	const indexed = new Set(entries.filter(entry => isIndexed(table, entry)).map(({ path }) => path));
	const history = openHistory({ roots, cacheFile, log, ended });
	uses.add(history);
	const workspace = {
		history,
		index: new SymbolIndex(table).without(path => !indexed.has(path)),
		files,
		texts: new KeptTexts(loadTrigrams(trigramFile(cacheFile), opened, log)),
		languages: new LanguageTable(grammars.languages),
		parser: new SourceParser(grammars),
	};
	const visible = visibleWorkspace(workspace, await readAiIgnore(files));
	return { visible, nFiles: entries.length, nIndexed: indexed.size };
}

function isIndexed(table: SymbolTable, entry: Parameters<SymbolTable['isSame']>[1]): boolean {
	const row = table.rowOf(entry.path);
	return row >= 0 && table.isSame(row, entry);
}

function emptyTable(): SymbolTable {
	return new SymbolTable(inMemory(new TableBuilder().finish()));
}
