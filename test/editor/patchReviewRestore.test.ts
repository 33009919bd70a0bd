import assert from 'node:assert/strict';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { withLineEnds } from '../../src/core/diff/withLineEnds';
import { PatchDocuments, patchSideUri } from '../../src/editor/patches/patchDocuments';
import { RestorePoints } from '../../src/editor/patches/restore/restorePoints';
import { ShownRun } from '../../src/editor/run/shownRun';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { RecordedLog } from '../support/recordedLog';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';
import { caretAt, ReviewParts, subject } from './patchReviewParts';

const before = 'one\ntwo\nthrée\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthrée\nfour\nfive\nSIX\nmore\nseven\n';

/** What a person gets back after they accepted a patch, in real files. */
describe('restoring after a patch', () => {
	let parts: ReviewParts;
	let nTests = 0;
	let path: string;

	beforeEach(() => {
		parts = new ReviewParts();
		path = `restored${++nTests}.txt`;
	});

	afterEach(() => parts.dispose());

	function uri(): vscode.Uri {
		return uriOfPath(path) ?? assert.fail('no folder is open');
	}

	async function bytes(): Promise<Buffer> {
		return Buffer.from(await vscode.workspace.fs.readFile(uri()));
	}

	/** Gives the file back what is kept, and answers whether it was changed since. */
	async function restore(): Promise<boolean> {
		const files = (await parts.points.read(subject)).map(file => ({ ...file, uri: uri() }));
		const changed = await parts.userFiles.changedSince(files);
		await parts.userFiles.restore(files);
		return changed.length > 0;
	}

	/** What the diff in front of the question shows. */
	async function shownBefore(): Promise<string> {
		const documents = new PatchDocuments({ read: async () => [] }, new ShownRun(), parts.points);
		try {
			const side = patchSideUri({ run: subject.runId, patch: subject.patchId, path, side: 'kept' });
			return await documents.provideTextDocumentContent(side);
		} finally {
			documents.dispose();
		}
	}

	const contents: readonly [what: string, bytes: Buffer, encoding?: string][] = [
		['UTF-8', Buffer.from(before)],
		['carriage returns', Buffer.from(before.replaceAll('\n', '\r\n'))],
		['mixed line ends', Buffer.from(before.replace('one\n', 'one\r\n').replace('five\n', 'five\r\n'))],
		['a byte order mark', Buffer.from(`\ufeff${before}`)],
		['UTF-16', Buffer.from(`\ufeff${before}`, 'utf16le')],
		['Latin letters of one byte', Buffer.from(before, 'latin1'), 'windows1252'],
		['bytes that are no UTF-8', Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0x0a])])],
	];
	for (const [what, given, encoding] of contents) {
		it(`gives back a file with ${what}, byte by byte`, async () => {
			const settings = vscode.workspace.getConfiguration('files');
			await settings.update('encoding', encoding, vscode.ConfigurationTarget.Workspace);
			try {
				await parts.write(path, given);
				const opened = (await vscode.workspace.openTextDocument(uri())).getText();
				assert.match(opened, /^one\r?\ntwo\r?\nthrée/);
				await parts.start({ path, before, after });
				await parts.hunks.decideAll('accept');
				assert.notDeepEqual(await bytes(), given);
				await parts.reload();
				assert.equal(withLineEnds(await shownBefore(), '\n'), withLineEnds(opened, '\n'));
				assert.equal(await restore(), false);
				assert.deepEqual(await bytes(), given);
			} finally {
				await settings.update('encoding', undefined, vscode.ConfigurationTarget.Workspace);
			}
		});
	}

	it('keeps what was there before the first change was accepted, whatever was saved on the way', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		await editor.document.save();
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
		await eventually(() => parts.pending().length === 1);
		await parts.hunks.decideAll('accept');
		assert.equal(await parts.disk(path), after);
		assert.equal(await restore(), false);
		assert.equal(await parts.disk(path), before);
	});

	for (const [what, encode] of [
		['as it is', (text: string) => Buffer.from(text)],
		['with its byte order mark and line ends', (text: string) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`)],
	] as const) {
		it(`gives back what was not saved when the patch came, ${what}`, async () => {
			await parts.write(path, encode(before));
			const editor = await vscode.window.showTextDocument(uri());
			await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
			await parts.start({ path, before, after });
			await parts.hunks.decideAll('accept');
			await editor.document.save();
			await eventually(async () => (await parts.points.read(subject))[0]?.hashAfter !== undefined);
			assert.deepEqual(await bytes(), encode(after.replace('four', 'four and a half')));
			assert.equal(await restore(), false);
			assert.deepEqual(await bytes(), encode(before.replace('four', 'four and a half')));
		});
	}

	it('knows that a file was changed since', async () => {
		await parts.write(path, before);
		await parts.start({ path, before, after });
		await parts.hunks.decideAll('accept');
		await parts.write(path, `${after}and more\n`);
		assert.equal(await restore(), true);
	});

	it('keeps nothing where nothing was accepted', async () => {
		await parts.write(path, before);
		await parts.start({ path, before, after });
		await parts.hunks.decideAll('reject');
		assert.deepEqual(await parts.points.read(subject), []);
	});

	it('takes no more room than it may: the oldest copies go first, and those of the patch at hand never', async () => {
		const folder = createScratchFolder('points');
		const log = new RecordedLog();
		const runs = ['r1', 'r2', 'r3'].map(run => join(folder.path, run));
		const places = { artifacts: async (run: string) => join(folder.path, run), artifactFolders: async () => runs };
		const points = new RestorePoints(places, log, 10_000);
		const keep = async (runId: string, sizeBytes: number, modifiedS: number) => {
			await points.keep({ runId, patchId: 'p1' }, 'a.txt', Buffer.alloc(sizeBytes));
			for (const name of ['files.json', '1/a.txt']) {
				utimesSync(join(folder.path, runId, 'restore/p1', name), modifiedS, modifiedS);
			}
		};
		const kept = () => runs.map(run => existsSync(join(run, 'restore/p1')));
		try {
			await keep('r1', 4000, 1000);
			await keep('r2', 4000, 900);
			assert.deepEqual(kept(), [true, true, false]);
			await keep('r3', 4000, 2000);
			assert.deepEqual(kept(), [true, false, true]);
			assert.match(log.lines.join(), /removed to make room: .*r2/);
			await keep('r2', 40_000, 3000);
			assert.deepEqual(kept(), [false, true, false]);
		} finally {
			folder.remove();
		}
	});
});
