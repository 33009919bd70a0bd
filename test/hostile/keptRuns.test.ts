import assert from 'node:assert/strict';
import { chmodSync, globSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PatchCopies } from '../../src/runs/node/patchCopies';
import { RunFiles } from '../../src/runs/node/runFiles';
import { UserError } from '../../src/system/pure/errors/userError';
import { faultlineCli } from '../support/faultlineCli';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';

const runId = '20260101-000000-000-abcd';

describe('what is kept of a run', () => {
	const folder = new TestFolder();
	let runs: RunFiles;

	beforeEach(() => {
		runs = new RunFiles(folder.path('storage'), new RecordedLog());
	});
	afterEach(() => runs.close());

	async function record(): Promise<void> {
		const patch = patchOf('p1', { path: 'a.txt', before: '1\n', after: 'one\n' });
		for (const event of numbered(patchRunEvents(runId, 'title', [patch]))) {
			await runs.append(runId, event);
		}
		const copies = new PatchCopies(runs);
		await copies.write(runId, 'p1-w1-before-a.txt', Buffer.from('1\n'));
		await copies.exclusive(runId, async () => undefined);
	}

	const modes = () =>
		globSync('**/*', { cwd: folder.path('storage'), withFileTypes: true }).map(entry => {
			const path = join(entry.parentPath, entry.name);
			return { path, mode: (statSync(path).mode & 0o777).toString(8), isFolder: entry.isDirectory() };
		});
	const assertPrivate = () => {
		const found = modes();
		assert.ok(found.length > 3);
		assert.deepEqual(
			found.filter(({ mode, isFolder }) => mode !== (isFolder ? '700' : '600')),
			[],
		);
	};

	(process.platform === 'win32' ? it.skip : it)('is private to the user, whatever their umask', async () => {
		const umask = process.umask(0);
		try {
			await record();
			assertPrivate();
		} finally {
			process.umask(umask);
		}
	});

	(process.platform === 'win32' ? it.skip : it)('becomes private where an older version wrote it', async () => {
		const old = folder.path('storage/runs/20250101-000000-000-aaaa');
		mkdirSync(join(old, 'artifacts'), { recursive: true });
		writeFileSync(join(old, 'run.jsonl'), '');
		writeFileSync(join(old, 'artifacts', 'p1.diff'), '');
		for (const path of [folder.path('storage/runs'), old, join(old, 'artifacts')]) {
			chmodSync(path, 0o755);
		}
		await record();
		await runs.close();
		chmodSync(folder.path('storage'), 0o755);
		assertPrivate();
	});

	it('is gone when the run is removed, and nothing of it comes back', async () => {
		await record();
		await runs.remove(runId);
		assert.deepEqual(globSync(`**/*${runId}*`, { cwd: folder.path('storage') }), []);
		const copies = new PatchCopies(runs);
		const gone = (error: unknown) => error instanceof UserError && /may have been removed/.test(error.message);
		await assert.rejects(copies.write(runId, 'draft.json', Buffer.from('{}')), gone);
		await assert.rejects(
			copies.exclusive(runId, async () => undefined),
			gone,
		);
		await assert.rejects(runs.artifacts(runId), gone);
		assert.deepEqual(
			readdirSync(folder.path('storage/runs')).filter(name => !name.startsWith('.')),
			[],
		);
	});

	it('is in no index, also with the storage in the workspace', async () => {
		folder.write({ 'ws/src/till.py': 'def total():\n    return 1\n' });
		const cli = (...words: string[]) =>
			faultlineCli([...words, '--workspace', folder.path('ws'), '--storage', folder.path('ws'), '--json'], {
				stdin: '# total is wrong\n\ntotal should return 2.',
			});
		const located = await cli('locate', '--issue', '-');
		assert.equal(located.code, 0, located.stderr);
		const { files } = JSON.parse((await cli('index')).stdout) as { files: number };
		assert.equal(files, 1);
	});
});
