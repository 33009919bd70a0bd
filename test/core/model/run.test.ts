import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEvent, emptyRun, foldRun, type Run } from '../../../src/core/model/run';
import type { RunEvent, RunEventBody } from '../../../src/core/model/runEvent';
import { numbered, runStarted } from '../../support/runEvents';

describe('a run', () => {
	it('begins with its root node, named like the issue', () => {
		const run = foldRun(numbered([runStarted('a', 'crash on start')]));
		assert.deepEqual([run.id, run.state, run.startedAt, run.workspace], ['a', 'running', 1, ['/ws']]);
		assert.deepEqual(
			run.nodes.map(({ id, parent, title, state }) => [id, parent, title, state]),
			[['run', undefined, 'crash on start', 'open']],
		);
	});

	it('gathers what belongs to a node: reasoning, calls with their answers, summary', () => {
		const places = [{ file: 'a.txt', startLine: 1, endLine: 2 }];
		const run = foldRun([
			...numbered([runStarted('a')]),
			...inNode('r1', 2, [
				{ type: 'nodeOpened', parent: 'run', kind: 'round', title: 'Look up names' },
				{ type: 'reasoned', text: 'because' },
				{ type: 'toolCalled', call: 'c1', tool: 'search_class', args: { class_name: 'A' } },
				{ type: 'toolCalled', call: 'c2', tool: 'search_class', args: { class_name: 'B' } },
				{ type: 'toolAnswered', call: 'c1', ok: true, text: 'found', places },
				{ type: 'nodeClosed', summary: 'Found A' },
			]),
		]);
		assert.deepEqual(run.nodes[1], {
			id: 'r1',
			parent: 'run',
			kind: 'round',
			title: 'Look up names',
			state: 'closed',
			summary: 'Found A',
			openedAt: 2,
			closedAt: 7,
			reasoning: ['because'],
			calls: [
				{ id: 'c1', tool: 'search_class', args: { class_name: 'A' }, answer: { ok: true, text: 'found', places } },
				{ id: 'c2', tool: 'search_class', args: { class_name: 'B' } },
			],
			requests: [],
			notes: [],
		});
	});

	it('shows a round that was opened again after a crash once, as it went the second time', () => {
		const opened: RunEventBody = { type: 'nodeOpened', parent: 'run', kind: 'round', title: 'one' };
		const run = foldRun([
			...numbered([runStarted('a')]),
			...inNode('r1', 2, [opened, { type: 'reasoned', text: 'torn' }]),
			...numbered([{ type: 'runResumed' }], 4),
			...inNode('r1', 5, [opened, { type: 'reasoned', text: 'whole' }]),
		]);
		assert.deepEqual(
			run.nodes.map(({ id, reasoning }) => [id, reasoning]),
			[
				['run', []],
				['r1', ['whole']],
			],
		);
	});

	it('is running again when resumed, without the message it ended with', () => {
		const events = numbered([
			runStarted('a'),
			{ type: 'runEnded', outcome: 'failed', message: 'no network' },
			{ type: 'runResumed' },
			{ type: 'runEnded', outcome: 'done' },
		]);
		const states = events.map((_, at) => foldRun(events.slice(0, at + 1)));
		assert.deepEqual(
			states.map(({ state, message }) => [state, message]),
			[
				['running', undefined],
				['failed', 'no network'],
				['running', undefined],
				['done', undefined],
			],
		);
	});

	it('belongs to the model that goes on with it', () => {
		const run = foldRun(
			numbered([runStarted('a'), { type: 'runResumed', engine: 'other', server: 'there' }, { type: 'runResumed' }]),
		);
		assert.deepEqual([run.engine, run.server], ['other', 'there']);
	});

	it('knows each dismissed location once, until it is restored', () => {
		const dismiss: RunEventBody = { type: 'locationDismissed', location: 'x' };
		const bodies: RunEventBody[] = [runStarted('a'), dismiss, { ...dismiss, location: 'y' }, dismiss];
		assert.deepEqual(foldRun(numbered(bodies)).dismissed, ['y', 'x']);
		const restored: RunEventBody = { type: 'locationRestored', location: 'y' };
		assert.deepEqual(foldRun(numbered([...bodies, restored])).dismissed, ['x']);
	});

	it('never changes what was folded before, and is plain JSON data', () => {
		fc.assert(
			fc.property(fc.array(bodyInNode, { maxLength: 30 }), bodies => {
				const events = [runStarted('a'), ...bodies.map(([, body]) => body)].map((body, at) => ({
					...(numbered([body], at + 1)[0] as RunEvent),
					node: bodies[at - 1]?.[0] ?? 'run',
				}));
				let run: Run = emptyRun;
				for (const event of events) {
					const before = JSON.stringify(run);
					const next = applyEvent(run, event);
					assert.equal(JSON.stringify(run), before);
					assert.deepEqual([next.updatedAt, next.lastSeq], [event.at, event.seq]);
					run = next;
				}
				assert.deepEqual(JSON.parse(JSON.stringify(run)), run);
				assert.equal(new Set(run.nodes.map(({ id }) => id)).size, run.nodes.length, 'every node is there once');
			}),
		);
	});

	it('folds the same from any point it was folded to before', () => {
		fc.assert(
			fc.property(fc.array(bodyInNode, { maxLength: 30 }), fc.nat(), (bodies, cut) => {
				const events = numbered([runStarted('a'), ...bodies.map(([, body]) => body)]);
				const at = cut % (events.length + 1);
				const stored = JSON.parse(JSON.stringify(foldRun(events.slice(0, at)))) as Run;
				assert.deepEqual(events.slice(at).reduce(applyEvent, stored), foldRun(events));
			}),
		);
	});
});

function inNode(node: string, firstSeq: number, bodies: readonly RunEventBody[]): RunEvent[] {
	return numbered(bodies, firstSeq).map(event => ({ ...event, node }));
}

const name = fc.constantFrom('run', 'r1', 'r2', 'c1');
const body: fc.Arbitrary<RunEventBody> = fc.oneof(
	name.map(parent => ({ type: 'nodeOpened' as const, parent, kind: 'round' as const, title: 'title' })),
	fc.constant({ type: 'nodeClosed' as const, summary: 'summary' }),
	fc.constant({ type: 'reasoned' as const, text: 'text' }),
	name.map(call => ({ type: 'toolCalled' as const, call, tool: 'tool', args: {} })),
	name.map(call => ({ type: 'toolAnswered' as const, call, ok: true, text: 'text', places: [] })),
	name.map(location => ({ type: 'locationDismissed' as const, location })),
	name.map(location => ({ type: 'locationRestored' as const, location })),
	fc.constant({ type: 'runResumed' as const }),
	fc.constant({ type: 'runEnded' as const, outcome: 'failed' as const, message: 'message' }),
);
const bodyInNode = fc.tuple(name, body);
