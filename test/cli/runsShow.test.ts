import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { RunFile } from '../../src/sharing/pure/exports/runFile';
import { exampleCulprit } from '../support/exampleCulprit';
import { faultlineCli } from '../support/faultlineCli';
import { withFewDescriptors } from '../support/heldResources';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { commandLineFile } from '../support/product/commandLineFile';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';

const runId = '20260101-000000-000-abcd';

describe('faultline runs show', () => {
	const folder = new TestFolder();
	const show = (...words: string[]) =>
		faultlineCli(['runs', 'show', runId, ...words], { env: { FAULTLINE_STORAGE: folder.path() } });

	beforeEach(async () => {
		const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n3\n4\n5\n', after: 'one\n2\nthree\n4\nfive\n' });
		const [started, ...others] = patchRunEvents(runId, 'title', [patch]);
		const write = { write: 'w1', patch: 'p1', path: 'a.txt', hunks: [0, 2], becomes: 'accepted' as const, undoes: [] };
		const decided: RunEventBody[] = [
			{ type: 'patchWriteStarted', ...write },
			{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
			{ type: 'hunksDecided', patch: 'p1', path: 'a.txt', hunks: [1], decision: 'rejected' },
			{ type: 'culpritFound', culprit: exampleCulprit },
		];
		const runs = new RunFiles(folder.path(), new RecordedLog());
		const first = { ...started, goal: 'fix' } as RunEventBody;
		for (const event of numbered([first, ...others, ...decided])) {
			await runs.append(runId, event);
		}
		await runs.close();
	});

	it('prints how much of a patch was accepted', async () => {
		const { stdout } = await show();
		assert.match(stdout, /^Patch 1 {2}a\.txt {2}2 of 3 changes accepted$/m);
	});

	it('names the commit that broke it', async () => {
		const { stdout } = await show();
		assert.match(stdout, /^Broke by: abc1234567 Count minutes \| fixes #7 \(probability: 97 %\)$/m);
		assert.match(stdout, /^ {4}tally\/clock\.py:23 {2}return end - start$/m);
		const json = JSON.parse((await show('--json')).stdout);
		assert.deepEqual(json.culprit, exampleCulprit);
		const words = ['runs', 'export', runId, '--format', 'html', '--workspace', folder.path()];
		const page = await faultlineCli(words, { env: { FAULTLINE_STORAGE: folder.path() } });
		assert.match(page.stdout, /<h2>Broke by<\/h2>\n<p>abc1234567 Count minutes/);
	});

	it('is listed with its number of patches and its model', async () => {
		const env = { FAULTLINE_STORAGE: folder.path() };
		const { stdout } = await faultlineCli(['runs'], { env });
		assert.match(stdout, new RegExp(`^${runId} +2 locations +title · 1 patch · embedded$`, 'm'));
	});

	(process.platform === 'win32' ? it.skip : it)('lists all runs, however few files a process may open', async () => {
		const runs = new RunFiles(folder.path('many'), new RecordedLog());
		const ids = Array.from({ length: 200 }, (_, at) => `20260102-000000-000-${String(at).padStart(4, '0')}`);
		for (const id of ids) {
			for (const event of numbered(patchRunEvents(id, 'title', []))) {
				await runs.append(id, event);
			}
			await runs.close();
		}
		const words = [process.execPath, commandLineFile, 'runs', '--storage', folder.path('many')];
		const { command, args } = withFewDescriptors(words, folder.path());
		const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
		assert.equal(stderr, '');
		assert.equal(ids.filter(id => stdout.includes(id)).length, ids.length);
	});

	it('warns of a patch to a file that runs by itself', async () => {
		const runs = new RunFiles(folder.path('other'), new RecordedLog());
		const patch = patchOf('p1', { path: '.vscode/tasks.json', before: '{}\n', after: '{ }\n' });
		const [started, ...others] = patchRunEvents(runId, 'title', [patch]);
		for (const event of numbered([{ ...started, goal: 'fix' } as RunEventBody, ...others])) {
			await runs.append(runId, event);
		}
		await runs.close();
		const env = { FAULTLINE_STORAGE: folder.path('other') };
		const warning = { path: '.vscode/tasks.json', reason: 'the editor runs or obeys it when the folder is opened' };
		const { stdout } = await faultlineCli(['runs', 'show', runId], { env });
		assert.ok(stdout.includes(`Warning: ${warning.path} runs by itself: ${warning.reason}.`), stdout);
		const json = JSON.parse((await faultlineCli(['runs', 'show', runId, '--json'], { env })).stdout);
		assert.deepEqual(json.patches[0].warnings, [warning]);
	});

	it('is exported with how it ended, what it used, and the evidence, without secrets', async () => {
		const env = { FAULTLINE_STORAGE: folder.path('export') };
		const workspace = ['--workspace', folder.path()];
		const runs = new RunFiles(folder.path('export'), new RecordedLog());
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const patch = patchOf('p1', { path: 'a.txt', before: 'a\n', after: `${secret}\n` });
		const [started, ...others] = patchRunEvents(runId, 'title', [patch]);
		for (const event of numbered([{ ...started, goal: 'fix' } as RunEventBody, ...others])) {
			await runs.append(runId, event);
		}
		await runs.close();
		const text = await faultlineCli(['runs', 'export', runId, ...workspace], { env });
		assert.match(text.stdout, /^Submitted: Patch 1\.$/m);
		assert.match(text.stdout, new RegExp(`^Engine: embedded\\. \\d+ rounds?, [^]*^Run \`${runId}\`\\.$`, 'm'));
		const json = await faultlineCli(['runs', 'export', runId, '--format', 'json', ...workspace], { env });
		const report = JSON.parse(json.stdout) as RunFile;
		assert.equal(report.exit.status, 'submitted');
		assert.deepEqual([report.format, report.version], ['faultline-run', 1]);
		assert.ok(!json.stdout.includes(folder.path('export')));
		assert.equal(report.metrics.nPatches, 1);
		assert.deepEqual(
			report.patches?.[0]?.evidence.map(({ label }) => label),
			['Proof', 'Why first', 'Before', 'After', 'Tests', 'Review'],
		);
		for (const { stdout } of [text, json]) {
			assert.ok(!stdout.includes(secret));
		}
		const wrong = await faultlineCli(['runs', 'export', runId, '--format', 'pdf'], { env });
		assert.equal(wrong.code, 2);
		assert.match(wrong.stderr, /--format is md, html, json, atif, traj, preferences, labelled\./);
	});

	it('has the counts as JSON', async () => {
		const { patches } = JSON.parse((await show('--json')).stdout) as { patches: { taken: object }[] };
		assert.deepEqual(patches[0]?.taken, {
			state: 'part',
			nHunks: 3,
			nAccepted: 2,
			nRejected: 1,
			nUndone: 0,
			nPending: 0,
		});
	});
});
