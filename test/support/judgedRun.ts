import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import type { Execution } from '../../src/runs/pure/model/execution';
import type { Patch } from '../../src/runs/pure/model/patch';
import type { ReproducerRun } from '../../src/runs/pure/model/reproducer';
import type { TestFindings } from '../../src/runs/pure/model/testing/testFindings';
import { patchOf } from './patchRun';
import { numbered, runStarted } from './runEvents';

/** How a patch was judged. `breaks`: tests that pass without it; unless given, no tests were run with it. */
export interface JudgedPatch {
	readonly id: string;
	readonly reproducer: ReproducerRun['verdict'];
	readonly breaks?: readonly string[];
	/** Of the tests `new_1` and `new_2`, which fail without it. */
	readonly fixes?: readonly string[];
	readonly decision?: 'accepted' | 'rejected' | 'undone';
	readonly patch?: Patch;
}

interface JudgedRunOptions {
	readonly runId: string;
	readonly workspace: readonly string[];
}

export const patchFor = (id: string): Patch => patchOf(id, { path: `${id}.txt`, before: 'old\n', after: `${id}\n` });

/** A run whose reproducer fails without a patch, in a project with ten tests that pass. */
export function judgedRun(patches: readonly JudgedPatch[]): Run {
	return foldRun(numbered(judgedEvents(patches)));
}

export function judgedEvents(
	patches: readonly JudgedPatch[],
	{ runId, workspace }: JudgedRunOptions = { runId: 'a', workspace: ['/ws'] },
): RunEventBody[] {
	const started = { ...runStarted(runId, 'It fails'), goal: 'fix', workspace } as const;
	return [
		started,
		{ type: 'reproducerWritten', reproducer: { id: 't1', language: 'python', file: 'r.py', text: 'assert 0\n' } },
		ran('reproduced'),
		validated({ nPassed: nTests, failing: newTests }, undefined),
		...patches.flatMap(patchEvents),
		{ type: 'runEnded', outcome: 'done' },
	];
}

const nTests = 10;
const newTests = ['new_1', 'new_2'];
const execution: Execution = { stdout: '', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 };

function patchEvents({ id, reproducer, breaks, fixes = [], decision, patch = patchFor(id) }: JudgedPatch) {
	const events: RunEventBody[] = [{ type: 'patchWritten', patch }, ran(reproducer, id)];
	if (breaks !== undefined) {
		events.push(validated({ nPassed: nTests - breaks.length, failing: newTests, breaks, fixes }, id));
	}
	for (const { path } of decision === undefined ? [] : patch.files) {
		if (decision === 'rejected') {
			events.push({ type: 'hunksDecided', patch: id, path, hunks: [0], decision: 'rejected' });
			continue;
		}
		for (const becomes of decision === 'accepted' ? (['accepted'] as const) : (['accepted', 'undone'] as const)) {
			const write = `${id} ${becomes}`;
			events.push({ type: 'patchWriteStarted', write, patch: id, path, hunks: [0], becomes, undoes: [] });
			events.push({ type: 'patchWriteEnded', write, outcome: 'written' });
		}
	}
	return events;
}

function ran(verdict: ReproducerRun['verdict'], patch?: string): RunEventBody {
	const of = patch === undefined ? {} : { patch };
	return { type: 'reproducerRan', ran: { reproducer: 't1', verdict, execution, why: '', ...of } };
}

interface Found {
	readonly nPassed: number;
	readonly failing: readonly string[];
	readonly breaks?: readonly string[];
	readonly fixes?: readonly string[];
}

function validated({ nPassed, failing, breaks = [], fixes = [] }: Found, patch: string | undefined): RunEventBody {
	const names = (all: readonly string[]) => ({ n: all.length, names: all });
	const tests: TestFindings = {
		...{ runner: 'pytest', nPassed, failing: names(failing), fixed: names(fixes), flaky: names([]), leftOut: [] },
		...{ broken: breaks.map(id => ({ id, how: 'fails' as const })), nBroken: breaks.length },
	};
	const verdict = patch === undefined ? 'unclear' : breaks.length > 0 ? 'failed' : 'passed';
	const of = patch === undefined ? {} : { patch };
	return { type: 'validationRan', ran: { command: 'pytest', verdict, execution, why: '', tests, ...of } };
}
