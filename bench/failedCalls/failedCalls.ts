import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRunLog } from '../../src/runs/node/runLogLines';
import { groupBy } from '../support/groupBy';
import { type CallEnd, type MadeCall, madeCalls } from './madeCalls';

/** Collects the calls of a model that were filled in wrongly or found nothing, to improve the descriptions of tools by. */
const usage = `npm run bench -- failedCalls --runs DIR [--cases FILE]
  --runs   a folder with runs, at any depth
  --cases  a file for the cases, one JSON line each`;
const ends: readonly CallEnd[] = ['good', 'refused', 'reread', 'failed', 'unfinished'];

const { values } = parseArgs({ options: { runs: { type: 'string' }, cases: { type: 'string' } } });
if (values.runs === undefined) {
	console.error(usage);
	process.exitCode = 2;
} else {
	report(logsIn(values.runs).flatMap(log => madeCalls(readRunLog(readFileSync(log), log).events)));
}

function logsIn(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return files.filter(path => basename(path) === 'run.jsonl').map(path => join(folder, path));
}

function report(calls: readonly MadeCall[]): void {
	const cases = calls.filter(({ end }) => end !== 'good' && end !== 'unfinished');
	for (const [tool, all] of groupBy(calls, call => call.tool)) {
		console.log(`${tool || '(no single call)'}: ${counts(all)}`);
		for (const { args, end, problem } of all.filter(call => cases.includes(call))) {
			console.log(`    ${end}: ${args}\n        ${problem}`);
		}
	}
	console.log(`all: ${counts(calls)}`);
	if (values.cases !== undefined) {
		writeFileSync(values.cases, cases.map(call => `${JSON.stringify(call)}\n`).join(''));
	}
}

function counts(calls: readonly MadeCall[]): string {
	return ends.map(end => `${calls.filter(call => call.end === end).length} ${end}`).join(', ');
}
