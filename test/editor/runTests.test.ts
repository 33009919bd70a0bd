import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PatchList } from '../../src/editor/currentRun/patchList';
import { ShownRun } from '../../src/editor/currentRun/shownRun';
import { runInTerminal, runTests, testEndText } from '../../src/editor/fix/runTests';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { shownTestRuns } from '../../src/runs/pure/fold/shownTestRuns';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { systemClock } from '../../src/system/node/systemClock';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

describe('running the tests', () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0] ?? assert.fail('no folder is open');

	it('reports the exit code of the command, which runs in the folder', async () => {
		assert.equal(await runInTerminal('exit 3', folder()), 3);
		// A file of the folder that the tests are run in.
		assert.equal(await runInTerminal('ls shop.py', folder()), 0);
		for (const terminal of vscode.window.terminals.filter(({ name }) => name === 'Tests')) {
			terminal.dispose();
		}
	});

	it('is recorded in the run, with what the files contained, and survives a reload', async () => {
		const scratch = createScratchFolder('tests');
		const runs = new RunFiles(scratch.path, new RecordedLog());
		const shown = new ShownRun();
		const patches = new PatchList(shown);
		const settings = vscode.workspace.getConfiguration('faultline.fix');
		const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n3\n', after: 'one\n2\nthree\n' });
		const id = '20260101-000000-000-aaaa';
		const write = { write: 'w1', patch: 'p1', path: 'a.txt', becomes: 'accepted', undoes: [] } as const;
		try {
			for (const event of numbered([
				...patchRunEvents(id, 'title', [patch]),
				{ type: 'patchWriteStarted', ...write, hunks: [0] },
				{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
			])) {
				await runs.append(id, event);
			}
			shown.show(await RunLog.reopen(runs, systemClock, id));
			await settings.update('testCommand', 'exit 3', vscode.ConfigurationTarget.Workspace);
			// It waits for an answer to its notification.
			void runTests({ patches, shown, runs, clock: systemClock });
			await eventually(() => (shown.run?.testRuns.length ?? 0) > 0);
			const ran = { command: 'exit 3', exitCode: 3, patches: [{ patch: 'p1', nAccepted: 1, nHunks: 2 }] };
			const read = foldRun(await runs.read(id));
			assert.deepEqual(read.testRuns, [ran]);
			assert.deepEqual(shownTestRuns(read), [
				{
					...{ text: 'Tests fail with 1 of 2 changes of Patch 1 (exit code 3)', command: 'exit 3' },
					verdict: 'bad',
				},
			]);
		} finally {
			await vscode.commands.executeCommand('notifications.clearAll');
			await settings.update('testCommand', undefined, vscode.ConfigurationTarget.Workspace);
			patches.dispose();
			shown.dispose();
			await runs.close();
			scratch.remove();
		}
	});

	it('says how they ended, and what the reproducer showed of the accepted patch', () => {
		const patch = patchOf('p1', { path: 'a.txt', before: '1\n2\n3\n', after: 'one\n2\nthree\n' });
		const write = { write: 'w1', patch: 'p1', path: 'a.txt', becomes: 'accepted', undoes: [] } as const;
		const accepted = (...hunks: number[]) => {
			const decided: RunEventBody[] = [
				{ type: 'patchWriteStarted', ...write, hunks },
				{ type: 'patchWriteEnded', write: 'w1', outcome: 'written' },
			];
			return shownPatches(foldRun(numbered([...patchRunEvents('run', 'title', [patch]), ...decided])))[0];
		};
		assert.equal(testEndText(0, undefined, undefined), 'Tests pass (exit code 0).');
		assert.equal(
			testEndText(0, 'Tests pass with Patch 1 (exit code 0)', accepted(0, 1)),
			'Tests pass with Patch 1 (exit code 0). Patch 1: reproducer fails before, passes after.',
		);
		assert.equal(
			testEndText(2, undefined, accepted(0)),
			'Tests fail (exit code 2). Patch 1: no reproducer was run with the accepted part.',
		);
	});
});
