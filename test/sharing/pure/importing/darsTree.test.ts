import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import { replacedTypes, treeCounts, withoutAlternatives } from '../../../../src/runs/pure/fold/actionTree/treeCounts';
import { patchNumbers } from '../../../../src/runs/pure/fold/patchCandidates';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { roundsOf } from '../../../../src/runs/pure/fold/runTree';
import { readImport } from '../../../../src/sharing/pure/importing/readImport';
import { importedTally, tallyTree } from '../../../support/importedTally';

describe('a tree of DARS', () => {
	let run: Run;

	before(async () => {
		run = await importedTally();
	});

	it('is a read-only run that names its source, and that has ended', () => {
		assert.deepEqual(run.imported, { tool: 'DARS', file: 'tally.root' });
		assert.deepEqual([run.isReadOnly, run.state, run.goal, run.engine], [true, 'done', 'fix', 'DARS']);
		assert.deepEqual(run.workspace, []);
		assert.deepEqual(run.nodes.run?.notes, ['288 iterations were left when the tool stopped.']);
	});

	it('has its issue from the instructions, not from the demonstration before them', () => {
		assert.equal(run.title, 'Entries that end after midnight have negative hours');
		assert.equal(run.issue.body, 'Entries that end after midnight have negative hours\nThe report shows "Hours: -8".');
		assert.equal(run.nodes.n1?.title, 'Instructions to the agent');
		assert.equal(run.nodes.n1.reasoning.length, 3);
	});

	it('has its nodes, branches, paths and patches', () => {
		const { branchPoints, ...counts } = treeCounts(run);
		assert.deepEqual(counts, { nActions: 12, nObservations: 12, nPaths: 5, nPatches: 4, nResolved: 1 });
		assert.deepEqual(
			branchPoints,
			new Map([
				['create', 1],
				['append', 1],
				['edit', 1],
				['submit', 1],
			]),
		);
		assert.deepEqual(replacedTypes(run), ['append', 'create', 'edit', 'submit']);
		assert.equal(readImport(readFileSync(tallyTree, 'utf8'), 'tally.root').nNodes, 27);
	});

	it('shows the leaf of the patch that resolves the issue, according to its evaluation, though it is not the newest', () => {
		const shown = shownPatches(run).find(({ id }) => id === run.selected.patch);
		assert.deepEqual([shown?.number, shown?.verdict.verdict, run.selected.leaf], [3, 'good', 'n12']);
	});

	it('has its actions in the order in which the agent made them', () => {
		assert.deepEqual(
			roundsOf(run).map(({ title }) => title),
			[
				...['find_file "report.txt"', 'create script.txt', 'append "show the hours"'],
				...['edit "Hours: -8" "Hours: 0"', 'submit', 'create notes.txt', 'edit "Hours: -8" "Hours: ?"'],
				...['append "show the hours and the days"', 'submit', 'edit "Hours: -8" "Hours: 8"', 'submit', 'submit'],
			],
		);
	});

	it('has thoughts, observations, limits and candidates', () => {
		const edit = roundsOf(run)[9];
		assert.deepEqual(edit?.reasoning, ['The hours must be positive.\n\n']);
		assert.deepEqual(edit.calls[0]?.args, { arguments: '"Hours: -8" "Hours: 8"' });
		assert.match(edit.calls[0]?.answer?.text ?? '', /^File updated\.\n\(Open file: /);
		assert.deepEqual(edit.expansion, { replaces: 'edit', left: { edit: 1, append: 0, submit: 1, create: 0 } });
		assert.equal(edit.compared?.candidates.length, 3);
		assert.deepEqual(edit.compared.candidates[1], { thought: 'Remove it.', action: 'edit "Hours: -8" ""\n' });
		assert.match(edit.compared.reasons, /^The first one states the true hours\./);
	});

	it('judges a patch by what the evaluation reports, not by its status', () => {
		const numbers = patchNumbers(fixOf(run));
		const verdicts = shownPatches(run).map(({ number, state, verdict }) => [number, state, verdict.verdict]);
		assert.equal(numbers.size, 4);
		assert.deepEqual(verdicts, [
			[1, 'excerpt', 'bad'],
			[2, 'excerpt', 'unsure'],
			[3, 'excerpt', 'good'],
			[4, 'excerpt', 'bad'],
		]);
		const [, failed, right] = shownPatches(run);
		assert.equal(failed?.verdict.why, 'its evaluation gave no result');
		assert.deepEqual(right?.evidence[0], {
			label: 'Evaluation',
			text: 'resolves the issue, according to overall_evaluation_results.json',
			verdict: 'good',
			details: right?.evidence[0]?.details,
		});
	});

	it('shows of the files of a patch what its diff shows, and leaves out a file outside the workspace', () => {
		const [first, second] = fixOf(run).patches;
		assert.deepEqual(first?.files, [
			{
				path: 'tally/report.txt',
				before: '@@ line 7 @@\nDays: 5\nHours: -8\nEnds: 24:00\n',
				after: '@@ line 7 @@\nDays: 5\nHours: 0\nEnds: 24:00\n',
			},
		]);
		assert.match(first.diff, /^diff --git a\/tally\/report\.txt b\/tally\/report\.txt\n[\s\S]* Ends: 24:00\n$/);
		assert.deepEqual(
			second?.files.map(({ path }) => path),
			['tally/report.txt'],
		);
		assert.deepEqual(second.leftOut, [{ path: '../../outside.txt', what: 'outside the workspace' }]);
	});

	it('notes which path ended without a patch', () => {
		const noted = roundsOf(run).filter(({ notes }) => notes.length > 0);
		assert.deepEqual(
			noted.map(({ title, notes }) => [title, ...notes]),
			[['edit "Hours: -8" "Hours: ?"', 'This path ends without a submitted patch.']],
		);
	});

	// Actions, branch points, paths, patches, right patches: counted by hand.
	const pruned: readonly (readonly [kept: string, counts: readonly number[]])[] = [
		['', [5, 0, 1, 1, 0]],
		['append', [7, 1, 2, 2, 0]],
		['create', [7, 1, 2, 1, 0]],
		['edit', [7, 1, 2, 2, 1]],
		['submit', [6, 1, 2, 2, 0]],
		['append create', [9, 2, 3, 2, 0]],
		['append edit', [9, 2, 3, 3, 1]],
		['append submit', [8, 2, 3, 3, 0]],
		['create edit', [9, 2, 3, 2, 1]],
		['create submit', [8, 2, 3, 2, 0]],
		['edit submit', [8, 2, 3, 3, 1]],
		['append create edit', [11, 3, 4, 3, 1]],
		['append create submit', [10, 3, 4, 3, 0]],
		['append edit submit', [10, 3, 4, 4, 1]],
		['create edit submit', [10, 3, 4, 3, 1]],
		['append create edit submit', [12, 4, 5, 4, 1]],
	];
	for (const [kept, expected] of pruned) {
		it(`has without all alternatives but those to "${kept}" the counts ${expected.join(', ')}`, () => {
			const hidden = new Set(replacedTypes(run).filter(type => !kept.split(' ').includes(type)));
			const { nActions, branchPoints, nPaths, nPatches, nResolved } = treeCounts(withoutAlternatives(run, hidden));
			assert.deepEqual([nActions, branchPoints.size, nPaths, nPatches, nResolved], expected);
		});
	}
});
