import type { RunEvent, RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Run } from '../../src/runs/pure/fold/run';
import { exampleEvents, exampleRun, exampleSteps } from './exampleRun';
import { runStarted } from './runEvents';

type Step = readonly [node: string, body: RunEventBody];

const usage = { inputTokens: 1300, cachedTokens: 1000, outputTokens: 100, isEstimated: false };
const read = { tool: 'search_method', args: { method_name: 'minutes_between' } };

/** A run with a model: a busy server, an answer in prose, one in JSON, provisional locations, feedback. */
export const exampleModelSteps: readonly Step[] = [
	[
		'run',
		{ ...runStarted('20260101-000000-000-model', 'Totals are wrong'), engine: 'gpt-test', server: 'models.example' },
	],
	['r1', { type: 'nodeOpened', parent: 'run', key: 'round', kind: 'round', title: 'Round 1' }],
	[
		'r1',
		{
			...{ type: 'modelAsked', request: 'r1.m1', purpose: 'choose searches', tools: ['search_method'], form: 'tools' },
			fresh: {
				m1: { role: 'system', text: 'You look for bugs.' },
				m2: { role: 'user', text: 'Totals are wrong' },
			},
			sent: ['m1', 'm2'],
		},
	],
	[
		'r1',
		{
			...{ type: 'modelFailed', request: 'r1.m1', kind: 'rateLimited', message: 'models.example is busy.' },
			retryInMs: 6_500,
		},
	],
	[
		'r1',
		{
			...{ type: 'modelAnswered', request: 'r1.m1', text: 'The clock looks wrong.', usage, finish: 'done' },
			toolCalls: [{ id: 'a', name: 'search_method', arguments: '{"method_name":"minutes_between"}' }],
		},
	],
	['r1', { type: 'toolCalled', call: 'r1.1', ...read }],
	[
		'r1',
		{
			...{ type: 'toolAnswered', call: 'r1.1', ok: true, text: 'def minutes_between' },
			places: [{ file: 'tally/clock.py', startLine: 21, endLine: 23, method: 'minutes_between' }],
		},
	],
	['r1', { type: 'noted', text: 'Left out the 2 oldest results.' }],
	['r1', { type: 'nodeClosed', summary: 'Looked for total: 1 found' }],
	['r2', { type: 'nodeOpened', parent: 'r1', key: 'round', kind: 'round', title: 'Round 2' }],
	[
		'r2',
		{
			...{ type: 'modelAsked', request: 'r2.m1', purpose: 'search or name locations', tools: [], form: 'jsonObject' },
			fresh: { m3: { role: 'tool', call: 'a', text: 'def minutes_between' } },
			sent: ['m1', 'm2', 'm3'],
		},
	],
	[
		'r2',
		{
			...{ type: 'modelAnswered', request: 'r2.m1', text: '{"bug_locations": []}', toolCalls: [], finish: 'done' },
			usage: { ...usage, isEstimated: true },
		},
	],
	['r2', { type: 'nodeClosed', summary: 'Gave no call' }],
	...exampleSteps.flatMap(([node, body]): Step[] =>
		body.type === 'locationsNamed' ? [[node, { ...body, provisional: true }]] : [],
	),
	['run', { type: 'noted', text: 'All 2 rounds are used up.' }],
	['run', { type: 'runEnded', outcome: 'done' }],
	['run', { type: 'runResumed' }],
	['r3', { type: 'nodeOpened', parent: 'r1', key: 'feedback 1', kind: 'feedback', title: 'Look at the entries.' }],
	['r4', { type: 'nodeOpened', parent: 'r3', key: 'round', kind: 'round', title: 'Round 2' }],
	[
		'r4',
		{
			...{ type: 'modelAsked', request: 'r4.m1', purpose: 'search or name locations', tools: [], form: 'tools' },
			fresh: { m4: { role: 'user', text: 'Look at the entries.' } },
			sent: ['m1', 'm2', 'm4'],
		},
	],
];

/** The events up to the first of this type, or all. */
export function exampleModelEvents(upTo?: RunEventBody['type']): RunEvent[] {
	const events = exampleEvents(exampleModelSteps);
	return upTo === undefined ? events : events.slice(0, events.findIndex(({ type }) => type === upTo) + 1);
}

export function exampleModelRun(steps: readonly Step[] = exampleModelSteps): Run {
	return exampleRun(steps);
}
