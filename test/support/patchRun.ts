import { printDiff } from '../../src/runs/pure/diff/printDiff';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Execution } from '../../src/runs/pure/model/execution';
import type { Patch, PatchedFile } from '../../src/runs/pure/model/patch';
import { exampleSteps } from './exampleRun';
import { runStarted } from './runEvents';

/** A patch as the stages produce it. */
export function patchOf(id: string, ...files: readonly PatchedFile[]): Patch {
	return { id, diff: printDiff(files), files };
}

const failed: Execution = {
	stdout: '',
	stderr: 'Traceback (most recent call last):\nAssertionError: expected 165 minutes, got -1275',
	exitCode: 1,
	timedOut: false,
	durationMs: 240,
};
const passed: Execution = { ...failed, stderr: '', stdout: 'ok', exitCode: 0 };

/** A run that ended with patches: the first resolves the issue, the others do not. */
export function patchRunEvents(runId: string, title: string, patches: readonly Patch[]): RunEventBody[] {
	const reproducer = 't1';
	const text = 'assert minutes_between(1320, 45) == 165\n';
	const ran = (execution: Execution, patch?: string): RunEventBody => ({
		type: 'reproducerRan',
		ran: {
			...{ reproducer, execution, verdict: execution === passed ? 'passed' : 'reproduced' },
			...(patch !== undefined && { patch }),
			why: execution === passed ? 'It ends well.' : 'Its assertion fails as the issue says.',
		},
	});
	const validated = (execution: Execution, patch?: string): RunEventBody => ({
		type: 'validationRan',
		ran: {
			...{ command: 'python -m unittest', execution, verdict: 'passed', why: 'The tests pass.' },
			...(patch !== undefined && { patch }),
		},
	});
	return [
		runStarted(runId, title),
		...exampleSteps.flatMap(([, body]) => (body.type === 'locationsNamed' ? [body] : [])),
		{ type: 'reproducerWritten', reproducer: { id: reproducer, language: 'python', file: 'reproducer.py', text } },
		ran(failed),
		validated(passed),
		...patches.flatMap((patch, at): RunEventBody[] => [
			{ type: 'patchWritten', patch },
			ran(at === 0 ? passed : failed, patch.id),
			{
				type: 'patchReviewed',
				review: {
					...{
						patch: patch.id,
						reproducer,
						patchCorrect: at === 0,
						testCorrect: true,
						testAnalysis: '',
						testAdvice: '',
					},
					patchAnalysis: at === 0 ? 'The end counts as the next day.' : 'The sum is still wrong across midnight.',
					patchAdvice: at === 0 ? '' : 'Count the end as the next day.',
				},
			},
			...(at === 0 ? [validated(passed, patch.id)] : []),
		]),
		{
			type: 'patchesRanked',
			ranking: patches.map((patch, at) => ({
				patch: patch.id,
				reasons:
					at === 0
						? ['The reproducer fails before and passes after it.', 'It is the smaller change.']
						: ['The reproducer fails with it as well.'],
			})),
		},
		{ type: 'runEnded', outcome: 'done' },
	];
}
