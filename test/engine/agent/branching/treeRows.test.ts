import assert from 'node:assert/strict';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { runItems } from '../../../../src/webview/rows/runItems';
import type { RunView } from '../../../../src/webview/rows/runView';
import { flattenTree } from '../../../../src/webview/tree/flattenTree';
import { viewOfRun } from '../../../support/viewOfRun';
import { rowsText } from '../../../webview/rowsText';
import { AnsweringModel } from '../../strategies/strategyRun';
import { leadsToFixAt } from './plantedBug';
import { TreeWorld } from './treeWorld';

describe('the rows of a run of the strategy tree', () => {
	let run: Run;

	before(async () => {
		const world = await TreeWorld.create();
		({ run } = await world.run(new AnsweringModel(leadsToFixAt('submit'))));
	});

	const draw = (toggles: Record<string, boolean>, detail: RunView['detail'] = 'simple') => {
		const view = viewOfRun(run, { detail, patches: shownPatches(run) });
		return rowsText(flattenTree(runItems(view), { 'phase:review': false, 'phase:patch': true, ...toggles }));
	};

	it('show the first path, then each branch with what it led to, and that one was dropped', () => {
		const rows = draw({});
		const at = rows.indexOf('- Patch, done, 6 attempts');
		assert.deepEqual(rows.slice(at + 1, -1), [
			'  + Searched for a patch',
			'  + Round 1: create “try_it.py”: Wrote try_it.py, 11 tokens',
			'  + Round 2: append “try_it.py”: Wrote try_it.py, 11 tokens',
			'  + Round 3: edit “calc.py”: Wrote calc.py, 11 tokens',
			'  + Round 4: Submitted the changes, 11 tokens',
			'  + Patch 6: submitted: a patch of calc.py, try_it.py',
			'  + Patch 6: The reproducer does not pass with the patch.',
			'  . Patch 6: The reviewer approves the patch, 11 tokens',
			'  . Continued with round 1a: look “another way than create”: Seen: another way than create',
			...[
				'create: look “another way than create”: Seen: another way than create, Patch 3: reproducer still fails with it',
				'append: look “another way than append”: Seen: another way than append, after round 1 · Patch 4: reproducer still fails with it',
				'edit: look “another way than edit”: Seen: another way than edit, after round 1a · Patch 2: reproducer still fails with it',
				'edit: look “another way than edit”: Seen: another way than edit, after round 2 · Patch 5: reproducer still fails with it',
				'submit: Dropped the branch: every alternative repeats what was tried before, after round 2a',
				'submit: edit “calc.py”: Wrote calc.py, after round 3 · Patch 1: reproducer fails before, passes after',
			].map(row => `  + Alternative to ${row}`),
		]);
	});

	it('show thought, action and observation of a turn, and among which candidates it was chosen, with the reasons', () => {
		const last = Object.values(run.nodes).findLast(
			({ expansion, exit }) => expansion?.replaces === 'submit' && exit === undefined,
		);
		const id = last?.id ?? '';
		const call = last?.calls[0]?.id ?? '';
		const toggles = {
			[`branch:${id}`]: true,
			[`node:${id}`]: true,
			[`compared:${id}`]: true,
			[`call:${id}:${call}`]: true,
		};
		const rows = draw(toggles, 'full');
		const at = rows.indexOf('    - Round 4f: edit “calc.py”: Wrote calc.py, 33 tokens');
		assert.deepEqual(rows.slice(at + 1, at + 10), [
			...Array.from({ length: 3 }, () => '      . Asked to find an alternative action, 10 tokens in, 1 out'),
			'      - Chosen among 1 candidate',
			'        . Candidate 1: edit',
			'        . All samples are this action.',
			'      . Alternatives left: create 0, append 0, edit 0, submit 1',
			'      - edit("calc.py", "def add(a, b): …"), answered',
			'        . Answer: Wrote calc.py',
		]);
	});
});
