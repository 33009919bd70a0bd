import type { NodeOutcome, nodeOutcomes, RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { EndReason } from '../../src/runs/pure/fold/pathEnding';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { exampleEvents, exampleSteps } from './exampleRun';
import { patchOf } from './patchRun';

type Step = readonly [node: string, body: RunEventBody];

const done: Step = ['run', { type: 'runEnded', outcome: 'done' }];
const patch = patchOf('p1', { path: 'tally/clock.py', before: '1\n', after: '2\n' });

const stage = (node: string, parent: string, key: string, isAside = false): Step => [
	node,
	{ type: 'nodeOpened', parent, key, kind: 'stage', title: key, phase: 'patch', ...(isAside && { isAside }) },
];
const feedback = (node: string, title: string): Step => [
	node,
	{ type: 'nodeOpened', parent: 'r2', key: node, kind: 'feedback', title },
];
const turn: Step = [
	'n3',
	{
		...{ type: 'nodeOpened', parent: 'n2', key: 'turn', kind: 'round', phase: 'patch', title: 'Take the next action' },
		expansion: { left: {} },
	},
];

/** A fix that wrote a patch. */
const patched: readonly Step[] = [
	...exampleSteps.slice(0, -1),
	['run', { type: 'runResumed', goal: 'fix', engine: 'gpt', server: 'localhost' }],
	stage('n1', 'r2', 'patch'),
	['n1', { type: 'patchWritten', patch }],
	['n1', { type: 'nodeClosed', summary: 'submitted: a patch of tally/clock.py' }],
	['run', { type: 'patchesRanked', ranking: [{ patch: 'p1', reasons: ['It is the only patch.'] }] }],
];

const exit = (kind: 'exit_format' | 'exit_context' | 'exit_error' | 'exit_limit' | 'dropped' | 'submitted') =>
	[
		['n3', { type: 'branchEnded', exit: kind }],
		['n3', { type: 'nodeClosed', summary: `Ended the branch (${kind})` }],
	] satisfies Step[];

const submitted = (outcome: NodeOutcome, summary: string): readonly Step[] => [
	stage('n4', 'n3', 'submit'),
	['n4', { type: 'nodeClosed', summary, outcome }],
	...exit('submitted'),
	done,
];

/** What follows the user's feedback, which then ends for this reason. */
const ends: Readonly<Record<EndReason, readonly Step[]>> = {
	exit_format: [...exit('exit_format'), done],
	exit_context: [...exit('exit_context'), done],
	exit_error: [['n3', { type: 'noted', text: 'The disk is full.' }], ...exit('exit_error'), done],
	exit_limit: [...exit('exit_limit'), done],
	dropped: [...exit('dropped'), done],
	pruned: [['n3', { type: 'nodeClosed', summary: 'look “clock”' }], ['n3', { type: 'branchPruned' }], done],
	superseded: [done],
	noChange: submitted({ kind: 'nothing' }, 'submitted: there is no change to submit'),
	notSubmitted: submitted(
		{ kind: 'failed', next: 'Give feedback on an earlier round.' },
		'submitted: the changes could not be submitted',
	),
	samePatch: submitted({ kind: 'same' }, 'submitted: the same patch as another branch'),
	noResult: [['n3', { type: 'nodeClosed', summary: 'Took no action' }], done],
	cap: [
		['run', { type: 'paused', reason: 'cap', cap: 'requests', limit: 60 }],
		['run', { type: 'unpaused' }],
		['n3', { type: 'nodeClosed', summary: 'look “clock”' }],
		done,
	],
	cancelled: [['run', { type: 'runEnded', outcome: 'cancelled' }]],
	failed: [['run', { type: 'runEnded', outcome: 'failed', message: 'The model cannot be reached.' }]],
	interrupted: [],
};

/** A fix with a patch, whose user then gave feedback (`n2`) that ended without one. */
export function endedFeedback(reason: EndReason): Run {
	const given = feedback('n2', 'Look at the clock.');
	const begun = reason === 'superseded' ? [given, feedback('n5', 'Look at the calendar.')] : [given, turn];
	return foldRun(exampleEvents([...patched, done, resumed, ...begun, ...ends[reason]]));
}

const resumed: Step = ['run', { type: 'runResumed' }];

/** A step beside the trajectories that ended so. */
export function endedAside(kind: (typeof nodeOutcomes)[number]): Run {
	const outcome: NodeOutcome = kind === 'failed' ? { kind, next: 'Compare the patches yourself.' } : { kind };
	return foldRun(
		exampleEvents([
			...patched,
			stage('n2', 'run', 'vote 1', true),
			['n2', { type: 'noted', text: 'The answer is empty.' }],
			['n2', { type: 'nodeClosed', summary: 'The model could not compare the patches', outcome }],
			done,
		]),
	);
}

/** A run that ended with neither a patch nor a location, for the goal of a fix or of locations. */
export function emptyRun(goal: 'fix' | undefined): Run {
	const steps = exampleSteps.filter(([, { type }]) => type !== 'locationsNamed').slice(0, -1);
	const fix: readonly Step[] = [['run', { type: 'runResumed', goal: 'fix', engine: 'gpt', server: 'localhost' }]];
	return foldRun(exampleEvents([...steps, ...(goal === 'fix' ? fix : []), done]));
}
