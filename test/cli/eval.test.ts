import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalReport } from '../../src/research/pure/eval/evalReport';
import type { LineReport } from '../../src/research/pure/eval/lineReport';
import { type CliOptions, faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { commitAll, git } from '../support/gitRepository';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

const sample = join(repoRoot, 'sample', 'python');
const issueText = readFileSync(join(sample, 'ISSUE.md'), 'utf8');

interface PrintedReport extends EvalReport {
	readonly missing: readonly string[];
	readonly shown?: LineReport;
}

describe('faultline eval', () => {
	const folder = new TestFolder();
	const clone = () => folder.path('clones', 'acme__tally');
	const cli = (words: readonly string[], options: CliOptions = {}) =>
		faultlineCli(words, { ...options, env: { FAULTLINE_STORAGE: folder.path('storage'), ...options.env } });
	const evaluate = (words: readonly string[] = [], options: CliOptions = {}) =>
		cli(['eval', '--instances', folder.path('i.jsonl'), '--repos', folder.path('clones'), ...words], options);
	const output = () => ['--output', folder.path('out')];
	const jsonOf = (stdout: string) => JSON.parse(stdout) as PrintedReport;
	const figures = ({ tables }: EvalReport, row = 0) => tables[1]?.rows[row]?.figures.map(each => each?.percent);

	/** A repository with the sample, whose bug the second commit fixes, and two issues about it: one without a way to it. */
	const prepare = () => {
		cpSync(sample, clone(), { recursive: true });
		commitAll(clone());
		const commit = git(clone(), 'rev-parse', 'HEAD');
		const file = join(clone(), 'tally', 'clock.py');
		writeFileSync(
			file,
			readFileSync(file, 'utf8').replace('return end - start', 'return (end - start) % MINUTES_PER_DAY'),
		);
		const patch = `${git(clone(), 'diff')}\n`;
		git(clone(), 'commit', '-q', '-a', '-m', 'second');
		const row = { repo: 'acme/tally', base_commit: commit };
		const gold = { files: ['tally/none.py'], modules: [], functions: ['tally/none.py:none'], function_metric: true };
		folder.write({
			'i.jsonl': [
				{ instance_id: 'found', ...row, problem_statement: issueText, patch },
				{ instance_id: 'missed', ...row, problem_statement: issueText, gold, language: '<b>Other</b>' },
			]
				.map(each => `${JSON.stringify(each)}\n`)
				.join(''),
		});
	};

	it('measures the localizer at the commits before the fixes, and continues where it ended', async () => {
		prepare();
		const before = folderPicture(clone());
		const page = folder.path('misses.html');
		const first = await evaluate([...output(), '--jobs', '2', '--report', page]);
		assert.equal(first.code, 0, first.stderr);
		assert.match(first.stderr, /^2 of 2 {2}(?:found|missed): done in/m);
		assert.match(first.stdout, /^2 issues, LocAgent's view/m);
		assert.match(first.stdout, /^file@1 {4}50\.0 \(0\.0 to 100\.0\)/m);
		assert.match(first.stdout, /^language: Python \(1\)/m);
		assert.ok(first.stdout.split('\n').every(line => line.length <= 80));
		assert.deepEqual(folderPicture(clone()), before);
		const html = readFileSync(page, 'utf8');
		assert.match(html, /1 of 2 issues missed[\s\S]*&lt;b&gt;Other/);
		assert.match(html, /tally\/none\.py:none<\/code> is no candidate/);

		assert.match(
			readFileSync(folder.path('out', 'results', 'found.json'), 'utf8'),
			/"Similar commits and how often its file is changed"/,
		);

		writeFileSync(folder.path('out', 'results', 'missed.json'), '{');
		const again = await evaluate([...output(), '--json']);
		assert.match(again.stderr, /The result of missed is damaged[\s\S]*2 done, 0 failed \(1 of them before\)/);
		const report = jsonOf(again.stdout);
		assert.deepEqual(report.missing, []);
		assert.deepEqual(figures(report), [50, 50, 50, 100, 100, 50, 50]);
		assert.deepEqual(report.tables[1]?.differences[0]?.name, 'faultline - BM25');
		const [shown] = report.shown?.tables ?? [];
		assert.deepEqual(
			shown?.ways.map(({ name }) => name),
			['regions', 'functions', 'BM25', 'rg'],
		);
		// Of the other one no changed line is known.
		assert.equal(shown?.nIssues, 1);
		assert.equal(shown?.ways[0]?.budgets[0]?.recall?.percent, 100);
		assert.match(first.stdout, /^100 lines {2}regions {4}100\.0 \(100\.0 to 100\.0\) /m);
	});

	it('leaves the history out where that is asked for, and never mixes both', async () => {
		prepare();
		const without = await evaluate([...output(), '--only', 'found', '--no-history']);
		assert.equal(without.code, 0, without.stderr);
		const result = readFileSync(folder.path('out', 'results', 'found.json'), 'utf8');
		assert.doesNotMatch(result, /Similar commits/);
		const mixed = await evaluate([...output(), '--only', 'found']);
		assert.equal(mixed.code, 1);
		assert.match(mixed.stderr, /other settings|--no-history/);
	});

	it('refuses to mix results with those of other gold', async () => {
		prepare();
		assert.equal((await evaluate([...output(), '--only', 'found'])).code, 0);
		const { code, stderr } = await evaluate(output());
		assert.equal(code, 1);
		assert.match(stderr, /other settings \(here gold \w+ instead of gold \w+, 1 other issues\)/);
	});

	it('keeps no result of an issue that was cancelled', async () => {
		prepare();
		const { code, stderr } = await evaluate(output(), {
			onStart: child => {
				child.stderr?.on('data', (text: Buffer) => {
					if (text.includes('1 of 2')) {
						child.kill('SIGINT');
					}
				});
			},
		});
		assert.deepEqual([code, /Cancelled\./.test(stderr)], [1, true]);
		assert.deepEqual(
			readdirSync(folder.path('out', 'results')).filter(name => name.endsWith('.json')),
			['found.json'],
		);
		assert.match((await evaluate(output())).stderr, /2 done, 0 failed \(1 of them before\)/);
	});

	it('measures the predictions of another tool, beside an evaluation, without running anything', async () => {
		prepare();
		assert.equal((await evaluate(output())).code, 0);
		const prediction = {
			instance_id: 'found',
			found_files: ['tally/other.py', 'tally/clock.py'],
			found_modules: ['tally/clock.py:minutes_between'],
			found_entities: ['tally/clock.py:minutes_between'],
		};
		folder.write({ 'p.jsonl': JSON.stringify(prediction) });
		const words = ['--predictions', folder.path('p.jsonl'), '--against', folder.path('out'), '--json'];
		const { code, stdout, stderr } = await evaluate(words, { env: { FAULTLINE_STORAGE: folder.path('unused') } });
		assert.equal(code, 0, stderr);
		const report = jsonOf(stdout);
		assert.deepEqual(report.missing, ['missed']);
		assert.match(stderr, /no ranking for 1 issues, which count as misses: missed/);
		assert.deepEqual(figures(report), [0, 50, 50, 100, 100, 50, 50]);
		assert.deepEqual(
			report.tables[1]?.differences.map(({ name, figures: [first] }) => [name, first?.percent]),
			[['predictions - against', -50]],
		);
		assert.ok(!existsSync(folder.path('unused')));
	});

	const row = { instance_id: 'a', problem_statement: 'x', repo: 'acme/tally' };
	const wrong: [what: string, row: object, message: RegExp][] = [
		['no fix', { ...row, base_commit: 'HEAD' }, /a: it has neither "patch" nor "gold"/],
		[
			'gold that is no list',
			{ ...row, base_commit: 'HEAD', gold: { files: 'x' } },
			/a: "files" of its "gold" is not a/,
		],
		[
			'a commit that is not there',
			{ ...row, base_commit: '--all', patch: 'x' },
			/a: The clone .* commit --all: fetch it/,
		],
		[
			'a repository that is not there',
			{ ...row, repo: 'o/b', base_commit: 'x', patch: 'x' },
			/a: There is no clone of o\/b/,
		],
	];
	for (const [what, each, message] of wrong) {
		it(`refuses ${what}`, async () => {
			prepare();
			folder.write({ 'i.jsonl': JSON.stringify(each) });
			const { code, stderr } = await evaluate(output());
			assert.equal(code, 1);
			assert.match(stderr, message);
			assert.ok(!existsSync(folder.path('out')));
		});
	}

	it('states which options are wrong', async () => {
		prepare();
		for (const [words, message] of [
			[[], /eval needs --output DIR/],
			[['x'], /eval takes no arguments/],
			[['--workspace', '.'], /--workspace and --issue are for one issue/],
			[['--predictions', 'p', ...output()], /--predictions and --output exclude each other/],
			[['--predictions', 'p', '--report', 'r'], /cannot explain --predictions/],
		] as const) {
			const { code, stderr } = await evaluate(words);
			assert.equal(code, 2, stderr);
			assert.match(stderr, message);
		}
		assert.equal((await cli(['eval'])).code, 2);
	});
});
