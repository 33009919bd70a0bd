import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RunEvent, RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { foldRun, RunFold } from '../../../../src/runs/pure/fold/runFold';
import { compareIds, nodesOf } from '../../../../src/runs/pure/fold/runTree';
import type { Culprit } from '../../../../src/runs/pure/model/culprit';
import type { BugLocation } from '../../../../src/runs/pure/model/location';
import { exampleCulprit, severalCulprits } from '../../../support/exampleCulprit';
import { numbered, runStarted } from '../../../support/runEvents';

describe('a run', () => {
	it('begins with its root node, named like the issue', () => {
		const run = foldRun(numbered([runStarted('a', 'crash on start')]));
		assert.deepEqual([run.id, run.state, run.startedAt, run.workspace], ['a', 'running', 1, ['/ws']]);
		assert.deepEqual(
			nodesOf(run).map(({ id, parent, title, state }) => [id, parent, title, state]),
			[['run', undefined, 'crash on start', 'open']],
		);
	});

	it('has the title of its issue until it gets another one, which is no work on it', () => {
		const events: RunEventBody[] = [runStarted('a', 'crash'), { type: 'runRenamed', title: 'Crash on start' }];
		assert.equal(foldRun(numbered(events.slice(0, 1))).title, 'crash');
		const { title, issue, updatedAt, lastSeq } = foldRun(numbered(events));
		assert.deepEqual([title, issue.title, updatedAt, lastSeq], ['Crash on start', 'crash', 1, 2]);
	});

	it('gathers what belongs to a node: reasoning, calls with their answers, summary', () => {
		const places = [{ file: 'a.txt', startLine: 1, endLine: 2 }];
		const run = foldRun([
			...numbered([runStarted('a')]),
			...inNode('r1', 2, [
				{ type: 'nodeOpened', parent: 'run', key: 'round', kind: 'round', title: 'Look up names' },
				{ type: 'reasoned', text: 'because' },
				{ type: 'toolCalled', call: 'c1', tool: 'search_class', args: { class_name: 'A' } },
				{ type: 'toolCalled', call: 'c2', tool: 'search_class', args: { class_name: 'B' } },
				{ type: 'toolAnswered', call: 'c1', ok: true, text: 'found', places },
				{ type: 'nodeClosed', summary: 'Found A' },
			]),
		]);
		assert.deepEqual(run.nodes.r1, {
			id: 'r1',
			parent: 'run',
			children: [],
			key: 'round',
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
			reproducers: [],
			reproducerRuns: [],
			patches: [],
			reviews: [],
			validationRuns: [],
			crashChecks: [],
		});
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

	it('belongs to the model that continues it', () => {
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

	it('has the commit that broke it as it was found last, also after its end', () => {
		const found = (culprit: Culprit) => ({ type: 'culpritFound', culprit }) as const;
		const events = [runStarted('a'), { type: 'runEnded', outcome: 'done' } as const];
		assert.equal(foldRun(numbered(events)).culprit, undefined);
		const { culprit, state } = foldRun(numbered([...events, found(severalCulprits), found(exampleCulprit)]));
		assert.deepEqual([culprit, state], [exampleCulprit, 'done']);
	});

	it('shows the branch that was chosen: by feedback, then by the user', () => {
		const opened = (parent: string, kind: 'round' | 'feedback') =>
			({ type: 'nodeOpened', parent, key: kind, kind, title: kind }) as const;
		const named = (id: string) => ({ type: 'locationsNamed', locations: [{ ...location, id }], ranking }) as const;
		const events = [
			...numbered([runStarted('a')]),
			...inNode('n1', 2, [opened('run', 'round')]),
			...inNode('n2', 3, [opened('n1', 'round'), named('old')]),
			...inNode('n3', 5, [opened('n1', 'feedback')]),
			...inNode('n4', 6, [opened('n3', 'round'), named('new')]),
			...numbered([{ type: 'leafPicked', leaf: 'n2' }], 8),
		];
		const shown = (nEvents: number) => {
			const { leaf, locations } = foldRun(events.slice(0, nEvents)).selected;
			return [leaf, locations[0]?.id];
		};
		assert.deepEqual(shown(4), ['n2', 'old']);
		assert.deepEqual(shown(5), ['n3', 'old'], 'until the branch names its own');
		assert.deepEqual(shown(7), ['n4', 'new']);
		assert.deepEqual(shown(8), ['n2', 'old']);
	});

	it('is plain JSON data, and every node is there once', () => {
		fc.assert(
			fc.property(runTree, tree => {
				const run = foldRun(eventsOf(tree));
				assert.deepEqual(JSON.parse(JSON.stringify(run)), run);
				assert.equal(nodesOf(run).length, tree.length + 1);
				assert.deepEqual(
					nodesOf(run)
						.flatMap(({ children }) => children)
						.toSorted(compareIds),
					nodesOf(run)
						.slice(1)
						.map(({ id }) => id),
				);
			}),
		);
	});

	it('folds alike however the events of its nodes interleave', () => {
		fc.assert(
			fc.property(runTree, fc.infiniteStream(fc.nat()), (tree, choices) => {
				const one = foldRun(eventsOf(tree));
				const other = foldRun(interleaved(tree, choices));
				assert.deepEqual({ ...other, lastSeq: 0 }, { ...one, lastSeq: 0 });
			}),
			{ numRuns: 300 },
		);
	});

	it('folds alike in whatever batches the events come, from any run folded before', () => {
		fc.assert(
			fc.property(runTree, fc.array(fc.nat({ max: 5 })), (tree, sizes) => {
				const events = eventsOf(tree);
				let fold = RunFold.of([]);
				let at = 0;
				for (const size of [...sizes, events.length]) {
					// As a view does that gets a snapshot now and then.
					fold = RunFold.from(JSON.parse(JSON.stringify(fold.run)) as Run);
					for (const event of events.slice(at, at + size)) {
						fold.apply(event);
					}
					at += size;
				}
				assert.deepEqual(fold.run, foldRun(events));
			}),
			{ numRuns: 300 },
		);
	});

	it('refuses an event of a node that was never opened', () => {
		assert.throws(
			() => foldRun([...numbered([runStarted('a')]), ...inNode('n7', 2, [{ type: 'noted', text: '' }])]),
			/n7/,
		);
	});
});

function inNode(node: string, firstSeq: number, bodies: readonly RunEventBody[]): RunEvent[] {
	return numbered(bodies, firstSeq).map(event => ({ ...event, node }));
}

/** A node to be: which earlier node it follows, and what happens in it. */
interface TreeNode {
	readonly follows: number;
	readonly kind: 'round' | 'stage' | 'feedback';
	readonly bodies: readonly RunEventBody[];
}

const location: BugLocation = {
	...{ id: 'a.py#f', file: 'a.py', startLine: 1, endLine: 2, method: 'f' },
	...{ intendedBehavior: '', score: 1, evidence: [] },
};
const ranking = { files: [], modules: [], functions: [] };
const name = fc.constantFrom('x', 'y', 'z');
const usage = { inputTokens: 3, cachedTokens: 1, outputTokens: 2, isEstimated: false };
const body: fc.Arbitrary<RunEventBody> = fc.oneof(
	fc.constant({ type: 'nodeClosed' as const, summary: 'summary' }),
	name.map(text => ({ type: 'reasoned' as const, text })),
	name.map(call => ({ type: 'toolCalled' as const, call, tool: 'tool', args: {} })),
	name.map(call => ({ type: 'toolAnswered' as const, call, ok: true, text: 'text', places: [] })),
	name.map(request => ({
		...{ type: 'modelAsked' as const, request, purpose: 'ask', tools: [], form: 'prose' as const },
		...{ fresh: { [request]: { role: 'user' as const, text: request } }, sent: [request] },
	})),
	name.map(request => ({
		...{ type: 'modelAnswered' as const, request, text: 'text', toolCalls: [], usage, finish: 'done' as const },
	})),
	fc.tuple(name, fc.boolean()).map(([id, provisional]) => ({
		...{ type: 'locationsNamed' as const, locations: [{ ...location, id }], ranking },
		...(provisional && { provisional }),
	})),
	name.map(id => ({ type: 'patchWritten' as const, patch: { id, diff: '', files: [] } })),
	name.map(patch => ({ type: 'patchesRanked' as const, ranking: [{ patch, reasons: [] }] })),
);
const runTree: fc.Arbitrary<readonly TreeNode[]> = fc.array(
	fc.record({
		follows: fc.nat(),
		kind: fc.constantFrom('round' as const, 'round' as const, 'stage' as const, 'feedback' as const),
		bodies: fc.array(body, { maxLength: 6 }),
	}),
	{ maxLength: 12 },
);

/** The events of each node in their order, its opening first; each has its time whenever it is written. */
function perNode(tree: readonly TreeNode[]): RunEvent[][] {
	return tree.map(({ follows, kind, bodies }, at) => {
		const parent = at === 0 ? 'run' : ['run', ...tree.map((_, each) => `n${each + 1}`)][follows % (at + 1)];
		const opened = { type: 'nodeOpened', parent: parent ?? 'run', key: `n${at + 1}`, kind, title: kind } as const;
		return inNode(`n${at + 1}`, 2 + at * 10, [opened, ...bodies]);
	});
}

function eventsOf(tree: readonly TreeNode[]): RunEvent[] {
	return [...numbered([runStarted('a')]), ...perNode(tree).flat()];
}

/** One event after another of any node whose parent is there. Feedback comes in its order: the newest is picked. */
function interleaved(tree: readonly TreeNode[], choices: Iterable<number>): RunEvent[] {
	const events = numbered([runStarted('a')]);
	const waiting = perNode(tree);
	for (const choice of choices) {
		const opened = new Set(
			events.filter(({ type }) => type === 'runStarted' || type === 'nodeOpened').map(({ node }) => node),
		);
		const feedback = waiting.find(([next]) => next?.type === 'nodeOpened' && next.kind === 'feedback');
		const ready = waiting.filter(queue => {
			const [next] = queue;
			const isFeedback = next?.type === 'nodeOpened' && next.kind === 'feedback';
			return (
				next !== undefined &&
				(next.type !== 'nodeOpened' || opened.has(next.parent)) &&
				(!isFeedback || queue === feedback)
			);
		});
		const event = ready[choice % Math.max(ready.length, 1)]?.shift();
		if (event === undefined) {
			return events;
		}
		events.push(event);
	}
	return events;
}
