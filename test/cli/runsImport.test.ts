import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type CliResult, faultlineCli } from '../support/faultlineCli';
import { tallyEvaluation, tallyTree } from '../support/importedTally';
import { TestFolder } from '../support/testFolder';

describe('faultline runs import', () => {
	const folder = new TestFolder();
	const runs = (...words: string[]): Promise<CliResult> =>
		faultlineCli(['runs', ...words], { env: { FAULTLINE_STORAGE: folder.path() } });

	async function importTally(): Promise<string> {
		const { stdout, stderr } = await runs('import', tallyTree, '--evaluation', tallyEvaluation);
		const counts =
			'27 nodes, 12 actions, 4 branch points \\(append 1, create 1, edit 1, submit 1\\), 5 paths, 4 patches';
		const printed = new RegExp(`^Imported run (\\S+): ${counts}, 1 of them right\\.$`, 'm').exec(stdout);
		return printed?.[1] ?? assert.fail(stdout + stderr);
	}

	it('stores a run that is listed, shown and exported as imported', async () => {
		const id = await importTally();
		const source = 'imported from tally\\.root \\(DARS\\)';
		assert.match((await runs()).stdout, new RegExp(`^${id} +done +Entries .* hours · 4 patches · ${source}$`, 'm'));
		const shown = (await runs('show', id)).stdout;
		assert.match(shown, new RegExp(`^${source}\n12 actions, 4 branch points`, 'm'));
		assert.match(shown, /^ 1 {2}find_file "report\.txt"$[\s\S]*^2a {2}create notes\.txt$[\s\S]*^3b {2}append /m);
		assert.match(
			shown,
			/^Patch 3 {2}tally\/report\.txt\n {4}Verdict: resolves the issue, according to its evaluation$/m,
		);
		assert.doesNotMatch(shown, /No location/);
		const exported = (await runs('export', id)).stdout;
		assert.match(exported, new RegExp(`^This run was ${source}: 12 actions`, 'm'));
		assert.match(exported, /^### Round 4c: edit "Hours: -8" "Hours: 8"\n\nAn alternative to `edit`\.$/m);
		assert.doesNotMatch(exported, /## Locations/);
	});

	it('has its patches as files', async () => {
		const id = await importTally();
		assert.deepEqual(readdirSync(folder.path('runs', id, 'artifacts')).sort(), [
			'p1.diff',
			'p2.diff',
			'p3.diff',
			'p4.diff',
		]);
		assert.match(
			readFileSync(folder.path('runs', id, 'artifacts', 'p3.diff'), 'utf8'),
			/^diff --git [\s\S]*^\+Hours: 8$/m,
		);
	});

	it('can be renamed and removed, but not resumed', async () => {
		const id = await importTally();
		const { code, stderr } = await runs('resume', id);
		assert.equal(code, 1);
		assert.match(stderr, /This run was imported from tally\.root \(DARS\)\. It can be read but not continued\./);
		assert.equal((await runs('rename', id, 'Negative hours')).code, 0);
		assert.match((await runs()).stdout, /Negative hours/);
		assert.equal((await runs('remove', id)).code, 0);
		assert.match((await runs()).stdout, /^No runs are kept/);
	});

	it('prints its counts as JSON', async () => {
		const { id, ...printed } = JSON.parse((await runs('import', tallyTree, '--json')).stdout);
		assert.match(id, /^\d{8}-/);
		assert.deepEqual(printed, {
			...{ tool: 'DARS', file: 'tally.root', nNodes: 27, nActions: 12, nObservations: 12, nPaths: 5, nPatches: 4 },
			...{ nResolved: 0, branchPoints: { create: 1, append: 1, edit: 1, submit: 1 } },
		});
	});

	it('takes one file', async () => {
		assert.equal((await runs('import')).code, 2);
		assert.equal((await runs('import', tallyTree, tallyEvaluation)).code, 2);
	});
});
