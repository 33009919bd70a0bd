import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { RunFiles } from '../../../src/runs/node/runFiles';
import { isRunId, newRunId } from '../../../src/runs/node/runId';
import type { RunEnded, RunEvent, RunEventBody } from '../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { resultSummary } from '../../../src/runs/pure/fold/runResult';
import { RunLog } from '../../../src/runs/pure/log/runLog';
import { UserError } from '../../../src/system/pure/errors/userError';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';
import { numbered, runStarted } from '../../support/runEvents';
import { TestFolder } from '../../support/testFolder';

const ended: RunEnded = { type: 'runEnded', outcome: 'done' };

describe('RunFiles', () => {
	const folder = new TestFolder();
	let log: RecordedLog;
	let runs: RunFiles;

	beforeEach(() => {
		log = new RecordedLog();
		runs = new RunFiles(folder.path(), log);
	});
	afterEach(() => runs.close());

	const logFile = (id: string) => folder.path('runs', id, 'run.jsonl');
	const appendAll = async (id: string, events: readonly RunEvent[], to = runs) => {
		for (const event of events) {
			await to.append(id, event);
		}
	};

	it('keeps one event a line, and reads them back in order', async () => {
		const events = numbered([runStarted('a'), { type: 'reasoned', text: 'two\nlines \u2028 "quoted"' }, ended]);
		await appendAll('a', events);
		assert.equal(readFileSync(logFile('a'), 'utf8'), events.map(event => `${JSON.stringify(event)}\n`).join(''));
		assert.deepEqual(await runs.read('a'), events);
	});

	it('reads every whole event of a log cut anywhere, and continues after the last of them', async () => {
		const events = numbered([runStarted('a'), { type: 'indexed', nFiles: 1, nSymbols: 2 }, ended]);
		await appendAll('a', events);
		const whole = readFileSync(logFile('a'));
		const firstLine = whole.indexOf('\n') + 1;
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: firstLine, max: whole.length - 1 }), async sizeBytes => {
				writeFileSync(logFile('a'), whole);
				truncateSync(logFile('a'), sizeBytes);
				const kept = await runs.read('a');
				const expected = whole.subarray(0, sizeBytes).toString('utf8').split('\n').length - 1;
				assert.deepEqual(kept, events.slice(0, expected));
				const next = numbered([{ type: 'runResumed' }, ended], kept.length + 1);
				const later = new RunFiles(folder.path(), log);
				await appendAll('a', next, later);
				assert.deepEqual(await runs.read('a'), [...kept, ...next]);
			}),
			{ numRuns: 40 },
		);
	});

	it('refuses an event that does not follow the last one', async () => {
		await appendAll('a', numbered([runStarted('a')]));
		await assert.rejects(runs.append('a', { v: 2, seq: 3, at: 0, node: 'run', type: 'runResumed' }), UserError);
		await appendAll('a', numbered([ended], 2));
		assert.equal((await runs.read('a')).length, 2);
	});

	it('reports a damaged start and another version', async () => {
		const lines = numbered([runStarted('a'), { type: 'runResumed' }, ended]).map(event => JSON.stringify(event));
		const [first = '', second = ''] = lines;
		const cases: [content: string[], message: RegExp][] = [
			[[first, second.replace('"v":2', '"v":3')], /line 2: it was written by another version .*version 3/],
			[[second], /line 1: found event 2 instead/],
			[[first.replace('"runId":"a"', '"runId":"b"')], /does not begin with the start of run a/],
			[[], /does not begin with the start of run a/],
		];
		for (const [content, message] of cases) {
			folder.write({ 'runs/a/run.jsonl': content.map(line => `${line}\n`).join('') });
			await assert.rejects(runs.read('a'), error => error instanceof UserError && message.test(error.message));
		}
	});

	it('loses one event by a bad byte anywhere but in the first, reports it, and keeps the run from being continued', async () => {
		const bodies: RunEventBody[] = [
			{ type: 'nodeOpened', parent: 'run', key: 'k', kind: 'stage', title: 'Locate' },
			{ type: 'reasoned', text: 'one' },
			{ type: 'noted', text: 'two' },
			{ type: 'nodeClosed', summary: 'done' },
		];
		const events = numbered([runStarted('a'), ...bodies, ended]).map(event =>
			event.seq > 1 && event.seq < 6 ? { ...event, node: 'n1' } : event,
		);
		await appendAll('a', events);
		await runs.close();
		const sound = readFileSync(logFile('a'));
		const afterFirst = sound.indexOf('\n') + 1;
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: afterFirst, max: sound.length - 2 }),
				fc.constantFrom(0, 10, 255),
				async (at, byte) => {
					fc.pre(sound[at] !== byte);
					const bytes = Buffer.from(sound);
					bytes[at] = byte;
					writeFileSync(logFile('a'), bytes);
					const read = await new RunFiles(folder.path(), log).read('a');
					const run = foldRun(read);
					const isKept = (event: RunEvent) => event.seq === 1 || read.some(each => isDeepStrictEqual(each, event));
					const kept = events.filter(isKept);
					// The byte between two lines damages both.
					assert.ok(kept.length >= events.length - (sound[at] === 10 ? 2 : 1), `byte ${at}`);
					// A last line that is damaged counts as torn; without the byte between them, the last two are one.
					const isLast = sound.indexOf('\n', sound[at] === 10 ? at + 1 : at) === sound.length - 1;
					if (kept.length < events.length && !isLast) {
						assert.equal(run.isReadOnly, true);
						assert.match(JSON.stringify(run.nodes.run), /The log of this run is damaged/);
						assert.match(log.lines.at(-1) ?? '', /is damaged in line/);
					}
				},
			),
			{ numRuns: 200 },
		);
	});

	it('lists runs newest first, each in one line', async () => {
		const location = { id: 'a.txt#L1', file: 'a.txt', startLine: 1, endLine: 1 };
		const located = { intendedBehavior: '', score: 1, evidence: [] };
		const named: RunEventBody = {
			type: 'locationsNamed',
			locations: [{ ...location, ...located }],
			ranking: { files: [], modules: [], functions: [] },
		};
		await appendAll('old', numbered([runStarted('old', 'first'), named, ended]));
		await appendAll(
			'new',
			numbered([runStarted('new', 'second')], 1).map(event => ({ ...event, at: 2 })),
		);
		assert.deepEqual(
			(await runs.list()).map(({ id, title, state, nLocations }) => [id, title, state, nLocations]),
			[
				['new', 'second', 'running', 0],
				['old', 'first', 'done', 1],
			],
		);
		assert.equal((await runs.list())[1]?.sizeBytes, readFileSync(logFile('old')).length);
		assert.deepEqual((await runs.list())[1]?.startedAt, 1);
	});

	it('lists a long run by its ends as by the whole of it', async () => {
		const long: RunEventBody = { type: 'reasoned', text: 'x'.repeat(50_000) };
		const named: RunEventBody = {
			type: 'locationsNamed',
			locations: [],
			ranking: { files: [], modules: [], functions: [] },
		};
		const filler = Array.from({ length: 10 }, () => long);
		const dismissed: RunEventBody = { type: 'locationDismissed', location: 'x' };
		const result = { title: 'title 4', engine: 'embedded', nLocations: 0, nPatches: 0, isProvisional: false };
		const cases: RunEventBody[][] = [
			[...filler, named, ended],
			[...filler, named, { type: 'runEnded', outcome: 'cancelled' }, dismissed],
			[named, ended, ...filler],
			[...filler, named, { ...ended, summary: { engine: 'embedded', nLocations: 0 } }],
			[...filler, named, { ...ended, summary: result }, { type: 'runRenamed', title: 'another' }],
			[...filler, named, ended, { type: 'runResumed' }, long],
			[...filler, named],
		];
		for (const [at, bodies] of cases.entries()) {
			const id = `run${at}`;
			const events = numbered([runStarted(id, `title ${at}`), ...bodies]);
			await appendAll(id, events);
			const { state } = foldRun(events);
			const { sizeBytes: _, ...listed } = (await runs.list()).find(run => run.id === id) ?? {};
			const whole = { id, state, startedAt: 1, ...resultSummary(foldRun(events)) };
			assert.deepEqual(listed, whole, `case ${at}`);
		}
	});

	it('leaves damaged runs and other things out of the list, and logs the damaged ones', async () => {
		await appendAll('good', numbered([runStarted('good'), ended]));
		folder.write({ 'runs/bad/run.jsonl': 'x\n{}\n', 'runs/empty/': '', 'runs/.x/run.jsonl': '', 'runs/file': '' });
		assert.deepEqual(
			(await runs.list()).map(({ id }) => id),
			['good'],
		);
		assert.equal(log.lines.length, 1);
		assert.match(log.lines[0] ?? '', /warn: Run bad is left out: .*line 1/);
	});

	it('has no runs where there is no folder yet', async () => {
		assert.deepEqual(await new RunFiles(folder.path('nowhere'), log).list(), []);
		assert.ok(!existsSync(folder.path('nowhere')), 'looking makes no folder');
	});

	it('removes a run with all it produced, but none that is under way', async () => {
		await appendAll('a', numbered([runStarted('a')]));
		folder.write({ [`${join('runs', 'a', 'artifacts')}/output.txt`]: 'text' });
		assert.equal(await runs.artifacts('a'), folder.path('runs', 'a', 'artifacts'));
		await assert.rejects(runs.remove('a'), /is running: cancel it first/);
		await appendAll('a', numbered([ended], 2));
		await runs.remove('a');
		assert.ok(!existsSync(folder.path('runs', 'a')));
		await assert.rejects(runs.remove('a'), /There is no run a/);
		await assert.rejects(runs.read('a'), /There is no run a/);
	});

	it('takes no id that leads anywhere else', async () => {
		folder.write({ 'secret/run.jsonl': 'text' });
		for (const id of ['../secret', '..', '.', '', 'a/b', 'a\\b', '/tmp', 'C:x', 'a\0b', '.hidden', 'a'.repeat(200)]) {
			const event = numbered([runStarted(id)])[0] as RunEvent;
			assert.throws(() => runs.append(id, event), UserError, id);
			await assert.rejects(runs.read(id), UserError, id);
			await assert.rejects(runs.remove(id), UserError, id);
		}
		assert.ok(existsSync(folder.path('secret', 'run.jsonl')));
	});

	it('makes ids that are safe and sort by time', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 1e9 }), (at, later) => {
				assert.ok(isRunId(newRunId(at)));
				assert.ok(newRunId(at) < newRunId(at + later));
			}),
		);
		assert.notEqual(newRunId(1), newRunId(1));
	});

	it('states what to do when runs cannot be kept', async () => {
		folder.write({ blocked: 'a file' });
		const blocked = new RunFiles(folder.path('blocked'), log);
		await assert.rejects(
			appendAll('a', numbered([runStarted('a')]), blocked),
			error => error instanceof UserError && /Choose another storage folder/.test(error.message),
		);
	});

	describe('with another process', () => {
		let child: ChildProcess | undefined;
		let script: string;

		beforeEach(() => {
			script = folder.path('appendForever.js');
			const entryPoints = [join(repoRoot, 'test', 'support', 'appendForever.ts')];
			buildSync({ entryPoints, outfile: script, bundle: true, platform: 'node', logLevel: 'error' });
		});
		afterEach(() => child?.kill('SIGKILL'));

		/** Starts appending to run `a`; resolves once `count` events are reported to be on disk. */
		const startAppending = async (count: number) => {
			const started = spawn(process.execPath, [script, folder.path(), 'a'], { stdio: ['ignore', 'pipe', 'inherit'] });
			child = started;
			const seqs: number[] = [];
			const lines = createInterface({ input: started.stdout });
			lines.on('line', line => seqs.push(Number(line)));
			while (seqs.length < count) {
				await once(lines, 'line');
			}
			return { seqs, closed: once(lines, 'close'), process: started };
		};

		it('loses nothing that was flushed when that is killed while it writes', async () => {
			const { seqs, closed, process: writer } = await startAppending(12);
			writer.kill('SIGKILL');
			await closed;
			const events = await runs.read('a');
			assert.ok(events.length >= seqs.length, `${events.length} events of ${seqs.length} flushed`);
			assert.equal(foldRun(events).state, 'running');
			assert.equal(await runs.isActive('a'), false);
			await appendAll('a', numbered([{ type: 'runResumed' }, ended], events.length + 1));
			assert.equal(foldRun(await runs.read('a')).state, 'done');
			assert.equal((await runs.list())[0]?.state, 'done');
		});

		it('never writes the same run, nor removes it, while that lives', async () => {
			const { process: writer, closed } = await startAppending(3);
			assert.equal(await runs.isActive('a'), true);
			await assert.rejects(
				runs.append('a', { v: 2, seq: 4, at: 0, node: 'run', type: 'runResumed' }),
				error => error instanceof UserError && new RegExp(`Another process \\(${writer.pid}\\)`).test(error.message),
			);
			await assert.rejects(runs.remove('a'), /is running/);
			assert.equal((await runs.list())[0]?.id, 'a', 'reading is always possible');
			writer.kill('SIGKILL');
			await closed;
		});
	});

	it('takes over the lock of a process that is gone, whatever became of its number', async () => {
		await appendAll('a', numbered([runStarted('a')]));
		await runs.close();
		const remains = [JSON.stringify({ pid: 999_999_999 }), JSON.stringify({ pid: process.pid, startTicks: '1' })];
		for (const [at, content] of remains.entries()) {
			if (at === 1 && process.platform !== 'linux') {
				continue;
			}
			folder.write({ 'runs/a/lock': content });
			assert.equal(await runs.isActive('a'), false);
			await appendAll('a', numbered([{ type: 'runResumed' }], at + 2));
			assert.equal(await runs.isActive('a'), true);
			await runs.close();
			assert.ok(!existsSync(folder.path('runs', 'a', 'lock')));
		}
	});

	it('takes a lock that is just being written for that of a living process', async () => {
		folder.write({ 'runs/a/lock': '' });
		await assert.rejects(appendAll('a', numbered([runStarted('a')])), /Another process/);
	});

	it('lets events be appended to a run that has ended, without locking it', async () => {
		await appendAll('a', numbered([runStarted('a'), ended]));
		await appendAll('a', numbered([{ type: 'locationDismissed', location: 'x' }], 3));
		assert.ok(!existsSync(folder.path('runs', 'a', 'lock')));
		await appendAll('a', numbered([{ type: 'locationRestored', location: 'x' }], 4), new RunFiles(folder.path(), log));
		assert.equal((await runs.read('a')).length, 4);
	});

	it('continues after an event that could not be written', async () => {
		await appendAll('a', numbered([runStarted('a')]));
		appendFileSync(logFile('a'), '{"v":1,"seq":2,"at"');
		await runs.close();
		await appendAll('a', numbered([{ type: 'runResumed' }], 2));
		assert.deepEqual(
			(await runs.read('a')).map(({ type }) => type),
			['runStarted', 'runResumed'],
		);
	});

	it('loses no decision about a run that has ended, made in two windows at once', async () => {
		const id = 'two-windows';
		await appendAll(id, numbered([runStarted(id, 'title'), { type: 'runEnded', outcome: 'done' }]));
		const clock = { now: () => 0 };
		const windows = [runs, new RunFiles(folder.path(), log)];
		const logs = await Promise.all(windows.map(window => RunLog.reopen(window, clock, id)));
		const names = Array.from({ length: 10 }, (_, at) => `location ${at}`);
		await Promise.all(names.map((location, at) => logs[at % 2]?.emit('run', { type: 'locationDismissed', location })));
		assert.deepEqual((await RunLog.reopen(runs, clock, id)).run.dismissed.toSorted(), names);
	});
});
