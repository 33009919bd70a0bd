import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunEvent } from '../src/core/model/run/runEvent';
import { readRunLog } from '../src/node/runs/runLogLines';
import { groupBy } from './support/groupBy';

/** Collects the calls of a model that found nothing or were filled in wrongly, to improve the descriptions of tools by. */
const usage = `npm run bench -- failedCalls --runs DIR [--cases FILE]
  --runs   a folder with runs, at any depth
  --cases  a file for the cases, one JSON line each`;

interface Call {
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	/** Why it failed: the first line of the answer. Absent where it did not. */
	readonly problem?: string;
}

const { values } = parseArgs({ options: { runs: { type: 'string' }, cases: { type: 'string' } } });
if (values.runs === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	report(logsIn(values.runs).flatMap(log => callsOf(readRunLog(readFileSync(log), log).events)));
}

function logsIn(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return files.filter(path => basename(path) === 'run.jsonl').map(path => join(folder, path));
}

function callsOf(events: readonly RunEvent[]): Call[] {
	const made = new Map<string, Call>();
	for (const event of events) {
		if (event.type === 'toolCalled') {
			made.set(event.call, { tool: event.tool, args: event.args });
		}
		const call = event.type === 'toolAnswered' && !event.ok ? made.get(event.call) : undefined;
		if (call !== undefined && event.type === 'toolAnswered') {
			const [problem = ''] = event.text.split('\n');
			made.set(event.call, { ...call, problem });
		}
	}
	return [...made.values()];
}

function report(calls: readonly Call[]): void {
	const failed = calls.filter(({ problem }) => problem !== undefined);
	for (const [tool, all] of groupBy(calls, call => call.tool)) {
		const problems = all.flatMap(({ args, problem }) => (problem === undefined ? [] : [{ args, problem }]));
		console.log(`${tool}: ${all.length} calls, ${problems.length} failed`);
		for (const { args, problem } of problems) {
			console.log(`    ${JSON.stringify(args)}\n        ${problem}`);
		}
	}
	console.log(`${calls.length} calls, ${failed.length} failed`);
	if (values.cases !== undefined) {
		writeFileSync(values.cases, failed.map(call => `${JSON.stringify(call)}\n`).join(''));
	}
}
