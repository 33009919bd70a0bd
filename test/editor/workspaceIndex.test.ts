import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ChangeQueue, watchWorkspace } from '../../src/editor/workspaceIndex/registerWorkspaceIndex';
import { WorkspaceIndex } from '../../src/editor/workspaceIndex/workspaceIndex';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { WorkerIndexer } from '../../src/node/workerIndexer';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder, type ScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

describe('WorkspaceIndex', () => {
	let storage: ScratchFolder;
	let worker: WorkerIndexer;
	let index: WorkspaceIndex;
	let watching: vscode.Disposable;

	before(() => {
		storage = createScratchFolder('index');
	});

	beforeEach(() => {
		const log = new RecordedLog();
		worker = new WorkerIndexer({ workerFile: join(repoRoot, 'dist/indexWorker.js'), packageRoot: repoRoot, log });
		index = new WorkspaceIndex({ worker, log, packageRoot: repoRoot, storage: storage.path });
		const queue = new ChangeQueue(changes => void index.apply(changes));
		watching = vscode.Disposable.from(queue, watchWorkspace(index, queue));
	});

	afterEach(async () => {
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		watching.dispose();
		index.dispose();
		await worker.dispose();
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
});
