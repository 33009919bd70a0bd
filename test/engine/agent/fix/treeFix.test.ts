import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isProven } from '../../../../src/engine/agent/branching/treeTurns';
import { tree } from '../../../../src/engine/strategies/tree';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { RunNode } from '../../../../src/runs/pure/fold/runNode';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll } from '../../../support/gitRepository';
import { repoRoot } from '../../../support/repoRoot';
import type { Scripted } from '../../../support/scriptedModel';
import { TestFolder } from '../../../support/testFolder';
import { fixSample } from './fixRun';
import { bugs, program, submit, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);
const { original, patched, place } = python;

function edit(text: string): Scripted {
	return [['edit', { path: place.file, original, patched: text }]];
}

/** A wrong edit is submitted first, and not repaired, so that it is reviewed; the branch at it has the right one. */
const script: readonly Scripted[] = [
	program(python.shows),
	[['view', { path: place.file }]],
	edit('    return abs(end - start)'),
	[['run', { command: 'python3 -m unittest -q && touch built.txt' }]],
	submit,
	verdict(true),
	edit(patched),
	edit(patched),
	edit(patched),
	[['run', { command: 'ls' }]],
	submit,
	verdict(true),
];

describe('the strategy tree on a real project', () => {
	const folder = new TestFolder();

	it('goes back to a wrong edit, with the files as they were, proves the other one, and leaves the project alone', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const workspace = folder.path('workspace');
		cpSync(join(repoRoot, 'sample', 'python'), workspace, { recursive: true });
		commitAll(workspace);
		const before = folderPicture(workspace);
		const { run, model } = await fixSample(folder, {
			...{ sample: 'python', script, strategy: tree, runsTests: true },
			tree: { maxRepairs: 0, limits: { create: 0, append: 0, edit: 1, submit: 0, error: 0 } },
		});
		assert.equal(run.state, 'done', run.message);
		model.assertAllAsked();
		const turns = nodesOf(run).filter(({ kind }) => kind === 'round');
		assert.deepEqual(turns.map(whatOf), [
			...['write_reproducer', 'view', 'edit', 'run', 'submitted'],
			...['edit', 'run', 'submitted'],
		]);
		const listed = turns[6]?.calls[0]?.answer?.text ?? '';
		assert.match(listed, /tally/);
		assert.doesNotMatch(listed, /built\.txt/);
		const { patches, ranking } = fixOf(run);
		assert.deepEqual(
			patches.map(({ id }) => isProven(run, id)),
			[false, true],
		);
		const best = patches.find(({ id }) => id === ranking[0]?.patch);
		assert.match(best?.diff ?? '', /\+ {4}return \(end - start\) % MINUTES_PER_DAY/);
		assert.deepEqual(
			best?.files.map(({ path }) => path),
			[place.file],
		);
		assert.equal(run.selected.patch, best?.id);
		assert.deepEqual(
			run.selected.locations.map(({ file, method }) => [file, method]),
			[[place.file, place.method]],
		);
		assert.deepEqual(folderPicture(workspace), before);
		mkdirSync(folder.path('storage', 'checkouts'), { recursive: true });
		assert.deepEqual(readdirSync(folder.path('storage', 'checkouts')), []);
	});
});

function whatOf({ exit, calls }: RunNode): string {
	return exit ?? calls[0]?.tool ?? '';
}
