import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import { type CliOptions, type CliResult, faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

const sample = join(repoRoot, 'sample', 'python');
const sampleIssue = join(sample, 'ISSUE.md');

interface Report {
	readonly issue: { readonly title: string; readonly body: string };
	readonly locations: readonly { readonly file: string; readonly method?: string; readonly score: number }[];
	readonly ranking: Readonly<Record<string, readonly string[]>>;
	readonly rounds: readonly { readonly title: string; readonly summary?: string }[];
	readonly ms: number;
}

describe('faultline locate', () => {
	const folder = new TestFolder();
	const storage = () => folder.path('storage');
	const cli = (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
		faultlineCli(words, { ...options, env: { FAULTLINE_STORAGE: storage(), ...options.env } });
	const locate = (issue: string, options: CliOptions = {}, ...words: string[]) =>
		cli(['locate', '--workspace', sample, '--issue', issue, ...words], options);
	const runIds = () =>
		existsSync(join(storage(), 'runs')) ? readdirSync(join(storage(), 'runs')).filter(isRunId).sort() : [];
	const reportOf = ({ stdout }: CliResult) => JSON.parse(stdout) as Report;

	it('names the lines that cause the bug of the sample first', async () => {
		const { locations, ranking, rounds } = reportOf(await locate(sampleIssue, {}, '--json'));
		assert.deepEqual([locations[0]?.file, locations[0]?.method], ['tally/clock.py', 'minutes_between']);
		assert.equal(ranking.files?.[0], 'tally/clock.py');
		assert.equal(ranking.functions?.[0], 'tally/clock.py:minutes_between');
		assert.ok(rounds.length >= 2, `${rounds.length} rounds`);
	});

	it('prints the regions to read, or their lines, within a budget', async () => {
		const { code, stdout, stderr } = await locate(sampleIssue, {}, '--regions');
		assert.equal(code, 0, stderr);
		assert.match(
			stdout,
			/^(?:Very likely|Likely|Possible) \(\d+ %\): the fix changes minutes_between\. \d regions? to read:\n\n/,
		);
		assert.match(stdout, /\ntally\/clock\.py:\d+-\d+ {2}.*minutes_between.*\nwhy: .*\n/);
		assert.match(stdout, /\n\d+\t {4}return end - start\n/);
		const json = await locate(sampleIssue, {}, '--regions', '--budget', '100', '--json');
		const { regions, others } = JSON.parse(json.stdout);
		assert.deepEqual([regions[0].file, regions[0].names[0]], ['tally/clock.py', 'minutes_between']);
		assert.ok(others.length > 0);
		assert.ok(json.stdout.length < stdout.length);
	});

	it('states how regions are asked for', async () => {
		assert.match((await locate(sampleIssue, {}, '--budget', '100')).stderr, /--budget is for --regions/);
		assert.match((await locate(sampleIssue, {}, '--regions', '--budget', '9000')).stderr, /at most 4500 tokens/);
		const batch = await cli(['locate', '--instances', 'x', '--output', 'y', '--regions']);
		assert.match(batch.stderr, /--regions is for one issue/);
	});

	it('finds the same where what is saved is damaged, which it builds again', async () => {
		const first = reportOf(await locate(sampleIssue, {}, '--json'));
		const files = readdirSync(join(storage(), 'index')).filter(name => /\.(?:index|words)$/.test(name));
		assert.equal(files.length, 2);
		for (const file of files.map(name => join(storage(), 'index', name))) {
			const sound = readFileSync(file);
			// What is checked when it is opened is at its end, as JSON.
			const end = sound.indexOf('{"version"');
			writeFileSync(
				file,
				sound.map((byte, at) => (at > 8 && at < end ? byte ^ 1 : byte)),
			);
			const again = await locate(sampleIssue, {}, '--json');
			assert.match(again.stderr, /The saved index was damaged and has been removed/);
			const { locations, rounds } = reportOf(again);
			assert.deepEqual([locations, rounds], [first.locations, first.rounds], file);
			assert.deepEqual(readFileSync(file), sound);
		}
	});

	it('prints a report with just the keys of the contract', async () => {
		const result = await locate(sampleIssue, {}, '--json');
		assert.deepEqual([result.code, result.stderr], [0, '']);
		const report = reportOf(result);
		assert.deepEqual(Object.keys(report), ['issue', 'engine', 'locations', 'ranking', 'rounds', 'usage', 'ms']);
		assert.deepEqual(Object.keys(report.ranking), ['files', 'modules', 'functions']);
		const optional = ['class', 'method', 'fromIssue', 'focus', 'lessLikely', 'likelihood', 'contributions'];
		const allowed = ['file', 'startLine', 'endLine', 'intendedBehavior', 'score', 'evidence', ...optional];
		assert.ok(report.locations.length > 0);
		for (const location of report.locations) {
			const keys = Object.keys(location);
			assert.deepEqual(
				keys.filter(key => !allowed.includes(key)),
				[],
			);
			assert.deepEqual(
				allowed.filter(key => !keys.includes(key) && !optional.includes(key)),
				[],
			);
		}
		const scores = report.locations.map(({ score }) => score);
		assert.deepEqual(
			scores,
			[...scores].sort((a, b) => b - a),
			'best first',
		);
	});

	it('answers the same, bit for bit, every time and from wherever the issue comes', async () => {
		const body = readFileSync(sampleIssue, 'utf8');
		const results = [
			await locate(sampleIssue, {}, '--json'),
			await locate(sampleIssue, { env: { LANG: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' } }, '--json'),
			await locate('-', { stdin: body }, '--json'),
		];
		const [first, ...others] = results.map(result => {
			const { issue, ms: _ms, ...rest } = reportOf(result);
			return JSON.stringify({ ...rest, title: issue.title, body: issue.body });
		});
		for (const other of others) {
			assert.equal(other, first);
		}
	});

	it('prints rounds and ranked locations as text, without colors outside a terminal', async () => {
		const { code, stdout, stderr } = await locate(sampleIssue, { env: { FORCE_COLOR: '1' } });
		assert.deepEqual([code, stderr], [0, '']);
		const { rounds, locations } = reportOf(await locate(sampleIssue, {}, '--json'));
		assert.match(
			stdout,
			/^Entries that end after midnight are reported with negative hours\nin .*sample\/python \(\d+ files/,
		);
		for (const at of rounds.keys()) {
			assert.match(stdout, new RegExp(`^ ?${at + 1}  \\S`, 'm'));
		}
		for (const { file } of locations.slice(0, 10)) {
			assert.ok(stdout.includes(file), file);
		}
		assert.match(stdout, /^ {4}issue {3}An entry from 22:30/m);
		assert.equal(stdout.match(/^ {4}issue /gm)?.length, 1);
		assert.equal(stdout.match(/less likely/gi)?.length, 1, 'a heading, and no remark on each location');
		assert.doesNotMatch(stdout, /^ {4}should/m);
		assert.match(stdout, /Kept as run \d{8}-\d{6}-\d{3}-[0-9a-f]{4}/);
		assert.ok(!stdout.includes('\u001b'));
	});

	const refused: [what: string, content: string | Uint8Array | undefined, message: RegExp][] = [
		['an empty issue', ' \n\n', /The issue in .*issue\.md is empty: write what goes wrong/],
		['a binary file', Buffer.from('PK\u0003\u0004\0\0'), /issue\.md is not text: give the issue as text or Markdown/],
		['a missing file', undefined, /There is no file .*issue\.md/],
	];
	for (const [what, content, message] of refused) {
		it(`refuses ${what}, and keeps no run of it`, async () => {
			folder.write(content === undefined ? {} : { 'issue.md': content });
			const { code, stdout, stderr } = await locate(folder.path('issue.md'), {}, '--json');
			assert.deepEqual([code, stdout], [1, '']);
			assert.match(stderr, message);
			assert.deepEqual(runIds(), []);
		});
	}

	it('refuses a folder and an empty standard input', async () => {
		assert.match((await locate(sample)).stderr, /is a folder: give the file that holds the issue/);
		assert.match((await locate('-', { stdin: '' })).stderr, /The issue in standard input is empty/);
	});

	it('reads a megabyte of a longer issue, with the crash report in its middle, and reports it', async () => {
		const words = 'Ünïcödé wörds\n'.repeat(150_000);
		const report =
			'[   12.345678] BUG: kernel NULL pointer dereference, address: 08\n[   12.345679] RIP: 0010:crash+0x1/0x2\n';
		const text = `# Crash\n\n${words}${report}${words}`;
		folder.write({ 'issue.md': text, 'ws/a.py': 'def crash():\n    pass\n' });
		const start = ['locate', '--json', '--workspace', folder.path('ws'), '--issue'];
		const fromFile = await cli([...start, folder.path('issue.md')]);
		const fromInput = await cli([...start, '-'], { stdin: text });
		for (const { code, stdout, stderr } of [fromFile, fromInput]) {
			assert.equal(code, 0, stderr);
			assert.match(stderr, /The issue is longer than 1 MB: its beginning, its first crash report and its end are used/);
			const { body } = (JSON.parse(stdout) as Report).issue;
			assert.ok(body.length <= 1024 * 1024 && body.length > 1024 * 1024 - 1000, `${body.length} characters`);
			assert.ok(body.startsWith('# Crash') && body.endsWith(words.slice(-1000)) && body.includes(report));
		}
	});

	it('fails on a workspace without code, with what to do, and keeps the run', async () => {
		folder.write({ 'ws/notes.txt': 'words', 'empty/': '' });
		for (const [name, found] of [
			['ws', /1 files, none of them code/],
			['empty', /no file that can be read as text/],
		] as const) {
			const { code, stderr } = await cli(['locate', '--workspace', folder.path(name), '--issue', sampleIssue]);
			assert.equal(code, 1);
			assert.match(stderr, /There is no code in .* in a language that Faultline supports/);
			assert.match(stderr, found);
		}
		assert.equal(runIds().length, 2);
		assert.match((await cli(['runs', 'show', runIds()[0] ?? ''])).stdout, /This run is failed: There is no code/);
	});

	it('fails where runs cannot be kept, with what to do', async () => {
		folder.write({ file: '' });
		const { code, stdout, stderr } = await locate(sampleIssue, {}, '--storage', folder.path('file'));
		assert.deepEqual([code, stdout], [1, '']);
		assert.match(stderr, /Runs cannot be kept in .*Choose another storage folder/);
	});

	it('takes the issue from GitHub, with the token of the environment, which is kept nowhere', async () => {
		const seen: (string | undefined)[] = [];
		const server = createServer((request, response) => {
			seen.push(request.url, request.headers.authorization);
			const { url } = request;
			const isThere = url === '/repos/some/tally/issues/7';
			response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify(isThere ? { title: 'Negative hours', body: 'after midnight' } : { message: 'Not Found' }),
			);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const env = {
			GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			GITHUB_TOKEN: 'secret-token',
		};
		const there = await locate('https://github.com/some/tally/issues/7#issuecomment-1', { env }, '--json', '--verbose');
		const missing = await locate('https://github.com/some/tally/issues/8', { env });
		server.close();
		assert.equal(reportOf(there).issue.title, 'Negative hours');
		assert.deepEqual(seen.slice(0, 2), ['/repos/some/tally/issues/7', 'Bearer secret-token']);
		assert.equal(missing.code, 1);
		assert.match(missing.stderr, /There is no issue at .*issues\/8, or it is private/);
		const log = readFileSync(join(storage(), 'runs', runIds()[0] ?? '', 'run.jsonl'), 'utf8');
		assert.ok(![there.stdout, there.stderr, missing.stderr, log].some(text => text.includes('secret-token')));
	});

	it('refuses an address that is no issue', async () => {
		const { code, stderr } = await locate('https://example.org/issues/1');
		assert.equal(code, 1);
		assert.match(stderr, /is not the address of an issue on GitHub or GitLab\. It looks like https:/);
	});

	const ends: [how: string, signal: NodeJS.Signals, state: string][] = [
		['cancelled by Ctrl-C', 'SIGINT', 'cancelled'],
		['killed', 'SIGKILL', 'interrupted'],
	];
	for (const [how, signal, state] of ends) {
		it(`keeps what it has when ${how}, and continues it later`, async function () {
			if (process.platform === 'win32') {
				this.skip();
			}
			const many = Array.from({ length: 1000 }, (_, at) => [
				`ws/${at}.py`,
				`def f${at}():\n    return ${at}\n`.repeat(20),
			]);
			folder.write(Object.fromEntries(many));
			const words = ['locate', '--verbose', '--workspace', folder.path('ws'), '--issue', sampleIssue];
			const { code, stderr } = await cli(words, {
				onStart: child => child.stderr?.once('data', () => child.kill(signal)),
			});
			assert.notEqual(code, 0);
			const [id = ''] = runIds();
			if (signal === 'SIGINT') {
				assert.match(
					stderr,
					new RegExp(`Cancelled\\. The run is kept: continue it with \`faultline runs resume ${id}\``),
				);
			}
			assert.match((await cli(['runs', 'show', id])).stdout, new RegExp(`This run is ${state}`));
			assert.match((await cli(['runs'])).stdout, new RegExp(`^${id} {2}${state}`));
			const resumed = await cli(['runs', 'resume', id, '--json']);
			assert.equal(resumed.code, 0, resumed.stderr);
			assert.match((await cli(['runs'])).stdout, new RegExp(`^${id} {2}\\d+ location`));
		});
	}

	it('is cancelled while it waits for the issue, without a run', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const onStart: NonNullable<CliOptions['onStart']> = child => child.stderr?.once('data', () => child.kill('SIGINT'));
		const { code, stderr } = await locate('-', { onStart }, '--verbose');
		assert.equal(code, 1);
		assert.match(stderr, /Cancelled\.\n$/);
		assert.deepEqual(runIds(), []);
	});

	it('shows a run cut anywhere as interrupted, and ends it with the same locations when resumed', async () => {
		const whole = reportOf(await locate(sampleIssue, {}, '--json'));
		const [id = ''] = runIds();
		const file = join(storage(), 'runs', id, 'run.jsonl');
		const log = readFileSync(file);
		const lineEnds = [...log.keys()].filter(at => log[at] === 10).map(at => at + 1);
		const middle = lineEnds[Math.floor(lineEnds.length / 2)] ?? 0;
		for (const nBytes of [lineEnds[0] ?? 0, middle + 20, lineEnds.at(-2) ?? 0]) {
			writeFileSync(file, log.subarray(0, nBytes));
			assert.match((await cli(['runs'])).stdout, new RegExp(`^${id} {2}interrupted`));
			assert.match((await cli(['runs', 'show', id])).stdout, /This run is interrupted/);
			const resumed = reportOf(await cli(['runs', 'resume', id, '--json']));
			assert.deepEqual({ ...resumed, ms: 0 }, { ...whole, ms: 0 });
			const shown = JSON.parse((await cli(['runs', 'show', id, '--json'])).stdout);
			const { exit, metrics, path, ...report } = shown;
			assert.deepEqual({ ...report, ms: 0 }, { id, title: whole.issue.title, state: 'done', ...whole, ms: 0 });
			assert.deepEqual([exit.status, metrics.nRounds, path], ['submitted', whole.rounds.length, dirname(file)]);
		}
	});

	it('lists, shows and removes runs, and resumes none that is done', async () => {
		assert.match((await cli(['runs', 'list'])).stdout, /No runs are kept in .*storage/);
		assert.deepEqual(JSON.parse((await cli(['runs', 'list', '--json'])).stdout), { runs: [] });
		await locate(sampleIssue);
		const [id = ''] = runIds();
		const { runs } = JSON.parse((await cli(['runs', '--json'])).stdout) as { runs: Record<string, unknown>[] };
		assert.deepEqual(Object.keys(runs[0] ?? {}).sort(), [
			...['engine', 'id', 'isProvisional', 'nLocations', 'nPatches', 'sizeBytes', 'startedAt', 'state', 'title'],
		]);
		assert.deepEqual([runs[0]?.id, runs[0]?.state], [id, 'done']);
		const shown = await cli(['runs', 'show', id]);
		assert.match(shown.stdout, /^Entries that end after midnight[\s\S]*should/);
		assert.equal((await cli(['runs', 'rename', id, 'Night shifts'])).code, 0);
		assert.match((await cli(['runs', 'list'])).stdout, new RegExp(`^${id} .* Night shifts · embedded$`, 'm'));
		assert.match((await cli(['runs', 'show', id])).stdout, /^Night shifts\n/);
		assert.match((await cli(['runs', 'rename', id, ' '])).stderr, /needs a title/);
		const again = await cli(['runs', 'resume', id]);
		assert.equal(again.code, 1);
		assert.match(again.stderr, /is done: see `faultline runs show/);
		assert.equal((await cli(['runs', 'remove', id])).code, 0);
		assert.deepEqual(runIds(), []);
		for (const action of ['show', 'resume', 'remove']) {
			const { code, stderr } = await cli(['runs', action, id]);
			assert.equal(code, 1);
			assert.match(stderr, /There is no run/);
			assert.match((await cli(['runs', action, '../../ws'])).stderr, /is not the id of a run/);
		}
	});

	it('resumes in another place when the workspace has moved, and reports it when it is gone', async () => {
		folder.write({ 'ws/notes.txt': '' });
		await cli(['locate', '--workspace', folder.path('ws'), '--issue', sampleIssue]);
		const [id = ''] = runIds();
		cpSync(sample, folder.path('moved'), { recursive: true });
		rmSync(folder.path('ws'), { recursive: true });
		assert.match((await cli(['runs', 'resume', id])).stderr, /There is no folder .*ws: give the folder of the project/);
		const { code, stderr } = await cli(['runs', 'resume', id, '--workspace', folder.path('moved')]);
		assert.equal(code, 0, stderr);
	});
});
