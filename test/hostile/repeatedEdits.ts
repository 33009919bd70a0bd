import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexCacheFile } from '../../src/code/node/indexing/indexCacheFile';
import { IndexProcess } from '../../src/code/node/indexing/indexProcess';
import { loadTrigrams, trigramFile } from '../../src/code/node/indexing/trigramFile';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { SavedListings } from '../../src/code/node/listing/savedListings';
import { OpenSectionFiles } from '../../src/code/node/savedFiles/openSectionFiles';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { SymbolIndex } from '../../src/code/pure/index/symbolIndex';
import { KeptTexts } from '../../src/code/pure/texts/keptTexts';
import { performRun } from '../../src/engine/strategies/performRun';
import { rover } from '../../src/engine/strategies/rover';
import { embeddedSetup } from '../../src/engine/strategies/runSetup';
import { openHistory } from '../../src/history/node/openHistory';
import type { Workspace } from '../../src/history/pure/workspace';
import { remoteLocalizer } from '../../src/localizer/node/remoteLocalizer';
import { callTool } from '../../src/models/pure/tools/callTool';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import { systemClock } from '../../src/system/node/systemClock';
import { type Held, heldBy, settled } from '../support/heldResources';
import { workerFile } from '../support/product/workerFile';
import { repoRoot } from '../support/repoRoot';

/** What the processes of an editor hold, by their names: after the first rounds, and after all. */
export type HeldByEditor = Readonly<Record<string, readonly [before: Held, after: Held]>>;

/** Until each file that is kept is there. */
const nFirst = 3;

const log = {
	info: () => undefined,
	warn: (message: string) => process.stderr.write(`${message}\n`),
	error: (message: string) => process.stderr.write(`${message}\n`),
};

/** Does in rounds what an editor asks of Faultline while its user edits a project, with the processes that the editor has. */
class EditedProject {
	private readonly processes = Object.fromEntries(
		['indexer', 'background', 'localizer'].map(name => {
			return [name, new IndexProcess({ workerFile, packageRoot: repoRoot, log })];
		}),
	) as Readonly<Record<'indexer' | 'background' | 'localizer', IndexProcess>>;
	private readonly grammars = openGrammarFolder(repoRoot);
	private readonly parser = new SourceParser(this.grammars);
	private readonly languages = new LanguageTable(this.grammars.languages);
	private readonly roots: readonly { readonly name: string; readonly dir: string }[];
	private readonly cacheFile: string;

	constructor(
		private readonly project: string,
		storage: string,
	) {
		this.roots = [{ name: '', dir: project }];
		this.cacheFile = indexCacheFile(storage, this.roots);
	}

	held(): Readonly<Record<string, Held>> {
		const timers = process.getActiveResourcesInfo().filter(kind => /Timeout|Immediate/.test(kind)).length;
		return {
			editor: { ...heldBy(process.pid), ...(timers > 0 && { timer: timers }) },
			...Object.fromEntries(Object.entries(this.processes).map(([name, each]) => [name, heldBy(each.processId ?? 0)])),
		};
	}

	async end(): Promise<void> {
		await Promise.all(Object.values(this.processes).map(each => each.dispose()));
	}

	async round(nth: number): Promise<void> {
		const { roots, cacheFile, processes } = this;
		const text = `def edited_${nth}():\n\treturn ${nth}\n`;
		writeFileSync(join(this.project, 'edited.py'), text);
		const place = { roots, excludes: [], cacheFile };
		const onProgress = () => undefined;
		using opened = new OpenSectionFiles();
		const { fingerprint } = this.grammars;
		const { table } = await processes.indexer.build({ ...place, fingerprint, opened, onProgress });
		await processes.indexer.parseText('edited.py', text);
		await processes.background.buildTexts({ ...place, onProgress });
		const build = (signal: AbortSignal) => processes.background.buildHistory({ roots, cacheFile, signal });
		using history = openHistory({ roots, cacheFile, log, build });
		const workspace: Workspace = {
			index: new SymbolIndex(table),
			files: new DiskFiles(roots, { listings: new SavedListings(join(cacheFile, '..'), log) }),
			texts: new KeptTexts(loadTrigrams(trigramFile(cacheFile), opened, log)),
			history,
			...{ languages: this.languages, parser: this.parser },
			localizer: remoteLocalizer(processes.localizer, { ...place, unsaved: () => new Map(), onProgress }),
		};
		const { nCommits } = (await history.index()).state;
		const found = await callTool(searchTools, 'search_code', { query: `edited_${nth}` }, { workspace });
		const nNamed = await this.locate(workspace);
		if (!found.ok || nNamed === 0 || nCommits === 0) {
			throw new Error(`round ${nth}: ${found.text}, ${nNamed} locations, ${nCommits} commits`);
		}
	}

	private async locate(workspace: Workspace): Promise<number> {
		const issue = issueFromText('minutes_between is wrong past midnight', { kind: 'text' });
		if (issue === undefined) {
			throw new Error('the text is an issue');
		}
		const run = RunLog.start(nullRunStore, systemClock, 'a');
		await run.emit(rootNode, {
			type: 'runStarted',
			runId: 'a',
			issue,
			engine: 'embedded',
			workspace: [],
			version: '0',
		});
		const { signal } = new AbortController();
		await performRun(run, { open: async () => workspace, setup: embeddedSetup(rover), log, signal });
		return run.run.selected.locations.length;
	}
}

/** Prints the resources that are held, as JSON. Runs as a process of its own. */
async function main(project: string, storage: string, nRounds: number): Promise<void> {
	const edited = new EditedProject(project, storage);
	try {
		for (let nth = 0; nth < nFirst; nth++) {
			await edited.round(nth);
		}
		const before = edited.held();
		for (let nth = nFirst; nth < nRounds; nth++) {
			await edited.round(nth);
		}
		const entries = Object.entries(before).map(async ([name, held]) => {
			const after = await settled(() => edited.held()[name] ?? {}, held);
			return [name, [held, after]] as const;
		});
		const ends: HeldByEditor = Object.fromEntries(await Promise.all(entries));
		process.stdout.write(JSON.stringify(ends));
	} finally {
		await edited.end();
	}
}

void main(process.argv[2] ?? '', process.argv[3] ?? '', Number(process.argv[4]));
