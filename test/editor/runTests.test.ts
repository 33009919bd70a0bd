import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { shownPatches } from '../../src/core/acceptance/shownPatches';
import type { RunEventBody } from '../../src/core/model/run/runEvent';
import { foldRun } from '../../src/core/model/run/runFold';
import { runInTerminal, testEndText } from '../../src/editor/fix/runTests';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { numbered } from '../support/runEvents';

describe('running the tests', () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0] ?? assert.fail('no folder is open');

	it('reports the exit code of the command, which runs in the folder', async function () {
		this.timeout(30_000);
		assert.equal(await runInTerminal('exit 3', folder()), 3);
		// A file of the folder that the tests are run in.
		assert.equal(await runInTerminal('ls shop.py', folder()), 0);
		for (const terminal of vscode.window.terminals.filter(({ name }) => name === 'Tests')) {
			terminal.dispose();
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
		assert.equal(testEndText(0, undefined), 'Tests pass (exit code 0).');
		assert.equal(
			testEndText(0, accepted(0, 1)),
			'Tests pass (exit code 0). Patch 1: reproducer fails before, passes after.',
		);
		assert.equal(
			testEndText(2, accepted(0)),
			'Tests fail (exit code 2). Patch 1: 1 of 2 changes accepted, the accepted part was not run.',
		);
	});
});
