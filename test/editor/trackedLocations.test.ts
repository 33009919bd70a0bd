import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ShownRun } from '../../src/editor/currentRun/shownRun';
import { TrackedLocations } from '../../src/editor/currentRun/trackedLocations';
import { LocationHover } from '../../src/editor/locations/locationHover';
import { uriOfPath } from '../../src/editor/workspacePaths';
import type { PatchWriteStarted } from '../../src/runs/pure/events/patchDecisions';
import { rootNode } from '../../src/runs/pure/fold/run';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { BugLocation } from '../../src/runs/pure/model/location';
import { MemoryRuns } from '../support/memoryRuns';
import { patchOf } from '../support/patchRun';
import { runStarted } from '../support/runEvents';
import { eventually } from './eventually';

const text = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join('\n');

describe('TrackedLocations', () => {
	let shown: ShownRun;
	let locations: TrackedLocations;
	let uri: vscode.Uri;
	let file: string;
	let nTests = 0;

	beforeEach(async () => {
		// VS Code keeps the text of a file for a while after it is gone.
		file = `tracked${++nTests}.txt`;
		uri = uriOfPath(file) ?? assert.fail('no folder is open');
		await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
		shown = new ShownRun();
		locations = new TrackedLocations(shown);
		shown.show(
			await runWith([
				location(file, 'a', [3, 5]),
				location(file, 'b', [9, 10], 'Say *hello* <b>[x](command:evil)</b>'),
			]),
		);
	});

	afterEach(async () => {
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		locations.dispose();
		shown.dispose();
		await vscode.workspace.fs.delete(uri);
	});

	function lines(id: string): readonly (number | undefined)[] {
		const found = locations.find(id)?.lines;
		return [found?.startLine, found?.endLine];
	}

	async function edit(change: (builder: vscode.TextEditorEdit) => void): Promise<void> {
		const editor = await vscode.window.showTextDocument(uri);
		assert.equal(await editor.edit(change), true);
	}

	it('follows what is typed above, inside and below', async () => {
		await edit(builder => builder.insert(new vscode.Position(0, 0), 'new\nnew\n'));
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[5, 7],
				[11, 12],
			],
		);
		await edit(builder => builder.insert(new vscode.Position(5, 2), 'in\nside'));
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[5, 8],
				[12, 13],
			],
		);
		await edit(builder => builder.insert(new vscode.Position(13, 0), 'below\n'));
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[5, 8],
				[12, 13],
			],
		);
	});

	it('follows several edits made at once', async () => {
		await edit(builder => {
			builder.insert(new vscode.Position(0, 0), 'one\n');
			builder.insert(new vscode.Position(6, 0), 'two\n');
			builder.delete(new vscode.Range(11, 0, 11, 6));
		});
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[4, 6],
				[11, 12],
			],
		);
	});

	it('goes back with an undo', async () => {
		await edit(builder => builder.delete(new vscode.Range(0, 0, 2, 0)));
		assert.deepEqual(lines('a'), [1, 3]);
		await vscode.commands.executeCommand('undo');
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[3, 5],
				[9, 10],
			],
		);
	});

	it('stays on its own lines when the file changes on disk, above and below it', async () => {
		await vscode.window.showTextDocument(uri);
		const checkedOut = text.replace('line 1\n', 'first\nand more\n').replace('line 12', 'last').replace('line 7\n', '');
		await vscode.workspace.fs.writeFile(uri, Buffer.from(checkedOut));
		await eventually(() => lines('a')[0] === 4);
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[4, 6],
				[9, 10],
			],
		);
		await edit(builder => builder.insert(new vscode.Position(0, 0), 'new\n'));
		assert.deepEqual(lines('a'), [5, 7]);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		assert.deepEqual(lines('a'), [4, 6]);
	});

	it('stays on its own lines when a formatter replaces the whole text', async () => {
		const formatted = text
			.replaceAll('line', '\tline')
			.replace('\tline 2\n', '\tline 2\n\n')
			.replace('line 4', 'line\n\t4');
		await edit(builder => builder.replace(new vscode.Range(0, 0, 12, 0), formatted));
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[4, 7],
				[11, 12],
			],
		);
		await vscode.commands.executeCommand('undo');
		assert.deepEqual(
			[lines('a'), lines('b')],
			[
				[3, 5],
				[9, 10],
			],
		);
	});

	it('goes back when the file is closed without saving', async () => {
		await edit(builder => builder.insert(new vscode.Position(0, 0), 'new\n'));
		assert.deepEqual(lines('a'), [4, 6]);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		assert.deepEqual(lines('a'), [3, 5]);
	});

	it('leaves dismissed locations out of the text, and keeps their numbers', async () => {
		await shown.log?.emit(rootNode, { type: 'locationDismissed', location: 'a' });
		assert.deepEqual(
			locations.in(uri).map(({ number }) => number),
			[2],
		);
		assert.equal(locations.find('a')?.dismissed, true);
	});

	it('shows at most as many as the setting allows', async () => {
		const settings = vscode.workspace.getConfiguration('faultline.locations');
		await settings.update('maxCount', 1, vscode.ConfigurationTarget.Workspace);
		assert.equal(locations.all().length, 1);
		await settings.update('maxCount', undefined, vscode.ConfigurationTarget.Workspace);
		assert.equal(locations.all().length, 2);
	});

	it('moves focus lines with the code, and has the first line where there are none', async () => {
		const focus = [
			{ startLine: 9, endLine: 9 },
			{ startLine: 10, endLine: 10 },
		];
		shown.show(await runWith([location(file, 'a', [3, 5]), { ...location(file, 'b', [7, 11]), focus }]));
		const focused = (id: string) => locations.find(id)?.focus.map(({ startLine, endLine }) => [startLine, endLine]);
		assert.deepEqual(
			[focused('a'), focused('b')],
			[
				[[3, 3]],
				[
					[9, 9],
					[10, 10],
				],
			],
		);
		await edit(builder => {
			builder.insert(new vscode.Position(0, 0), 'new\n');
			builder.insert(new vscode.Position(8, 6), '\nbetween');
		});
		assert.deepEqual(
			[focused('a'), focused('b')],
			[
				[[4, 4]],
				[
					[10, 11],
					[12, 12],
				],
			],
		);
		await vscode.commands.executeCommand('undo');
		assert.deepEqual(
			[lines('b'), focused('b')],
			[
				[7, 11],
				[
					[9, 9],
					[10, 10],
				],
			],
		);
	});

	it('marks nothing once the user clears the marks, and keeps the list', async () => {
		await shown.log?.emit(rootNode, { type: 'marksCleared' });
		assert.deepEqual([locations.in(uri), locations.open().length, locations.areCleared], [[], 2, true]);
		const document = await vscode.workspace.openTextDocument(uri);
		assert.equal(new LocationHover(locations, shown).provideHover(document, new vscode.Position(9, 3)), undefined);
		await shown.log?.emit(rootNode, { type: 'marksShown' });
		assert.deepEqual([locations.in(uri).length, locations.areCleared], [2, false]);
	});

	it('marks nothing once a patch is accepted completely, until it is undone', async () => {
		const log = shown.log ?? assert.fail();
		const patch = patchOf('p1', { path: file, before: text, after: text.replace('line 4', 'four') });
		await log.emit(rootNode, { type: 'patchWritten', patch });
		const write = async (name: string, change: Pick<PatchWriteStarted, 'becomes' | 'undoes'>) => {
			const of = { write: name, patch: 'p1', path: file, hunks: [0], before: 'a', after: 'b' };
			await log.emit(rootNode, { type: 'patchWriteStarted', ...of, ...change });
			await log.emit(rootNode, { type: 'patchWriteEnded', write: name, outcome: 'written' });
		};
		await write('w1', { becomes: 'accepted', undoes: [] });
		assert.deepEqual([locations.in(uri), locations.areCleared], [[], true]);
		await write('w2', { becomes: 'undone', undoes: ['w1'] });
		assert.deepEqual([locations.in(uri).length, locations.areCleared], [2, false]);
	});

	it('marks nothing of the last run once another is shown', async () => {
		shown.show(await runWith([]));
		assert.deepEqual([locations.in(uri), locations.areCleared], [[], false]);
	});

	it('shows in a hover only what is known', async () => {
		const shows = async (...named: readonly BugLocation[]) => {
			shown.show(await runWith(named));
			const document = await vscode.workspace.openTextDocument(uri);
			const contents = new LocationHover(locations, shown).provideHover(document, new vscode.Position(8, 0))?.contents;
			return (contents ?? []).map(each => (each instanceof vscode.MarkdownString ? plain(each) : ''));
		};
		const bare = location(file, 'a', [7, 11], '');
		const [nothing, ...others] = await shows(bare);
		assert.deepEqual(others, []);
		assert.doesNotMatch(nothing ?? '', /Intended|From the issue/);
		assert.match(nothing ?? '', /Location 1.*most suspicious/);
		const [quoted] = await shows({ ...bare, fromIssue: 'It loses a minute.' });
		assert.match(quoted ?? '', /From the issue: It loses a minute\./);
		const folded = await shows(bare, { ...location(file, 'b', [8, 9], ''), lessLikely: true });
		assert.equal(folded.length, 2);
		assert.match(folded[1] ?? '', /Location 2.*less likely/);
	});

	it('shows three pieces of evidence in a hover, with links to their lines where these are now', async () => {
		const evidence = ['one', 'two', 'three', 'four'].map(text => ({ kind: 'name' as const, text }));
		const codeLine = (line: number, at = file) => ({ codeLine: { file: at, line } });
		const focus = [{ startLine: 9, endLine: 10 }];
		const found = {
			...location(file, 'b', [7, 11]),
			...{ focus, evidence: evidence.map((each, at) => (at === 3 ? each : { ...each, ...codeLine(9 + at) })) },
		};
		shown.show(await runWith([found]));
		await edit(builder => builder.insert(new vscode.Position(0, 0), 'new\n'));
		const document = await vscode.workspace.openTextDocument(uri);
		const [markdown] =
			new LocationHover(locations, shown).provideHover(document, new vscode.Position(9, 0))?.contents ?? [];
		assert.ok(markdown instanceof vscode.MarkdownString);
		const places = [...markdown.value.matchAll(/\]\((file:[^)#]*)#L(\d+)\)/g)].map(([, to, line]) => [to, line]);
		assert.deepEqual(
			places,
			['10', '11', '11'].map(line => [uri.toString(), line]),
		);
		assert.doesNotMatch(markdown.value, /four/);
		assert.match(markdown.value, / · lines 10-11 · /);
	});

	it('shows the intended behavior in a hover, with text of an issue as plain text', async () => {
		const document = await vscode.workspace.openTextDocument(uri);
		const hover = new LocationHover(locations, shown);
		assert.equal(hover.provideHover(document, new vscode.Position(7, 0)), undefined);
		const [markdown] = hover.provideHover(document, new vscode.Position(9, 3))?.contents ?? [];
		assert.ok(markdown instanceof vscode.MarkdownString);
		assert.match(markdown.value, /Intended behavior:\*\* Say&nbsp;\u200b\\\*hello\\\*/);
		assert.notEqual(markdown.supportHtml, true);
		assert.deepEqual(markdown.isTrusted, {
			enabledCommands: ['faultline.location.goToRound', 'faultline.location.dismiss', 'faultline.location.restore'],
		});
		for (const [, command] of markdown.value.matchAll(/(?<!\\)\]\(command:([\w.]+)/g)) {
			assert.match(command ?? '', /^faultline\.location\./);
		}
	});
});

function location(
	file: string,
	id: string,
	[startLine, endLine]: readonly [number, number],
	intendedBehavior = 'Should work',
): BugLocation {
	const evidence = [{ kind: 'name', text: 'The issue names it' } as const];
	return { id, file, startLine, endLine, intendedBehavior, score: 0.5, evidence };
}

function plain({ value }: vscode.MarkdownString): string {
	return value.replaceAll(/&nbsp;\u200b?/g, ' ').replaceAll('\\', '');
}

async function runWith(locations: readonly BugLocation[]): Promise<RunLog> {
	const log = RunLog.start(new MemoryRuns(), { now: () => 1 }, 'run');
	await log.emit(rootNode, runStarted('run'));
	await log.emit(rootNode, { type: 'locationsNamed', locations, ranking: { files: [], modules: [], functions: [] } });
	return log;
}
