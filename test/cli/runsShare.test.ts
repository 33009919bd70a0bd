import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { RunFiles } from '../../src/runs/node/runFiles';
import { exportFormats } from '../../src/sharing/pure/exports/exportRun';
import type { Redaction } from '../../src/sharing/pure/exports/redactedTexts';
import { type CliOptions, faultlineCli } from '../support/faultlineCli';
import { judgedEvents } from '../support/judgedRun';
import { patchOf } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';

const runId = '20260101-000000-000-abcd';
const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

describe('faultline runs export for others', () => {
	const folder = new TestFolder();
	const cli = (words: readonly string[], options: CliOptions = {}) =>
		faultlineCli(['runs', ...words], {
			...{ cwd: folder.path(), env: { FAULTLINE_STORAGE: folder.path(), ...options.env } },
			...options,
		});
	const run = (...words: string[]) => cli(['export', runId, ...words]);

	beforeEach(async () => {
		mkdirSync(folder.path('ws'), { recursive: true });
		const runs = new RunFiles(folder.path(), new RecordedLog());
		const patches = [
			{ path: 'a.py', before: 'a\n', after: `${token}\n` },
			{ path: 'secret.env', before: 'a\n', after: 'b\n' },
		].map((file, at) => ({ id: `p${at + 1}`, reproducer: 'passed' as const, patch: patchOf(`p${at + 1}`, file) }));
		for (const event of numbered(judgedEvents(patches, { runId, workspace: [folder.path('ws')] }))) {
			await runs.append(runId, event);
		}
		await runs.close();
		writeFileSync(folder.path('ws', '.aiignore'), 'secret.env\n');
	});

	for (const format of exportFormats) {
		it(`prints ${format} without secrets, hidden files and folders, and reports that on standard error`, async () => {
			const { code, stdout, stderr } = await run('--format', format);
			assert.equal(code, 0, stderr);
			for (const canary of [token, 'secret.env', folder.path()]) {
				assert.ok(!stdout.includes(canary), canary);
			}
			assert.ok(stdout.includes('It fails'));
			assert.match(stderr, /^\d+ texts? removed, \d+ texts? replaced, \d+ texts? left out: see --preview\.\n$/);
		});
	}

	it('shows with --preview what is left out, and writes nothing', async () => {
		const { code, stdout, stderr } = await run('--format', 'html', '--preview', '--out', 'run.html', '--yes');
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^Removed: GitHub token, /m);
		assert.match(stdout, /^Replaced: folder of the workspace, /m);
		assert.match(stdout, /^Left out: patch that changes a hidden file, once \(patches\)$/m);
		assert.match(stderr, /^Nothing was written\. It would be: HTML, .*\.$/m);
		assert.ok(!existsSync(folder.path('run.html')));
		const { redactions } = JSON.parse((await run('--format', 'html', '--preview', '--json')).stdout) as {
			redactions: readonly Redaction[];
		};
		assert.ok(redactions.some(({ how, what }) => how === 'removed' && what === 'GitHub token'));
	});

	it('writes a file that only the user can read, once that was confirmed', async () => {
		const asked = await run('--format', 'html', '--out', 'run.html');
		assert.equal(asked.code, 1);
		assert.match(asked.stderr, /^Removed: GitHub token, [\s\S]*^Nothing was written\. Pass --yes to write it/m);
		assert.ok(!existsSync(folder.path('run.html')));
		const { code, stdout, stderr } = await run('--format', 'html', '--out', 'run.html', '--yes');
		assert.deepEqual([code, stdout], [0, '']);
		assert.match(stderr, /^Wrote HTML, .* to run\.html\.$/m);
		assert.equal(readFileSync(folder.path('run.html'), 'utf8'), (await run('--format', 'html')).stdout);
		if (process.platform !== 'win32') {
			assert.equal(statSync(folder.path('run.html')).mode & 0o777, 0o600);
		}
	});

	it('is opened again by import: once, to be read, and without its folders', async () => {
		await run('--format', 'json', '--out', 'run.json', '--yes');
		const elsewhere = { env: { FAULTLINE_STORAGE: folder.path('elsewhere') } };
		const first = await cli(['import', 'run.json', '--json'], elsewhere);
		assert.equal(first.code, 0, first.stderr);
		const { id, title } = JSON.parse(first.stdout) as { id: string; title: string };
		assert.equal(title, 'It fails');
		assert.equal((await cli(['import', 'run.json'], elsewhere)).code, 0);
		const { runs } = JSON.parse((await cli(['list', '--json'], elsewhere)).stdout) as { runs: { id: string }[] };
		assert.deepEqual(
			runs.map(each => each.id),
			[id],
		);
		assert.match((await cli(['list'], elsewhere)).stdout, /opened from run\.json/);
		assert.match((await cli(['show', id], elsewhere)).stdout, /opened from run\.json[\s\S]*Patch 1/);
		const resumed = await cli(['resume', id], elsewhere);
		assert.equal(resumed.code, 1);
		assert.match(resumed.stderr, /This run was opened from run\.json\. It can be read but not continued\./);
		const again = await cli(['export', id, '--preview'], elsewhere);
		assert.match(again.stdout, /^Hidden files are not known: the run was made elsewhere\./m);
	});

	it('opens the log of a run, too, and refuses what is no run', async () => {
		const elsewhere = { env: { FAULTLINE_STORAGE: folder.path('elsewhere') } };
		const log = await cli(['import', folder.path('runs', runId, 'run.jsonl')], elsewhere);
		assert.equal(log.code, 0, log.stderr);
		writeFileSync(folder.path('x.json'), '{}');
		const refused = await cli(['import', 'x.json'], elsewhere);
		assert.equal(refused.code, 1);
		assert.match(refused.stderr, /x\.json is not a run file: choose one that/);
		assert.equal((await cli(['import', 'x.json', '--evaluation', 'x'], elsewhere)).code, 2);
	});
});
