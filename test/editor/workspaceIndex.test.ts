import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { IndexProcess } from '../../src/code/node/indexing/indexProcess';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { ChangeQueue, watchWorkspace } from '../../src/editor/workspaceIndex/registerWorkspaceIndex';
import { WorkspaceIndex } from '../../src/editor/workspaceIndex/workspaceIndex';
import { uriOfPath, workspaceRoots } from '../../src/editor/workspacePaths';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../src/localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../src/runs/pure/fold/run';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { Issue } from '../../src/runs/pure/model/issue';
import { systemClock } from '../../src/system/node/systemClock';
import { Disposals } from '../../src/system/pure/disposing/disposals';
import { commitAll } from '../support/gitRepository';
import { workerFile } from '../support/product/workerFile';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder, type ScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

describe('WorkspaceIndex', () => {
	let storage: ScratchFolder;
	let indexer: IndexProcess;
	let localizer: IndexProcess;
	let index: WorkspaceIndex;
	let uses: Disposals;
	let deps: Omit<ConstructorParameters<typeof WorkspaceIndex>[0], 'storage'>;
	let watching: vscode.Disposable;
	let nFailures: number;

	before(() => {
		storage = createScratchFolder('index');
	});

	beforeEach(() => {
		const log = new RecordedLog();
		[indexer, localizer] = [1, 2].map(() => new IndexProcess({ workerFile, packageRoot: repoRoot, log })) as [
			IndexProcess,
			IndexProcess,
		];
		nFailures = 0;
		const onWatchingFails = () => void nFailures++;
		deps = { indexer, background: indexer, localizer, log, packageRoot: repoRoot, onWatchingFails };
		index = new WorkspaceIndex({ ...deps, storage: storage.path });
		uses = new Disposals();
		const queue = new ChangeQueue(changes => void index.apply(changes));
		watching = vscode.Disposable.from(queue, watchWorkspace(index, queue));
	});

	afterEach(async () => {
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		watching.dispose();
		index.dispose();
		uses[Symbol.dispose]();
		await Promise.all([indexer.dispose(), localizer.dispose()]);
	});

	after(() => storage.remove());

	async function names(): Promise<readonly string[]> {
		return [...(await index.ready()).index.names()];
	}

	const knows = (name: string) => eventually(async () => (await names()).includes(name));
	const forgets = (name: string) => eventually(async () => !(await names()).includes(name));

	function fileUri(path: string): vscode.Uri {
		return uriOfPath(path) ?? assert.fail(`${path} is outside`);
	}

	it('has the commits of the folder indexed in the background', async () => {
		const [root] = workspaceRoots();
		const dir = root?.dir ?? assert.fail();
		const own = createScratchFolder('history');
		const history = new WorkspaceIndex({ ...deps, storage: own.path });
		try {
			commitAll(dir);
			const workspace = await history.ready();
			await eventually(async () => (await workspace.history?.readyIndex())?.isComplete === true);
		} finally {
			history.dispose();
			await rm(join(dir, '.git'), { recursive: true });
			own.remove();
		}
	});

	it('is built on first use, and reports its progress', async () => {
		const states: string[] = [];
		index.onDidChangeStatus(({ state }) => states.push(state));
		assert.equal(index.status.state, 'idle');
		assert.ok((await names()).includes('total'));
		assert.deepEqual([...new Set(states)], ['building', 'ready']);
	});

	it('takes in what is typed and not saved, in names and in text', async () => {
		await names();
		const editor = await vscode.window.showTextDocument(fileUri('shop.py'));
		await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'def unsaved_name():\n    pass\n\n\n'));
		await knows('unsaved_name');
		const { files, index: symbols } = await index.ready();
		assert.match(await files.readText('shop.py'), /unsaved_name/);
		assert.equal(symbols.functions('total')[0]?.startLine, 5);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		await forgets('unsaved_name');
	});

	it('sees unsaved text that was there before it was built', async () => {
		const editor = await vscode.window.showTextDocument(fileUri('shop.py'));
		await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'def typed_early():\n    pass\n'));
		assert.ok((await names()).includes('typed_early'));
	});

	it('locates in a process of its own, also in what is typed', async () => {
		const editor = await vscode.window.showTextDocument(fileUri('shop.py'));
		await editor.edit(builder =>
			builder.insert(new vscode.Position(0, 0), 'def lose_voucher():\n    return None\n\n\n'),
		);
		const workspace = await index.upToDate(uses);
		const run = RunLog.start(nullRunStore, systemClock, 'a');
		const issue: Issue = { title: 'lose_voucher returns nothing', body: '', source: { kind: 'text' } };
		await run.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'embedded', workspace: [], version: '' });
		await run.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, await index.languages()) });
		const localizers: (number | undefined)[] = [];
		run.onEvent(() => localizers.push(localizer.processId));
		await locateEmbedded(run, rootNode, workspace);
		assert.equal(run.run.selected.locations[0]?.method, 'lose_voucher');
		assert.ok(localizers.every(id => id !== undefined && id !== process.pid && id !== indexer.processId));
		assert.equal(index.status.state, 'ready');
	});

	it('follows files that are created, changed and deleted on disk', async () => {
		await names();
		const uri = fileUri('parts/fresh.py');
		await vscode.workspace.fs.writeFile(uri, Buffer.from('def fresh_name():\n    pass\n'));
		await knows('fresh_name');
		await vscode.workspace.fs.writeFile(uri, Buffer.from('def other_name():\n    pass\n'));
		await knows('other_name');
		await forgets('fresh_name');
		await vscode.workspace.fs.delete(fileUri('parts'), { recursive: true });
		await forgets('other_name');
	});

	it('leaves out what the settings exclude, as soon as they do', async () => {
		await names();
		const uri = fileUri('generated/made.py');
		await vscode.workspace.fs.writeFile(uri, Buffer.from('def made_name():\n    pass\n'));
		await knows('made_name');
		const settings = vscode.workspace.getConfiguration('faultline.index');
		await settings.update('exclude', ['generated/**'], vscode.ConfigurationTarget.Workspace);
		await forgets('made_name');
		await settings.update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
		await knows('made_name');
		await vscode.workspace.fs.delete(fileUri('generated'), { recursive: true });
	});

	it('stops when cancelled, and can be built again', async () => {
		const first = index.ready();
		index.cancel();
		await assert.rejects(first, vscode.CancellationError);
		assert.equal(index.status.state, 'idle');
		assert.ok((await names()).includes('total'));
	});

	it('is rebuilt on demand', async () => {
		await names();
		await index.rebuild();
		assert.equal(index.status.state, 'ready');
		assert.ok((await names()).includes('total'));
	});

	it('is rebuilt while it is built, and built again right after it was cancelled', async () => {
		const first = index.ready().catch((error: Error) => error.name);
		await index.rebuild();
		assert.equal(index.status.state, 'ready');
		assert.equal(await first, 'Canceled');
		const rebuilt = index.rebuild().catch((error: Error) => error.name);
		index.cancel();
		const again = index.ready();
		await rebuilt;
		await again;
		assert.equal(index.status.state, 'ready');
	});

	describe('before a run', () => {
		const namesNow = async () => [...(await index.upToDate(uses)).index.names()];

		afterEach(() => rm(fileUri('unwatched').fsPath, { recursive: true, force: true }));

		async function write(text: string): Promise<void> {
			await mkdir(fileUri('unwatched').fsPath, { recursive: true });
			await writeFile(fileUri('unwatched/late.py').fsPath, text);
		}

		it('has the words and trigrams of all texts beside it', async () => {
			const { texts } = await index.upToDate(uses);
			const saved = (await readdir(join(storage.path, 'index'))).filter(name => !name.endsWith('.tmp'));
			// Other excludes have an index of their own; a listing is saved where no folder has just changed.
			const kinds = new Set(saved.map(name => name.split('.')[1]).filter(kind => kind !== 'listing'));
			assert.deepEqual([...kinds].sort(), ['faultline-storage', 'index', 'trigrams', 'words']);
			assert.ok((await texts?.list(new DiskFiles(workspaceRoots())))?.mayContain !== undefined);
		});

		it('is up to date with the disk though nothing was reported, which is noted once', async () => {
			watching.dispose();
			assert.ok(!(await namesNow()).includes('late_name'));
			await write('def late_name():\n    pass\n');
			assert.ok((await namesNow()).includes('late_name'));
			assert.equal(nFailures, 0, 'the report may be late');
			await write('def changed_name():\n    return 1\n');
			const changed = await namesNow();
			assert.deepEqual([changed.includes('changed_name'), changed.includes('late_name')], [true, false]);
			assert.equal(nFailures, 1);
			await rm(fileUri('unwatched').fsPath, { recursive: true });
			assert.ok(!(await namesNow()).includes('changed_name'));
			await namesNow();
			assert.equal(nFailures, 1);
		});

		it('nothing is noted where changes are reported', async () => {
			await names();
			await write('def late_name():\n    pass\n');
			await knows('late_name');
			await namesNow();
			await write('def changed_name():\n    return 1\n');
			await knows('changed_name');
			await namesNow();
			await namesNow();
			assert.equal(nFailures, 0);
		});

		it('states which pattern leaves out all files', async () => {
			watching.dispose();
			const rules = fileUri('.gitignore').fsPath;
			await writeFile(rules, '/*\n');
			try {
				await index.ready();
				const { status } = index;
				assert.ok(status.state === 'noCode');
				assert.match(status.reason ?? '', /pattern \/\* \(\.gitignore, line 1\)/);
				await assert.rejects(index.upToDate(uses), /pattern \/\* \(\.gitignore, line 1\)/);
			} finally {
				await rm(rules);
			}
			assert.ok((await namesNow()).includes('total'), 'found by the next run');
		});
	});
});
