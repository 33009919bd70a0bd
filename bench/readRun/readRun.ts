import assert from 'node:assert/strict';
import { readRunLog } from '../../src/runs/node/runLogLines';
import type { RunEvent, RunEventBody } from '../../src/runs/pure/events/runEvent';
import { foldRun } from '../../src/runs/pure/fold/runFold';

/**
 * Reads the log of a generated run of 50,000 events, as opening a run does, and compares the time with `JSON.parse` of the same
 * lines and with a run of 5,000 events, measured in turn.
 *
 *     npm run bench -- readRun [ROUNDS]
 */
const [nRounds = 7] = process.argv.slice(2).map(Number);
const [small, large] = [5_000, 50_000].map(logOf) as [Buffer, Buffer];
const figures = Array.from({ length: nRounds }, () => ({
	parse: time(() =>
		large
			.toString('utf8')
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line)),
	),
	large: time(() => open(large)),
	small: time(() => open(small)),
}));
const median = (of: (figure: (typeof figures)[number]) => number) =>
	figures.map(of).sort((a, b) => a - b)[Math.floor(nRounds / 2)] ?? 0;
console.log(
	`opening 50,000 events: ${median(({ large, parse }) => large / parse).toFixed(2)} times JSON.parse of their lines`,
);
console.log(
	`                       ${median(({ large, small }) => large / small).toFixed(2)} times opening 5,000 events`,
);

function open(log: Buffer): void {
	assert.ok(foldRun(readRunLog(log, 'run.jsonl').events).selected.leaf);
}

function time(action: () => void): number {
	const startedMs = performance.now();
	action();
	return performance.now() - startedMs;
}

/** A run of a model: rounds of one request and three calls, and a branch every 100 rounds. */
function logOf(nEvents: number): Buffer {
	const events: RunEvent[] = [];
	const emit = (node: string, body: RunEventBody) => {
		const seq = events.length + 1;
		events.push({ v: 2, seq, at: seq, node, ...body });
	};
	const issue = { title: 'title', body: 'body', source: { kind: 'text' } } as const;
	emit('run', { type: 'runStarted', runId: 'a', issue, engine: 'model', workspace: [], version: '' });
	let tip = 'run';
	for (let n = 1; events.length < nEvents; n++) {
		const id = `n${n}`;
		const isFeedback = n % 100 === 0;
		const parent = isFeedback ? `n${n - 50}` : tip;
		const kind = isFeedback ? 'feedback' : 'round';
		emit(id, { type: 'nodeOpened', parent, key: isFeedback ? id : 'round', kind, title: `Round ${n}` });
		tip = id;
		if (!isFeedback) {
			round(id, emit);
		}
	}
	return Buffer.from(
		events
			.slice(0, nEvents)
			.map(event => `${JSON.stringify(event)}\n`)
			.join(''),
	);
}

function round(id: string, emit: (node: string, body: RunEventBody) => void): void {
	const fresh = { [`${id}-m`]: { role: 'user', text: 'What do the results mean? '.repeat(10) } } as const;
	const usage = { inputTokens: 1000, cachedTokens: 0, outputTokens: 100, isEstimated: false };
	emit(id, { type: 'modelAsked', request: id, purpose: 'search', fresh, sent: [`${id}-m`], tools: [], form: 'tools' });
	emit(id, {
		type: 'modelAnswered',
		request: id,
		text: 'Look there. '.repeat(20),
		toolCalls: [],
		usage,
		finish: 'done',
	});
	for (const call of ['1', '2', '3']) {
		emit(id, { type: 'toolCalled', call, tool: 'search_code', args: { query: 'total' } });
		const places = [{ file: 'a.py', startLine: 1, endLine: 2 }];
		emit(id, { type: 'toolAnswered', call, ok: true, text: 'def total(self): '.repeat(20), places });
	}
	emit(id, { type: 'nodeClosed', summary: 'Looked for total' });
}
