import type { RunEvent, RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { runStarted } from './runEvents';

type Step = readonly [node: string, body: RunEventBody];

/** The events of a run of two rounds: a successful search, one without results, and two locations. */
export function exampleEvents(steps: readonly Step[] = exampleSteps): RunEvent[] {
	return steps.map(([node, body], at) => ({ v: 2, seq: at + 1, at: at + 1, node, ...body }));
}

export function exampleRun(steps?: readonly Step[]): Run {
	return foldRun(exampleEvents(steps));
}

export const exampleSteps: readonly Step[] = [
	['run', runStarted('20260101-000000-000-abcd', 'Totals are wrong after midnight')],
	['run', { type: 'indexed', nFiles: 12, nSymbols: 340 }],
	[
		'run',
		{
			type: 'briefMade',
			brief: {
				title: 'Totals are wrong after midnight',
				prose: 'prose',
				codeBlocks: ['code'],
				tracebacks: [{ frames: [{ file: 'clock.py', line: 3 }], error: 'ValueError: negative' }],
				names: [{ text: 'minutes_between', form: 'code', count: 1, inTitle: false, inProse: true, isCalled: false }],
				strings: ['-21:15'],
				paths: [{ path: 'tally/clock.py', line: 12 }],
				expectations: ['An entry should count as 2:45.'],
			},
		},
	],
	['r1', { type: 'nodeOpened', parent: 'run', key: 'round', kind: 'round', title: 'Reading the names of the issue' }],
	['r1', { type: 'reasoned', text: 'The issue names minutes_between.' }],
	['r1', { type: 'toolCalled', call: 'c1', tool: 'search_method', args: { method_name: 'minutes_between' } }],
	[
		'r1',
		{
			type: 'toolAnswered',
			call: 'c1',
			ok: true,
			text: 'Found 1 definition.',
			places: [{ file: 'tally/clock.py', startLine: 21, endLine: 23, method: 'minutes_between' }],
		},
	],
	['r1', { type: 'nodeClosed', summary: 'Read 1 definition in clock.py, 1 new suspect' }],
	[
		'r2',
		{ type: 'nodeOpened', parent: 'r1', key: 'round', kind: 'round', title: 'Looking for the words of the issue' },
	],
	['r2', { type: 'toolCalled', call: 'c1', tool: 'search_code', args: { query: 'mid "night"' } }],
	['r2', { type: 'toolAnswered', call: 'c1', ok: false, text: 'No line holds that. Near: midday', places: [] }],
	['r2', { type: 'nodeClosed', summary: 'Looked for 1 phrase, nothing found' }],
	[
		'run',
		{
			type: 'locationsNamed',
			locations: [
				{
					id: 'tally/clock.py#minutes_between',
					file: 'tally/clock.py',
					startLine: 21,
					endLine: 23,
					method: 'minutes_between',
					intendedBehavior: 'An entry should count as 2:45.',
					score: 0.9,
					evidence: [
						{ kind: 'name', text: 'The issue names it', node: 'r1' },
						{ kind: 'words', text: 'Shares words with the issue' },
					],
				},
				{
					id: 'tally/entries.py#Entry.minutes',
					file: 'tally/entries.py',
					startLine: 24,
					endLine: 26,
					class: 'Entry',
					method: 'minutes',
					intendedBehavior: 'Minutes should not be negative.',
					score: 0.3,
					evidence: [{ kind: 'calls', text: 'Calls minutes_between', node: 'r2' }],
				},
			],
			ranking: { files: ['tally/clock.py'], modules: [], functions: ['tally/clock.py:minutes_between'] },
		},
	],
	['run', { type: 'runEnded', outcome: 'done' }],
];
