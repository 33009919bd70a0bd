import assert from 'node:assert/strict';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { leavesOf, roundsOf } from '../../../../src/runs/pure/fold/runTree';
import { importedText } from '../../../support/importedTally';

const diff =
	'diff --git a/till.txt b/till.txt\n--- a/till.txt\n+++ b/till.txt\n@@ -3,2 +3,2 @@\n-Total: 1\n+Total: 2\n ';
const steps = [
	{
		action: 'ls -F\n',
		observation: 'till.txt\n',
		response: 'Look.',
		thought: 'Look.\n',
		state: '{"open_file": "n/a"}',
	},
	{ action: 'submit', observation: diff, thought: 'Done.', state: { open_file: 'n/a' }, execution_time: 0.2 },
];
const task = "Here's the issue text:\nISSUE:\nThe total is wrong\nIt is 1.\n\nINSTRUCTIONS:\nNow, solve it.";
const history = [
	{ role: 'system', content: 'You work in a shell.', agent: 'main' },
	{ role: 'user', content: 'A demonstration', is_demo: true },
	{ role: 'user', content: [{ type: 'text', text: task }] },
	{ role: 'assistant', content: 'Look.', action: 'ls -F\n' },
	{ role: 'user', content: 'till.txt' },
];
const stats = { instance_cost: 0.01952, tokens_sent: 7141, tokens_received: 243, api_calls: 5 };
const info = { exit_status: 'submitted', submission: `\n${diff}`, model_stats: stats };
const importFile = (data: unknown) => importedText(JSON.stringify(data), 'till.traj');

describe('a trajectory of SWE-agent', () => {
	it('is a run with a round for each step', async () => {
		const run = await importFile({ environment: 'main', trajectory: steps, history, info });
		assert.deepEqual(run.imported, { tool: 'SWE-agent', file: 'till.traj' });
		assert.equal(run.issue.body, 'The total is wrong\nIt is 1.');
		const [first, last] = roundsOf(run);
		assert.deepEqual([first?.title, first?.reasoning, first?.notes], ['ls -F', ['Look.\n'], []]);
		assert.equal(first?.calls[0]?.answer?.text, 'till.txt\n');
		assert.equal(last?.parent, first.id);
		assert.equal(last.expansion, undefined);
		assert.deepEqual(run.nodes.run?.notes, [
			'The tool reports 5 requests, 7141 tokens sent, 243 tokens received, a cost of 0.02.',
		]);
	});

	it('has what was submitted as a patch, also from a terminal that ends lines with a carriage return', async () => {
		for (const submission of [info.submission, info.submission.replaceAll('\n', '\r\n')]) {
			const run = await importFile({ trajectory: steps, history, info: { ...info, submission } });
			const [patch] = fixOf(run).patches;
			assert.equal(patch?.diff, `${diff}\n`);
			assert.deepEqual(patch.files, [
				{ path: 'till.txt', before: '@@ line 3 @@\nTotal: 1\n\n', after: '@@ line 3 @@\nTotal: 2\n\n' },
			]);
		}
	});

	it('has a path for each attempt', async () => {
		const other = { trajectory: steps.slice(0, 1), history, info: { exit_status: 'exit_cost', submission: null } };
		const run = await importFile({ attempts: [{ trajectory: steps, history, info }, other], trajectory: steps, info });
		assert.equal(leavesOf(run).length, 2);
		const attempts = Object.values(run.nodes).filter(({ kind }) => kind === 'trajectory');
		assert.deepEqual(
			attempts.map(({ title }) => title),
			['Attempt 1', 'Attempt 2'],
		);
		assert.deepEqual(roundsOf(run).at(-1)?.notes, [
			'It ends without a submitted patch.',
			'It ended with the status "exit_cost".',
		]);
	});

	it('needs no history, no state and no observation', async () => {
		const run = await importFile({ trajectory: [{ action: '' }, { action: 'submit', observation: null }] });
		assert.equal(run.title, 'till.traj');
		assert.deepEqual(
			roundsOf(run).map(({ title, calls }) => [title, calls.length]),
			[
				['No command', 0],
				['submit', 1],
			],
		);
	});
});
